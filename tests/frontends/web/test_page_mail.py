"""The mail to the federation in the built page: done once it is downloaded, out of date once a score is corrected."""

from tests.frontends.web.test_page_first_minute import DIALOG, LONG, create, play
from tests.page_browser import SAVED, settled
from tests.programs import starts_programs

pytestmark = starts_programs
MAIN = "document.querySelector('#actions .main').textContent"
OUTDATED = "n'est plus à jour : envoyez celui-ci."


def open_mail(page):
    page.run("task(() => runAction('ratings'))")
    page.run("void task(() => runAction('send'))")
    page.until("$('dialog').open", 60)
    return page.run(f"{DIALOG}.innerText").replace("\u00a0", " ")


def close_mail(page):
    page.run("$('dialog').close()")
    settled(page)


def download_mail(page):
    page.run(SAVED)
    page.run(f"{DIALOG}.querySelector('button.main').click()")
    page.until("saved.endsWith('.eml')")
    return page.run("saved")


def correct_score(page, score):
    row = page.run("Number(Object.keys(view.won)[0])")
    cell = f"{{ sheet: RESULTS, row: {row}, column: columnsOf(RESULTS)['Score 1'], value: '{score}' }}"
    page.run(f"task(() => typeCells([{cell}]))")


def test_the_step_is_done_by_the_download_of_the_mail_and_a_correction_makes_it_out_of_date(page):
    create(page, Nom="Coupe", Joueurs=LONG, Lieu="Vienne", Organisateur="Club")
    play(page, 5)
    assert OUTDATED not in open_mail(page)
    close_mail(page)
    assert page.run(MAIN) == "Préparer l'envoi", "nothing has been taken from it"
    open_mail(page)
    page.run("navigator.clipboard.writeText = async () => {}, 1")
    page.run(f"[...{DIALOG}.querySelectorAll('details button')].at(-1).click()")
    page.until("book.mail")
    close_mail(page)
    assert page.run(MAIN) == "Publier", "its words have been taken to another one"
    open_mail(page)
    name = download_mail(page)
    close_mail(page)
    assert page.run(MAIN) == "Publier" and page.run("$('step').textContent") == "Envoyez le courriel, puis publiez"
    correct_score(page, 611)
    time = name.removesuffix(".eml").rsplit(" - ", 1)[1]
    assert f"Le courriel de {time} {OUTDATED}" in open_mail(page)
    close_mail(page)
    page.run("task(() => runAction('publish'))")
    settled(page)
    assert page.run(MAIN) == "Préparer l'envoi" and "Tout est fait" not in page.run("$('step').textContent")
    assert page.run("listStoredBooks().then(([last]) => last.mail.time)") == time, "also when the tab is closed"
    assert OUTDATED in open_mail(page)
    download_mail(page)
    close_mail(page)
    assert page.run(MAIN) == "Publier"
    assert OUTDATED not in open_mail(page)
    close_mail(page)


def test_the_text_of_the_mail_names_its_files_as_they_are_downloaded_and_says_where_the_address_is_from(page):
    create(page, Nom="Coupe", Joueurs=LONG, Lieu="Vienne", Organisateur="Club")
    play(page, 5)
    open_mail(page)
    page.run(f"{DIALOG}.querySelector('details').open = true")
    text = page.run(f"{DIALOG}.querySelector('pre').textContent").replace("\u00a0", " ")
    page.run(SAVED)
    for number in range(2):
        page.run(f"saved = '', {DIALOG}.querySelectorAll('button.file')[{number}].click()")
        page.until("saved !== ''")
        assert f"- {page.run('saved')}\n" in text
        assert page.run(f"{DIALOG}.querySelectorAll('button.file')[{number}].textContent") == f"⤓ {page.run('saved')}"
    assert "rien à garder" in text
    page.run("navigator.clipboard.writeText = async (text) => { saved = text; }, 1")
    page.run(f"[...{DIALOG}.querySelectorAll('button')].findLast((one) => one.textContent === 'Copier').click()")
    page.until(f"{DIALOG}.querySelector('details').innerText.endsWith('Copié')")
    assert page.run("saved").replace("\u00a0", " ") == text
    address = page.run(f"{DIALOG}.querySelector('details').textContent").replace("\u00a0", " ")
    assert "que donne votre fédération" in address and "Réglages, Courriel fédération" in address
    close_mail(page)

"""The built page on a phone, and what it says of names, presence, absences and addresses on any screen."""

from tests import books
from tests.frontends.web.test_page_first_minute import DIALOG, LONG, RESULTS, create, play
from tests.page_browser import choose_in, drop_file, settled
from tests.programs import starts_programs

pytestmark = starts_programs
PHONES = ((390, 844), (360, 640))


def test_on_a_phone_the_last_of_the_other_actions_is_in_sight(page, tmp_path):
    book = books.create(tmp_path, 12)
    assert books.run("simulate", book, "--rounds", 3) == 0 and books.run("pair", book) == 0
    drop_file(page, book)
    last = "document.querySelector('#more section:last-child button:last-child')"
    sight = f"(({{ top, bottom }}) => top > 0 && bottom <= innerHeight)({last}.getBoundingClientRect())"
    for width, height in PHONES:
        page.resize(width, height)
        page.run("scrollTo(0, 0); $('do-more').click()")
        page.until("$('more').matches(':popover-open')")
        assert page.run(f"{last}.querySelector('span').textContent") == "Annuler la ronde 4"
        assert page.run(sight) and page.run("$('more').scrollHeight <= $('more').clientHeight"), (width, height)
        page.run("$('more').hidePopover()")
    page.resize(360, 300)
    page.run("$('do-more').click(), $('more').scrollTo(0, 9999)")
    assert page.run(sight), "it scrolls where even the whole screen is too low"


def test_on_a_phone_the_standings_fit_and_of_the_grid_only_the_table_slides_beside_the_names(page, tmp_path):
    book = books.create(tmp_path, 23)
    assert books.run("simulate", book, "--rounds", 4) == 0
    drop_file(page, book)
    for screen in PHONES:
        page.resize(*screen)
        page.run("showTab('standings').then(() => 1)")
        assert not page.run("document.querySelector('#panel .wide').classList.contains('over')"), screen
        titles = "[...document.querySelectorAll('#panel th')].filter((one) => one.checkVisibility())"
        shown = page.run(f"{titles}.map((one) => one.textContent)")
        assert shown == ["Place", "Après la ronde 4", "Rondes", "PM", "Pdep"]
        page.run("showTab('grid').then(() => { document.querySelector('#panel .scroll').scrollLeft = 120; })")
        page.until("document.querySelector('#panel .scroll').scrollLeft === 120")
        name, box = (
            page.run(f"document.querySelector('#panel {place}').getBoundingClientRect().left")
            for place in ("td.name", ".scroll")
        )
        assert abs(name - box) < 2, "the names stay"
        assert page.run("document.documentElement.scrollWidth === document.documentElement.clientWidth")
        assert page.run("getComputedStyle(document.querySelector('#panel .scroll')).overscrollBehaviorX") == "contain"
        assert page.over() == []


def test_a_very_long_name_is_whole_in_the_round(page):
    create(
        page, Nom="Coupe", Joueurs=LONG.replace("Petit Luc", "de la Rochefoucauld-Montmorency-Lefebvre, Jean-Sébastien")
    )
    page.run("task(() => runAction('pair'))")
    settled(page)
    for screen in ((1366, 768), *PHONES):
        page.resize(*screen)
        names = "[...document.querySelectorAll('.game .name, .exempt')]"
        assert page.run(f"{names}.some((one) => one.textContent.includes('Montmorency-Lefebvre Jean-Sébastien'))")
        assert page.run(f"{names}.filter((one) => one.scrollWidth > one.clientWidth + 1).length") == 0, screen
        assert page.over() == []
    page.resize(1366, 768)
    page.run(RESULTS % 0)
    page.run("task(() => runAction('pair'))")
    settled(page)
    gaps = """[...document.querySelectorAll('.who.side1 small')].map((badge) => {
      const lines = [...badge.parentElement.querySelector('.name').getClientRects()];
      return badge.getBoundingClientRect().left - Math.max(...lines.map((line) => line.right));
    })"""
    assert page.run(f"{gaps}.length") == 4 and max(page.run(gaps)) < 15, "the points stand at the name"


def test_a_wrong_address_stays_at_its_setting_and_the_sending_leads_to_it(page):
    create(page, Nom="Coupe", Joueurs=LONG, Lieu="Vienne", Organisateur="Club")
    link = "[...document.querySelectorAll('%s .cell')].find((one) => one.textContent.includes('Courriel fédération'))"
    setting = "view.settings.find(({ name }) => name === 'Courriel fédération')"
    at_setting = f"document.activeElement.id === 'setting-' + {setting}.row"
    page.run("showTab('settings').then(() => 1)")
    box = f"$('setting-' + {setting}.row)"
    choose_in(page, box, "resultats")
    page.until("$('told').className === 'bad'")
    for _ in range(2):
        assert page.run(f"[{box}.value, {box}.hasAttribute('aria-invalid')]") == ["resultats", True]
        slip = f"{box}.parentElement.querySelector('.slip')"
        assert "« resultats » n'est pas une adresse" in page.run(f"{slip}.textContent").replace("\u00a0", " ")
        red = "getComputedStyle(document.body).getPropertyValue('--bad')"
        assert page.run(f"getComputedStyle({slip}).color") == "rgb(150, 48, 27)" and page.run(red) == "#96301b"
        page.run("showTab('players').then(() => showTab('settings')).then(() => 1)")  # still there
    play(page, 5)
    page.run("task(() => runAction('ratings'))")
    page.run("void task(() => runAction('send'))")
    page.until("$('dialog').open", 60)
    assert "« resultats »" in page.run(f"{DIALOG}.textContent").replace("\u00a0", " ")
    page.run(f"{link % 'dialog[open]'}.click()")
    page.until(f"!$('dialog').open && {at_setting}")
    choose_in(page, box, "a@b.fr")
    page.until(f"{setting}.value === 'a@b.fr'")
    settled(page)
    assert not page.run(f"{box}.hasAttribute('aria-invalid')")
    page.run("void task(() => runAction('send'))")
    page.until("$('dialog').open", 60)
    assert page.run(f"{link % 'dialog[open]'}") is None and page.run(f"!({link % '#told'})")
    page.run("$('dialog').close()")


def test_absences_show_how_they_are_typed(page, tmp_path):
    drop_file(page, books.create(tmp_path, 8))
    for screen in ((1366, 768), *PHONES):
        page.resize(*screen)
        page.run("void editRow(PLAYERS, view.players[0].row)")
        label = f"[...{DIALOG}.querySelectorAll('label')].find((one) => one.textContent.startsWith('Absences'))"
        assert page.run(f"{label}.querySelector('input').placeholder") == "2, 4- ou dès 4"
        assert "dès 4" in page.run(f"{label}.querySelector('.hint').textContent") and page.over() == []
        assert page.run("[...document.querySelectorAll('dialog[open] .hint')].length") == 1
        page.run("$('dialog').close()")


def test_joueurs_says_how_many_come_to_the_next_round(page, tmp_path):
    drop_file(page, books.create(tmp_path, 13))
    page.run("showTab('players').then(() => 1)")
    title = "document.querySelector('#panel h2').textContent"
    assert page.run(title) == "13 présents à la ronde 1"
    page.run("task(() => runAction('pair'))")
    page.run(RESULTS % 0)
    settled(page)
    page.run("task(() => changeBook('presence', { row: view.players[2].row, state: 'absent' }))")
    settled(page)
    page.run("showTab('players').then(() => 1)")
    assert page.run(title) == "12 présents à la ronde 2"


def test_the_page_says_when_there_is_nothing_to_download(page, tmp_path):
    drop_file(page, books.create(tmp_path, 8))
    assert page.run("$('where').title").replace("\u00a0", " ") == "Rien à télécharger : votre fichier a déjà tout"
    assert page.run("$('where').textContent") == "Enregistré"


def test_a_phone_has_the_first_score_in_its_first_third_eight_tables_in_two_screens_and_large_targets(page, tmp_path):
    drop_file(page, books.create(tmp_path, 24))
    page.run("task(() => runAction('pair'))")
    settled(page)
    page.resize(390, 844)
    page.run("scrollTo(0, 0)")
    boxes = "[...document.querySelectorAll('#panel .game input')].map((box) => box.getBoundingClientRect())"
    assert page.run(f"{boxes}[0].bottom") < 844 / 3
    room = page.run(
        "$('now').querySelector('.dock').getBoundingClientRect().top - $('panel').getBoundingClientRect().top"
    )
    rows = "[...document.querySelectorAll('#panel .game')].map((row) => row.getBoundingClientRect())"
    assert page.run(f"{rows}[7].bottom - {rows}[0].top") <= 2 * room
    small = """[...document.querySelectorAll('button, a:not(.skip), select, input')]
      .filter((one) => one.checkVisibility())
      .map((one) => [one.closest('label.tick') ?? one, one]).map(([one]) => one.getBoundingClientRect())
      .filter(({ width, height }) => width && (height < 43.5 || width < 43.5)).length"""
    for tab in ("round", "players", "standings", "grid", "sheets", "settings"):
        page.run(f"showTab('{tab}').then(() => 1)")
        assert page.run(small) == 0, tab


def touch(page, element):
    """Touch the middle of an element (an expression), as a finger does."""
    box = page.run(f"{element}.getBoundingClientRect().toJSON()")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for kind in ("mousePressed", "mouseReleased"):  # what a touch becomes
        page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)


def test_on_a_phone_a_touch_opens_the_score_that_it_is_at_also_below_an_open_table(page, tmp_path):
    book = books.create(tmp_path, 12)
    assert books.run("simulate", book, "--rounds", 1) == 0
    drop_file(page, book)
    page.resize(390, 844)
    for table, side in ((0, 1), (1, 1), (3, 0), (2, 1), (5, 1)):
        touch(page, f"document.querySelectorAll('.game')[{table}].querySelector('.box.side{side}')")
        boxes = "[...document.querySelectorAll('.game input')]"
        assert page.run(f"{boxes}.indexOf(document.activeElement)") == 2 * table + side
    touch(page, "document.querySelectorAll('.game')[4].querySelector('.who.side1')")
    assert page.run(f"{boxes}.indexOf(document.activeElement)") == 9, "and at a name that of the player"
    page.until("document.querySelector('.game.done:not(:focus-within) input').offsetHeight === 27")
    page.resize(1366, 768)


def test_the_next_tournament_is_offered_a_name_that_is_free(page):
    create(page, Nom="Coupe", Joueurs="Durand Anne 1500\nPetit Luc 1400", Date="5/3/2027")
    name = f"{DIALOG}.querySelector('input[required]').value"
    page.run("void begin(true)")
    page.until("$('dialog').open", 60)
    assert page.run(name) == "Coupe", "with the date of today, another one"
    page.run("$('dialog').close(), book.unsaved = false, $('home').click()")
    settled(page)
    create(page, Nom="Marathon", Joueurs="Durand Anne 1500\nPetit Luc 1400")
    page.run("void begin(true)")
    page.until("$('dialog').open", 60)
    assert page.run(name) == "", "a workbook of this name and day is there"
    page.run("$('dialog').close()")
    assert page.run("fileName({ Nom: 'Coupe', 'Date de début': '5/3/2027' }, [])") == "Coupe 2027-03-05.xlsx"


def test_on_a_phone_a_download_leaves_the_tab_and_a_long_dialog_ends_at_the_bottom(page, tmp_path):
    drop_file(page, books.create(tmp_path, 23))
    play(page, 1, leave=5)
    for width, height in PHONES:
        page.resize(width, height)
        page.run("showTab('settings').then(() => 1)")
        page.run("HTMLAnchorElement.prototype.click = () => {}; view.stale = true; $('save').click()")
        settled(page)
        assert page.run("tab") == "settings" and "Téléchargé" in page.run("$('told').textContent")
        sizes = (
            "[...document.querySelectorAll('#tabs button')].map((tab) => parseFloat(getComputedStyle(tab).fontSize))"
        )
        assert min(page.run(sizes)) > 14 and page.over() == []
        page.run("void whatIf()")
        page.run(f"{DIALOG}.querySelectorAll('.guesses input').forEach((box, at) => {{ box.value = 400 - at; }})")
        page.run(f"{DIALOG}.querySelector('.end .main').click()")
        settled(page)
        assert page.run(f"{DIALOG}.scrollHeight > {DIALOG}.clientHeight")
        assert abs(page.run(f"{DIALOG}.getBoundingClientRect().bottom") - height) < 2
        page.run("$('dialog').close()")


BROKEN = """[...document.querySelectorAll('.game .name')].flatMap(({ firstChild: text }) => {
  const range = document.createRange(), tops = [...text.data].map((_, at) => {
    range.setStart(text, at); range.setEnd(text, at + 1);
    return Math.round(range.getBoundingClientRect().top);
  });
  const isBroken = (at) => at && tops[at] > tops[at - 1] && !/[\\s-]/.test(text.data[at - 1]);
  return tops.flatMap((_, at) => (isBroken(at) ? [text.data.slice(at)] : []));
})"""


def test_on_a_phone_a_very_long_surname_is_not_parted_before_its_last_letter(page):
    create(page, Nom="Coupe", Joueurs=LONG.replace("Petit Luc", "DUMONT-SCHWARTZENBERGER, Anne-Élisabeth"))
    page.run("task(() => runAction('pair'))")
    settled(page)
    for screen in PHONES:
        page.resize(*screen)
        assert page.run(BROKEN) == [] and page.over() == [], screen

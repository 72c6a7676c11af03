"""Where the page keeps the workbook: a worker that ends, tabs, the browser's store, the file in place, a server."""

import re

from tests import books
from tests.page_browser import (
    FOLDER,
    ONE_FILE,
    act,
    as_js,
    drop_file,
    open_page,
    read_page_file,
    read_parts,
    serve_folder,
    settled,
    text,
)
from tests.programs import starts_programs

pytestmark = starts_programs
FAULTS_ON_PURPOSE = ("fatal error", "Maximum call stack")  # what the worker says as a test ends it


def pair(page, book):
    drop_file(page, book)
    act(page, "pair")


def test_the_worker_ends_and_nothing_is_lost(page, tmp_path):
    pair(page, books.create(tmp_path, 12))
    before = read_page_file(page, "tournoi.xlsx")
    page.run("(window.first = true, 1)")
    ends = "ask('python', 'import json; json.loads(\"[\" * 100_000)')"  # deeper than its stack is
    page.run(f"task(() => first ? (first = false, {ends}) : runAction('update')).then(() => 1)")
    settled(page)
    page.run("document.querySelectorAll('#told .row button')[0].click()")
    assert page.run("saved").startswith("tournoi - ronde 1 - ")
    page.run("document.querySelectorAll('#told .row button')[1].click()")  # the same once more
    settled(page)
    page.until("$('told').className === 'good'")
    assert page.run("view.drawn") == 1 and len(page.run("view.copies")) == 1
    assert read_parts(read_page_file(page, "tournoi.xlsx")).keys() == read_parts(before).keys()


def test_a_closed_tab_is_taken_up_again_with_its_copies(page, tmp_path):
    book = books.create(tmp_path, 8)
    pair(page, book.rename(book.with_name("autre.xlsx")))
    stood = read_page_file(page, "autre.xlsx")
    open_page(page)
    page.until("!!document.querySelector('#recent li button')")
    page.run("document.querySelector('#recent li button').click()")
    page.until("view?.drawn === 1")
    settled(page)
    assert read_page_file(page, "autre.xlsx") == stood and len(page.run("view.copies")) == 1
    assert "Repris" in text(page, "#told")


def test_a_full_browser_is_told(spoilt_page, tmp_path):
    page = spoilt_page
    drop_file(page, books.create(tmp_path, 12))
    page.run("void (IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); })")
    act(page, "pair")
    assert "plus de place" in text(page, "#alarm") and page.run("view.drawn === 1 && book.unsaved")


def test_a_browser_whose_store_never_answers_is_told_and_the_page_goes_on(spoilt_page, tmp_path):
    page = spoilt_page
    page.run("void Object.defineProperty(window, 'indexedDB', { value: { open: () => ({}) } })")
    pair(page, books.create(tmp_path, 12))
    assert page.run("view.drawn") == 1 and "ne garde pas" in text(page, "#alarm")


def test_without_scripts_the_page_says_what_to_do_and_has_no_dead_button(browser):
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(ONE_FILE, 390, 844)
        shown = browser.call("DOMSnapshot.captureSnapshot", computedStyles=[])
        drawn = {shown["strings"][text] for text in shown["documents"][0]["layout"]["text"] if text >= 0}
        assert any("Sur un iPhone" in text for text in drawn) and "Nouveau tournoi" not in drawn
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)
        open_page(browser)


FILE = """(() => {
  const own = {
    kind: 'file', data: %s, time: 5, asked: 'granted', written: 0, isSameEntry: async (one) => one === own,
    getFile: async () => Object.assign(new File([own.data], 'tournoi.xlsx', { lastModified: own.time })),
    queryPermission: async () => own.asked, requestPermission: async () => own.asked,
    createWritable: async () => ({
      write: async (data) => { own.next = data; },
      close: async () => { own.data = own.next; own.time++; own.written++; },
    }),
  };
  window.own = own;
  IDBObjectStore.prototype.put = function () { return this.count(); };  // a stand-in cannot be stored
  return task(async () => openFile(await own.getFile(), own)).then(() => 1);
})()"""  # a file that may be written in place, as File System Access has it; the browser's own asks a person


def test_the_file_is_written_in_place_and_never_over_what_another_program_has_written(spoilt_page, tmp_path):
    page = spoilt_page
    page.run(FILE % as_js(books.create(tmp_path, 12).read_bytes()))
    act(page, "pair")
    assert page.run("own.written") == 1 and not page.run("book.unsaved")
    page.run("own.time += 10")  # Excel has saved it
    act(page, "undo")
    assert page.run("view.drawn") == 1 and "relu" in text(page, "#told")
    page.run("task(() => note('setting', { name: 'Lieu', value: 'Lyon' }, () => 'Lieu')).then(() => 1)")
    settled(page)
    assert page.run("own.written") == 2
    page.run("own.asked = 'denied'")
    act(page, "undo")
    page.run("(own.asked = 'granted', own.time += 10)")
    act(page, "pair")
    assert text(page, "#alarm")
    assert page.run("own.written") == 2 and page.run("view.drawn") == 0 and page.run("book.unsaved")


def test_a_second_tab_only_looks_and_a_workbook_that_is_opened_again_stays_this_tabs(spoilt_page, tmp_path):
    page = spoilt_page
    files = [books.create(tmp_path, 12), books.create(tmp_path, 12, name="autre.xlsx")]
    for file in (files[0], files[0], files[1], files[0]):
        drop_file(page, file)
        assert not page.run("locked") and page.run("Boolean($('do-pair'))")
    page.run("navigator.locks.request = async (name, how, work) => work(null)")  # another tab has it
    drop_file(page, files[1])
    assert page.run("locked") and not page.run("$('do-pair')") and text(page, "#where") == "Lecture seule"
    assert page.run("changeBook('press', { action: 'pair' }).then((found) => found.answer.code)") == 1


def test_the_folder_on_a_server_does_the_same_and_opens_without_it(browser, tmp_path):
    with serve_folder(FOLDER) as address:
        open_page(browser, address)
        pair(browser, books.create(tmp_path, 12))
        assert browser.run("view.drawn") == 1
        browser.run("navigator.serviceWorker.ready.then(() => 1)")
    open_page(browser, address)
    requests = {request.split("/")[2] for request in browser.asked if request.startswith("http")}
    assert requests == {address.split("/")[2]}
    open_page(browser)


def test_no_request_leaves_the_one_file_and_nothing_moves_when_its_engine_is_ready(browser):
    browser.asked.clear()
    browser.open(ONE_FILE)
    places = "[...document.querySelectorAll('#welcome > *')].slice(0, 3).map((one) => one.getBoundingClientRect().top)"
    before = browser.run(places)
    browser.until("document.body.dataset.ready", 120)
    assert browser.run(places) == before
    assert {re.match("[a-z]+", address)[0] for address in browser.asked} <= {"file", "data", "blob"}
    assert ONE_FILE.stat().st_size <= 11_500_000

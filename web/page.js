// The page: a workbook opened, looked at, pressed, saved. All thinking is the engine's.
"use strict";

/** @typedef {Kept & {saved: boolean}} Book */
/** @type {any} */ let book = null; // the workbook that is open: as kept, with its bytes
/** @type {(() => void) | null} */ let release = null; // gives up the lock that this tab has on it
let locked = false; // another tab has it
const readOnly = () => locked;

// One task after another

/** @type {Promise<any>} */ let last = Promise.resolve();
/** @type {() => any} */ let doing = () => {}; // what is to be done again where it has failed

/** A piece of work, once those before it are done; what goes wrong is told. @template T @param {() => T | Promise<T>} work
 * @returns {Promise<T | undefined>} */
function task(work) {
  const mine = last.then(async () => {
    document.body.classList.add("busy");
    doing = work;
    try {
      return await work();
    } catch (error) {
      const said = error instanceof Dead ? TEXTS.crashed : filled(TEXTS.failed, { reason: String(/** @type {any} */ (error)?.message ?? error) });
      if (book) say(said, BUG);
      else dialog(TEXTS.sorry, (close) => [h("p", {}, said), rescue(close)]);
      return undefined;
    } finally {
      document.body.classList.remove("busy");
    }
  });
  last = mine;
  return mine;
}

const BUG = 70; // the code of an answer where the program itself was wrong
/** @type {{name: string, data: Uint8Array} | null} */ let resumed = null; // what was to be opened

/** After a fault: the workbook as it was before, to be kept, and the same work once more. @param {() => void} [close] */
function rescue(close = () => {}) {
  const again = doing, held = book?.data ? book : resumed;
  return h("p", { className: "row" },
    held ? h("button", { type: "button", onclick: () => handOver(held.name, held.data) }, TEXTS.download) : null,
    h("button", { type: "button", className: "main", onclick: () => { close(); task(again); } }, TEXTS.again));
}

// Opening

/** A workbook as bytes, from a file, or as the browser kept it. @param {string} name @param {Uint8Array} data
 * @param {any} [handle] @param {number} [stamp] @param {Kept} [kept] */
async function take(name, data, handle, stamp = 0, kept) {
  const before = kept ?? (await known(name, data, handle));
  if (before) for (const [copy, bytes] of Object.entries(await keptCopies(before.id).catch(() => ({})))) await ask("put", `Sauvegardes/${copy}`, bytes);
  const found = await call("take", { file: name, over: !APP }, data);
  if (found.answer.code) return book ? tell(found.answer) : dialog(name, (close) => [h("p", {}, found.answer.message), found.answer.code === BUG ? rescue(close) : ""]);
  if (APP) return openServed(name);
  alarm("");
  wrongRows = {};
  const id = before?.id ?? `${name} ${Date.now()}`;
  book = { id, name, data, handle: handle ?? before?.handle, stamp: String(stamp || before?.stamp || ""), unsaved: before?.unsaved ?? false };
  await claim(id);
  shown(found, true);
  if (kept) say(filled(TEXTS.resumed, { file: name, when: new Date(kept.when).toLocaleString("fr") }));
  await remember();
}

/** @param {File} file @param {any} [handle] */
async function takeFile(file, handle) {
  await take(file.name, new Uint8Array(await file.arrayBuffer()), handle, file.lastModified);
}

/** One tab works on a workbook, the others look. @param {string} id */
async function claim(id) {
  release?.();
  release = null;
  locked = false;
  if (!navigator.locks) return;
  await new Promise((/** @type {any} */ done) => {
    navigator.locks.request(`tournois ${id}`, { ifAvailable: true }, (lock) => {
      locked = !lock;
      done();
      return lock ? new Promise((/** @type {any} */ free) => { release = free; }) : undefined;
    }).catch(done);
  });
}

/** @param {string} name in the folder that the program serves */
async function openServed(name) {
  const found = await call("open", { file: name });
  if (found.answer.code) return tell(found.answer);
  book = { id: name, name, unsaved: false, slips: found.slips };
  await claim(name);
  shown(found, true);
}

function close() {
  if (book?.unsaved && !APP) tell({ code: 0, message: "", text: "", status: "", warnings: [], problems: [] });
  release?.();
  release = book = view = null;
  locked = false;
  chosenRound = null;
  document.body.dataset.game = "";
  $("desk").hidden = $("saving").hidden = true;
  $("welcome").hidden = false;
  $("title").textContent = document.title = "Tournois";
  $("event").textContent = "Scrabble classique et Othello";
  task(showRecent);
}

// Keeping and saving

/** What the browser keeps of the workbook: its bytes, and the copies that it has not yet. */
async function remember() {
  if (APP || !book || locked) return;
  /** @type {Record<string, Uint8Array>} */ const fresh = {};
  for (const name of view?.copies ?? []) if (!book.copies?.includes(name)) fresh[name] = await ask("content", `Sauvegardes/${name}`);
  const { id, name, data, handle, stamp, unsaved } = book;
  const title = view?.title ?? name, status = view?.status ?? "";
  try {
    await keep({ id, name, data, stamp, unsaved, title, status, when: Date.now(), ...(handle ? { handle } : {}) }, fresh, view?.copies ?? []);
    book.copies = view?.copies ?? [];
  } catch {
    alarm(TEXTS.noRoom);
  }
}

/** After each change: kept by the browser, then written into the file where it may be. */
async function changedNow() {
  if (APP) return where();
  book.data = await ask("content", book.name);
  book.unsaved = true;
  await remember();
  if (book.handle) await writeFile();
  where();
}

/** Into the file, unless another program has changed it since it was read. */
async function writeFile() {
  try {
    if ((await book.handle.queryPermission({ mode: "readwrite" })) !== "granted") return;
    const file = await book.handle.getFile();
    if (String(file.lastModified) !== book.stamp) return void conflict();
    const out = await book.handle.createWritable();
    await out.write(book.data);
    await out.close();
    book.stamp = String((await book.handle.getFile()).lastModified);
    book.unsaved = false;
    alarm("");
    await remember();
  } catch (error) {
    alarm(filled(TEXTS.cannotWrite, { file: book.name, reason: /** @type {any} */ (error)?.name }));
  }
}

/** What stays until it is mended, whatever is told meanwhile. @param {string} text @param {...any} more */
function alarm(text, ...more) {
  $("alarm").replaceChildren(...(text ? [h("p", {}, text), ...more] : []));
}

/** The file was changed elsewhere, and so was the workbook here: the organiser chooses; nothing is overwritten. */
function conflict() {
  alarm(filled(TEXTS.conflict, { file: book.name }), h("p", { className: "row" },
    h("button", { type: "button", onclick: () => task(async () => takeFile(await book.handle.getFile(), book.handle)) }, TEXTS.conflictFile),
    h("button", { type: "button", className: "main", onclick: () => task(saveAs) }, TEXTS.conflictHere)));
}

/** Before a change: may the file be written (asked once, at a click), and is it still what was read?
 * @returns {Promise<boolean>} whether to go on */
async function current() {
  if (APP || !book.handle) return true;
  if ((await book.handle.queryPermission({ mode: "readwrite" })) === "prompt" && navigator.userActivation?.isActive) {
    await book.handle.requestPermission({ mode: "readwrite" }).catch(() => {});
  }
  const file = await book.handle.getFile().catch(() => null); // gone, or forbidden: what is here stays
  if (!file || String(file.lastModified) === book.stamp) return true;
  if (book.unsaved) {
    conflict();
    return false;
  }
  await takeFile(file, book.handle);
  say(TEXTS.reread);
  return false;
}

/** A download with the round and the time in its name, which is given. @param {string} name @param {Uint8Array} data */
function handOver(name, data) {
  const [, stem, ending] = /^(.*?)(?: - ronde \d+ - \d+h\d+)?(\.xls[xm])$/i.exec(name) ?? [, name, ".xlsx"];
  const hour = new Date().toTimeString().slice(0, 5).replace(":", "h");
  const file = `${stem} - ronde ${view?.drawn ?? 0} - ${hour}${ending}`;
  download(file, data);
  return file;
}

/** A copy to keep, up to date, with the round and the time in its name. */
async function saveAs() {
  if (view.stale && !locked) await press("update");
  const data = APP ? await ask("content", book.name) : (book.data = await ask("content", book.name));
  const file = handOver(book.name, data);
  if (!book.handle) {
    book.unsaved = false;
    alarm("");
  }
  await remember();
  where();
  say(filled(TEXTS.downloaded, { file }));
}

function where() {
  const told = locked ? "" : APP ? TEXTS.inFolder : book.handle ? (book.unsaved ? TEXTS.notWritten : TEXTS.inPlace) : book.unsaved ? TEXTS.notSaved : TEXTS.asLoaded;
  $("where").textContent = bound(filled(told, { file: book.name }));
  $("saving").classList.toggle("unsaved", book.unsaved);
  $("saving").hidden = false;
}

// Acting

/** A call that changes the workbook. @param {string} name @param {object} given @param {Uint8Array} [data] */
async function change(name, given, data) {
  if (locked) return /** @type {Found} */ ({ answer: { code: 1, message: TEXTS.elsewhere, text: "", status: "", warnings: [], problems: [] } });
  if (!(await current())) return undefined;
  const found = await call(name, { file: book.name, ...given }, data);
  if (found.view) {
    shown(found);
    await changedNow();
    const typed = /** @type {any} */ ({ type: (/** @type {any} */ one) => one.cells[0], presence: (/** @type {any} */ one) => ({ sheet: PLAYERS, row: one.rows[0] }) })[name]?.(given);
    if (typed && !view.problems.length && (tab !== "round" || $("told").children.length)) say(filled(TEXTS.noted, { what: whatAt(typed) }));
  }
  return found;
}

/** Cells as typed. @param {any[]} cells @param {boolean} [sure] @returns {Promise<Found>} */
async function type(cells, sure = false) {
  const found = await change("type", { cells, sure });
  if (!found) return { answer: { code: 1, message: "", text: "", status: "", warnings: [], problems: [] } };
  if (found.answer.code && !found.answer.problems.length) tell(found.answer);
  return found;
}

/** A button. @param {string} action @param {object} [given] */
async function press(action, given = {}) {
  if (!(await noteAll())) return;
  if (view.matching && ["pair", "check", "send"].includes(action)) await ask("matching");
  chosenRound = null;
  const reads = ["check", "send", "publish"].includes(action);
  if (reads) say(filled(TEXTS.underway, { action: TEXTS.actions[/** @type {keyof typeof TEXTS.actions} */ (action)] }));
  if (reads && view.stale && !locked && action !== "check") await change("press", { action: "update" });
  const found = reads ? await call("press", { file: book.name, action, ...given }) : await change("press", { action, ...given });
  if (!found) return;
  if (found.doubt) {
    if (await sure(found.answer.message, TEXTS.actions.undo)) await press(action, { force: true });
    return;
  }
  tell(found.answer, files(found), action === "publish" && !APP && !found.answer.code && (await published(found)));
  if (found.mail) await showMail(found);
  const tab = { Appariements: "round", Résultats: "round", Classement: "standings", Cotes: "sheets" }[/** @type {string} */ (found.show)];
  if (found.show === "Cotes") chosenSheet = "Cotes";
  if (tab) showTab(tab);
  toMissing(!(action === "pair" && found.answer.code && view.missing?.length));
}

/** Links to the files that a press has written. @param {Found} found */
function files(found) {
  const link = (/** @type {string} */ name) => h("button", { type: "button", className: "file", onclick: () => task(async () => download(`${/** @type {any} */ (name.split("/").pop())}${name.includes(".") ? "" : ".zip"}`, await ask("content", name))) }, `⤓ ${name.split("/").pop()}${name.includes(".") ? "" : ".zip"}`);
  return (found.files ?? []).length ? h("p", { className: "row" }, found.files.map(link)) : null;
}

/** The first page of a publication, to be looked at without its files. @param {Found} found */
async function published({ files: [folder] = [""] }) {
  const read = async (/** @type {string} */ name) => new TextDecoder().decode(await ask("content", `${folder}/${name}`));
  const page = new DOMParser().parseFromString(await read("index.html"), "text/html"), style = /** @type {any} */ (page.querySelector("link[rel=stylesheet]"));
  style.replaceWith(h("style", {}, document.createTextNode(await read(style.getAttribute("href")))));
  for (const one of page.querySelectorAll("script, a:not([href^='#'])")) one.replaceWith(...(one.localName === "a" ? one.childNodes : []));
  const href = URL.createObjectURL(new Blob([`<!DOCTYPE html>${page.documentElement.outerHTML}`], { type: "text/html" }));
  return h("p", {}, h("a", { href, target: "_blank", className: "look" }, TEXTS.look), h("br"), TEXTS.published);
}

// What is seen

/** An answer with a view: all of it is drawn anew, what is being typed stays. @param {Found} found @param {boolean} [first] */
function shown(found, first = false) {
  view = found.view;
  const typing = first ? [] : [...document.querySelectorAll("#panel [data-key]")].map((/** @type {any} */ one) => [one.dataset.key, one.value, one.dataset.was]).filter(([, value, was]) => was !== undefined && value !== was);
  const focus = /** @type {any} */ (document.activeElement)?.dataset?.key;
  $("welcome").hidden = true;
  $("desk").hidden = false;
  document.body.dataset.game = view.game ?? "";
  document.body.classList.toggle("looking", locked);
  $("title").textContent = document.title = view.title ?? view.file;
  $("event").textContent = bound([view.event, view.formula].filter(Boolean).join(" · "));
  $("step").textContent = bound(locked ? TEXTS.elsewhere : view.status);
  if (first) {
    $("told").replaceChildren();
    tab = !view.drawn && !view.players?.length ? "players" : "round";
  }
  if (view.problems.length) tell({ code: 3, message: "", text: "", status: "", warnings: [], problems: view.problems });
  else if ($("told").querySelector(".problem")) $("told").replaceChildren();
  showActions();
  showBeside();
  showTab();
  for (const [key, value] of typing) {
    const box = /** @type {any} */ (document.querySelector(`#panel [data-key="${CSS.escape(key)}"]`));
    if (box && box.dataset.was !== value && !(box === document.activeElement)) box.value = value;
  }
  if (focus) /** @type {any} */ (document.querySelector(`#panel [data-key="${CSS.escape(focus)}"]`))?.focus();
  where();
}

function showActions() {
  const next = view.missing?.length ? "fill" : view.button || "update"; // never a button that will refuse
  const can = { ratings: view.ratings, provisional: view.ratings && view.played > 0 && view.played < view.rounds, undo: view.drawn > 0, pair: !view.rounds || view.drawn < view.rounds };
  /** @type {Record<string, () => any>} */
  const ways = {
    pair: () => press("pair"), update: () => press("update"), undo: () => press("undo"), ratings: () => press("ratings"),
    provisional: () => press("ratings", { provisional: true }), check: () => press("check"), send: () => press("send"),
    ...(APP ? { take: () => press("take") } : {}), publish: () => press("publish"), initials: () => press("publish", { initials: true }),
  };
  /** @type {Record<string, () => any>} */
  const talks = { ...(APP ? { hall: showHall, doctor: showDoctor } : {}), fill: () => toMissing(), print: choosePaper, ...(APP ? {} : { take: takeReceived }), explain: () => explain(view.drawn), whatIf, copies: showCopies, next: () => begin(true) };
  const button = (/** @type {string} */ name) => h("button", {
    type: "button", id: `do-${name}`, className: name === next ? "main" : "", disabled: locked && ["pair", "update", "take", "undo", "ratings", "provisional"].includes(name),
    onclick: () => { $("more").hidePopover?.(); return ways[name] ? task(ways[name]) : talks[name](); },
  }, TEXTS.actions[/** @type {keyof typeof TEXTS.actions} */ (name)]);
  const front = [...new Set(view.missing?.length ? [next, "pair", "print"] : [next, "update", "print"])], shown = (/** @type {string} */ name) => can[/** @type {keyof typeof can} */ (name)] ?? true;
  $("actions").replaceChildren(...front.map(button), h("button", { type: "button", id: "do-more", popoverTargetElement: $("more"), "aria-haspopup": "menu" }, "Autres gestes ▾"));
  $("more").replaceChildren(...[...Object.keys(ways), ...Object.keys(talks)].filter((name) => name !== "fill" && !front.includes(name) && shown(name)).map(button));
}

/** To the first box of a missing result that is empty or wrong. @param {boolean} [quietly] */
async function toMissing(quietly) {
  if (!quietly) {
    chosenRound = null;
    await showTab("round");
  }
  const boxes = /** @type {any[]} */ ([...document.querySelectorAll(".game.missing input")]);
  (boxes.find((box) => !box.value.trim() || box.hasAttribute("aria-invalid")) ?? boxes[0])?.focus({ preventScroll: quietly });
}

function showBeside() {
  const panel = Object.entries(view.panel ?? {}).filter(([, text]) => text);
  $("beside").replaceChildren(
    h("h2", {}, "En ce moment"), h("dl", {}, panel.map(([label, text]) => [h("dt", {}, label), h("dd", {}, text)])),
    view.leaders?.length ? h("h3", {}, "En tête") : "", view.leaders?.length ? h("ol", {}, view.leaders.map((/** @type {string[]} */ [name, points]) => h("li", {}, h("span", {}, name), h("b", {}, figure(points))))) : "",
    view.race && view.drawn ? h("h3", {}, "Encore en course") : "", view.race && view.drawn ? h("p", { className: "quiet" }, view.race) : "",
    view.notes?.length ? h("h3", {}, "À savoir") : "", ...(view.notes ?? []).map((/** @type {string} */ note) => h("p", {}, note)));
}

const TABS = { round: showRound, players: showPlayers, standings: showStandings, grid: () => asSheet(view.sheets.Grille, "Grille"), sheets: showSheets, settings: showSettings };
/** @type {string} */ let tab = "round";
/** @param {string} [name] */
async function showTab(name) {
  if (name) tab = name;
  $("tabs").replaceChildren(...Object.entries(TEXTS.tabs).map(([key, label]) => h("button", {
    type: "button", role: "tab", id: `tab-${key}`, "aria-selected": String(key === tab), "aria-controls": "panel", tabIndex: key === tab ? 0 : -1, onclick: () => showTab(key),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const keys = Object.keys(TEXTS.tabs), step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) showTab(keys[(keys.indexOf(tab) + step + keys.length) % keys.length]).then(() => $(`tab-${tab}`).focus());
    },
  }, label)));
  $("panel").setAttribute("aria-labelledby", `tab-${tab}`);
  $("panel").replaceChildren(TABS[/** @type {keyof typeof TABS} */ (tab)]());
  follow();
}

/** The workbooks used last, or those of the folder. */
async function showRecent() {
  const box = $("recent");
  if (APP) {
    const { books, folder } = await call("books", {});
    $("about").textContent = `tournament-xl ${APP.version}. ${filled(TEXTS.aboutApp, { folder })}`;
    box.replaceChildren(...(books.length ? [h("h2", {}, TEXTS.folder), h("ul", {}, books.map((/** @type {any} */ one) => h("li", {}, h("button", { type: "button", onclick: () => task(() => openServed(one.file)) }, h("b", {}, one.file), h("span", {}, one.status), h("small", {}, new Date(one.when * 1000).toLocaleString("fr"))))))] : []));
    return;
  }
  const kept = await keptBooks().catch(() => []);
  box.replaceChildren(...(kept.length ? [h("h2", {}, TEXTS.recent), h("ul", {}, kept.map((one) => h("li", {},
    h("button", { type: "button", onclick: () => task(() => resume(one)) }, h("b", {}, one.title || one.name), h("span", {}, one.status), h("small", {}, `${one.name} · ${new Date(one.when).toLocaleString("fr")}${one.unsaved ? " · à télécharger" : ""}`)),
    h("button", { type: "button", className: "close", "aria-label": filled(TEXTS.forget, { file: one.name }), onclick: async () => { if (await sure(filled(one.unsaved ? TEXTS.forgettingWork : TEXTS.forgetting, { file: one.name }), "Oublier", "")) task(async () => { await forget(one.id); await showRecent(); }); } }, "×"))))] : []));
}

/** A kept workbook; the file itself, where it may be read and nothing kept is missing in it. @param {Kept} kept */
async function resume(kept) {
  resumed = kept;
  if (kept.handle && !kept.unsaved) {
    const granted = (await kept.handle.queryPermission({ mode: "readwrite" })) === "granted" || (await kept.handle.requestPermission({ mode: "readwrite" }).catch(() => "")) === "granted";
    const file = granted ? await kept.handle.getFile().catch(() => null) : null;
    if (file) return take(file.name, new Uint8Array(await file.arrayBuffer()), kept.handle, file.lastModified, { ...kept, stamp: "" });
  }
  return take(kept.name, kept.data, kept.handle, 0, kept);
}

// The hand

async function choose() {
  const picker = /** @type {any} */ (window).showOpenFilePicker;
  if (!picker || APP) return $("pick").click();
  try {
    const [found] = await picker({ types: [{ description: "Classeur", accept: { "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [".xlsx"], "application/vnd.ms-excel.sheet.macroEnabled.12": [".xlsm"] } }] });
    await task(async () => takeFile(await found.getFile(), found));
  } catch (error) {
    if (/** @type {any} */ (error).name !== "AbortError") $("pick").click();
  }
  return undefined;
}

function wire() {
  for (const name of ["scroll", "resize"]) addEventListener(name, follow, { capture: true, passive: true });
  $("home").onclick = () => { if (book) close(); };
  $("open").onclick = choose;
  $("begin").onclick = () => begin();
  $("save").onclick = () => task(saveAs);
  $("pick").onchange = () => { const [file] = $("pick").files; if (file) task(() => takeFile(file)); $("pick").value = ""; };
  for (const name of ["dragover", "dragenter"]) addEventListener(name, (event) => { event.preventDefault(); document.body.classList.add("over"); });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("over"); });
  addEventListener("drop", (/** @type {any} */ event) => {
    event.preventDefault();
    document.body.classList.remove("over");
    const [item] = event.dataTransfer.items, file = item?.getAsFile();
    const asked = item?.getAsFileSystemHandle?.() ?? Promise.resolve(null);
    if (file) task(async () => { const found = await asked.catch(() => null); await takeFile(file, found?.kind === "file" ? found : undefined); });
  });
  addEventListener("beforeunload", (event) => { if (book?.unsaved && !locked) event.preventDefault(); });
  if (APP) {
    const beat = (/** @type {string} */ word) => fetch(`/appel/${word}`, { method: "POST", headers: { "X-Key": APP.key }, body: `{"page": "${APP.page}"}\n`, keepalive: true }).catch(() => {});
    beat("here");
    setInterval(beat, 20_000, "here");
    addEventListener("pagehide", () => beat("gone"));
    addEventListener("pageshow", () => beat("here"));
    addEventListener("focus", () => { if (book && !document.querySelector("dialog[open]")) task(async () => { const found = await call("open", { file: book.name }); if (found.view) shown(found); else tell(found.answer); }); });
  } else $("about").append(TEXTS.about, " ");
  if (!APP) $("about").append(h("button", { type: "button", className: "link", onclick: async () => {
    const text = parts.licences ?? (await (await fetch("licences.txt")).text());
    await dialog(TEXTS.licences, () => [h("pre", {}, text)], "wide");
  } }, TEXTS.licences));
  onStep = (step, done) => {
    $("starting").hidden = done === 1;
    $("starting").className = "";
    $("state").textContent = `${step}…`;
    $("progress").firstElementChild.style.width = `${done * 100}%`;
  };
  onRestart = async () => {
    if (!book?.data) return;
    for (const [copy, bytes] of Object.entries(await keptCopies(book.id).catch(() => ({})))) await send("put", `Sauvegardes/${copy}`, bytes);
    await send("call", "take", { file: book.name, over: true }, book.data);
  };
  if (!APP && /** @type {any} */ (SOURCE).folder && location.protocol === "file:") { $("state").textContent = TEXTS.wantsServer; return; }
  (parts.worker ? ready : start()).then((/** @type {any} */ found) => {
    if (!APP) $("about").prepend(`tournament-xl ${found.version}. `);
    document.body.dataset.ready = String(Math.round(performance.now()));
  }, (/** @type {any} */ error) => { $("starting").className = "bad"; $("state").textContent = bound(filled(TEXTS.noEngine, { reason: error.message })); });
  task(showRecent);
  thin().catch(() => {});
  if (/** @type {any} */ (SOURCE).folder && navigator.serviceWorker && isSecureContext) navigator.serviceWorker.register("sw.js").catch(() => {});
}

wire();

// Owns what buttons do: calls that change the workbook, their answers, the next step and the other actions.
"use strict";

/** Make a call that changes the workbook. @param {string} name @param {object} request @param {Uint8Array} [data] */
async function changeBook(name, request, data) {
  if (state.locked)
    return /** @type {Result} */ ({
      answer: { code: 1, message: TEXTS.elsewhere, text: "", status: "", warnings: [], problems: [] },
    });
  if (!(await isFileCurrent())) return undefined;
  const changes = name !== "press" || /** @type {any} */ (request).action !== "update" || state.view?.stale;
  const result = await engine.call(name, { file: state.book.name, ...request }, data);
  if (result.view) {
    if (changes) state.book.done = []; // its pages are not those of the moment
    if (name === "back") forgetTyped();
    showView(result);
    await saveChange();
    const typed = name === "type" ? /** @type {any} */ (request).cells[0] : null;
    if (name === "presence") tell(result.answer);
    else if (typed && !state.view.problems.length && (state.tab !== "round" || $("told").children.length))
      tell({
        ...result.answer,
        message: filled(TEXTS.noted, { what: describeCell(typed) }),
        warnings: state.tab === "round" ? [] : result.answer.warnings,
      });
  }
  return result;
}

/** Type cells. @param {any[]} cells @param {boolean} [sure] @returns {Promise<Result>} */
async function typeCells(cells, sure = false) {
  const result = await changeBook("type", { cells, sure });
  if (!result) return { answer: { code: 1, message: "", text: "", status: "", warnings: [], problems: [] } };
  if (result.answer.code && !result.answer.problems.length) tell(result.answer);
  return result;
}

/** Do the action of a button. @param {string} action @param {object} [options] of the call `press` */
async function runAction(action, options = {}) {
  if (!(await noteAllRows())) return;
  state.rowNote = null;
  state.chosenRound = null;
  const reads = ["check", "send", "publish"].includes(action);
  if (reads) say(filled(TEXTS.underway, { action: TEXTS.actions[/** @type {keyof typeof TEXTS.actions} */ (action)] }));
  const canUpdateFirst = action !== "check" || state.book.isStaleOnlyByPage; // an update before the check would hide a computed cell that another program changed
  if (reads && state.view.stale && !state.locked && canUpdateFirst) await changeBook("press", { action: "update" });
  const result = reads
    ? await engine.call("press", { file: state.book.name, action, ...options })
    : await changeBook("press", { action, ...options });
  if (!result) return;
  if (result.mail) {
    Object.assign(result, { time: timeForName(), parcel: state.view.parcel });
    if (APP) await noteMail(result); // in its folder it has taken the place of the one before
  }
  if (action === "publish" && !result.answer.code) {
    state.book.done = ["publish"];
    showStep();
    await storeOpenBook();
  }
  if (result.doubt) {
    if (await askYesNo(result.answer.message, TEXTS.actions.undo)) await runAction(action, { force: true });
    return;
  }
  if (result.mail) {
    tell(
      { ...result.answer, text: "", warnings: [] },
      h(
        "p",
        { className: "row" },
        h("button", { type: "button", onclick: () => showMail(result) }, TEXTS.mailAgain),
        !result.mail.to && settingLink(FEDERATION_MAIL),
        APP && filled(TEXTS.folderToo, { folder: result.files?.[0] }),
      ),
    );
    void showMail(result); // a file is taken from it while it is open
  } else if (action === "publish" && !result.answer.code) {
    const text = APP ? filled(TEXTS.folderToo, { folder: result.files?.[0] }) : TEXTS.published;
    tell(
      result.answer,
      h("p", { className: "row" }, !APP && (await previewLink(result)), fileLinks(result.files, TEXTS.pages), text),
    );
  } else tell(result.answer);
  const tab = { Appariements: "round", Résultats: "round", Classement: "standings", Cotes: "sheets" }[
    /** @type {string} */ (result.show)
  ];
  if (result.show === "Cotes") state.chosenSheet = "Cotes";
  const refused = result.answer.code !== 0;
  if (tab ?? (refused && action === "pair" && state.view.missing?.length)) await showTab(tab ?? "round");
  if (refused) showRefusal();
  else if (action === "pair") showNewRound();
  else toMissing(true);
}

/** Make the workbook anew from today's template, and open the new one. */
async function upgradeBook() {
  if (!(await noteAllRows())) return;
  const result = await engine.call("press", { file: state.book.name, action: "upgrade" });
  if (result.view) await openMade(result.view.file, result);
  tell(result.answer);
  if (!result.view) showRefusal();
}

/** A new round begins at the top: its message in sight, and its first box for the hand. */
function showNewRound() {
  scrollTo({ top: 0 });
  toMissing(true);
  keepInSight();
}

/** What has been refused is read where it stands, beneath the buttons. */
function showRefusal() {
  $("told").focus({ preventScroll: true });
  $("told").scrollIntoView({ block: "nearest" });
}

/** The name of what an action has written; a folder comes in one .zip. @param {string} path */
const fileOf = (path) => (path.includes("/") ? (path.split("/").at(-1) ?? "") : `${path}.zip`);
/** Such a name with a time, as it is downloaded. @param {string} path @param {string} time */
const timedName = (path, time) => fileOf(path).replace(/(\.\w+)?$/, ` - ${time}$1`);

/** Buttons that download what an action has written. @param {string[]} [files] @param {string} [label] instead of a file's name
 * @param {string} [className] @param {string} [time] in the name; without one, that of the download @param {() => any} [then] */
function fileLinks(files = [], label = "", className = "file", time = "", then = () => {}) {
  const take = async (/** @type {string} */ path) => {
    download(timedName(path, time || timeForName()), await ask("content", path));
    await then();
  };
  return h(
    "span",
    { className: "row" },
    files.map((path) =>
      h(
        "button",
        { type: "button", className, onclick: () => task(() => take(path)) },
        `⤓ ${label || (time ? timedName(path, time) : fileOf(path))}`,
      ),
    ),
  );
}

/** The first page of a publication, to be looked at without its files. @param {Result} result */
async function previewLink({ files: [folder] = [""] }) {
  const read = async (/** @type {string} */ name) =>
    new TextDecoder().decode(await ask("content", `${folder}/${name}`));
  const page = new DOMParser().parseFromString(await read("index.html"), "text/html"),
    style = /** @type {any} */ (page.querySelector("link[rel=stylesheet]"));
  style.replaceWith(h("style", {}, document.createTextNode(await read(style.getAttribute("href")))));
  for (const element of page.querySelectorAll("script, a[href]:not([href^='#'])"))
    element.replaceWith(...(element.localName === "a" ? element.childNodes : []));
  const href = URL.createObjectURL(
    new Blob([`<!DOCTYPE html>${page.documentElement.outerHTML}`], { type: "text/html" }),
  );
  return h("a", { href, target: "_blank", className: "look" }, TEXTS.look);
}

/** Find what comes after the program's last step: the mail of the present state downloaded, then published, then the workbook saved. */
function findStepAfter() {
  if (
    state.view.button !== "send" ||
    isAnyResultMissing() ||
    !state.book.mail?.complete ||
    state.book.mail.parcel !== state.view.parcel
  )
    return null;
  if (!state.book.done?.includes("publish")) return { button: "publish", text: TEXTS.sent };
  return state.book.unsaved && !APP ? { button: "save", text: TEXTS.toSave } : { button: "next", text: TEXTS.done };
}

/** The state of the open workbook with its next step. */
function describeStatus() {
  const after = findStepAfter();
  return after && state.view.stage.length ? [...state.view.stage, after.text].join(" · ") : state.view.status;
}

/** The next step, and what to note before it once a round is complete. */
function describeStep() {
  return [
    describeStatus(),
    state.view.drawn && state.view.button === "pair" && !state.view.missing?.length ? TEXTS.beforePairing : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Show the next step, and the buttons. */
function showStep() {
  $("step").textContent = bindPunctuation(
    state.locked ? TEXTS.elsewhere : faultyRows().map(describeFault).join(" ") || describeStep(),
  );
  keepButtonFocus(() => {
    showActions(findStepAfter()?.button);
    showReady();
  });
}

/** Show the next step below a finished round, for whom the buttons at the top are out of sight. */
function showReady() {
  const main = document.querySelector("#actions .main");
  $("ready").hidden =
    state.tab !== "round" ||
    !state.view.drawn ||
    (state.chosenRound === FINALS ? isAnyResultMissing() : state.view.missing?.length > 0) ||
    faultyRows().length > 0 ||
    !main;
  const choice =
    canChooseFinals() && state.chosenRound !== FINALS
      ? h("button", { type: "button", onclick: showFinals }, TEXTS.actions.finals)
      : null;
  $("ready").replaceChildren(
    h("b", { id: "ready-words", tabIndex: -1 }, describeStep()),
    choice ?? "",
    h(
      "button",
      {
        type: "button",
        className: "main",
        onclick: () => /** @type {any} */ (document.querySelector("#actions .main"))?.click(),
      },
      main?.textContent ?? "",
    ),
  );
}

/** Buttons of the other actions, in three groups. */
const GROUPS = {
  round: ["pair", "undo", "take", "screen", "explain", "whatIf", "update"],
  end: ["finals", "ratings", "provisional", "check", "send", "publish", "initials", "hall"],
  workbook: ["print", "copies", "next", "upgrade", "doctor"],
};

/** @param {string} [after] the button after the program's last step */
function showActions(after) {
  const next = state.view.problems.length
    ? "mend"
    : isAnyResultMissing() || faultyRows().length
      ? "fill"
      : after || state.view.button || "update"; // never a button that will refuse
  /** @type {Record<string, () => any>} */
  const presses = {
    pair: () => runAction("pair"),
    update: () => runAction("update"),
    undo: () => runAction("undo"),
    ratings: () => runAction("ratings"),
    provisional: () => runAction("ratings", { provisional: true }),
    check: () => runAction("check"),
    send: () => runAction("send"),
    ...(APP ? { take: () => runAction("take") } : {}),
    publish: () => runAction("publish"),
    save: saveAs,
    initials: () => runAction("publish", { initials: true }),
  };
  /** @type {Record<string, () => any>} */
  const dialogs = {
    ...(APP
      ? { hall: showHall, doctor: showDoctor }
      : { take: () => (faultyRows().length ? goToFault(faultyRows()[0] ?? "") : takeReceived()) }),
    mend: tellProblems,
    fill: () => toMissing(),
    finals: showFinals,
    print: choosePaper,
    screen: openScreen,
    explain: () => explain(state.view.drawn),
    whatIf,
    copies: showCopies,
    next: () => begin(true),
    upgrade: () => task(upgradeBook),
  };
  /** @type {Record<string, boolean>} */
  const can = {
    finals: canShowFinals(),
    ratings: state.view.ratings,
    provisional: state.view.ratings && state.view.played > 0 && state.view.played < state.view.rounds,
    undo: state.view.drawn > 0,
    pair: !state.view.rounds || state.view.drawn < state.view.rounds,
    take: state.view.drawn > 0,
    explain: state.view.drawn > 0,
    whatIf: Boolean(state.view.missing?.length) || (state.view.drawn > 0 && state.view.drawn < state.view.rounds),
  };
  const waits = (/** @type {string} */ name) => name === "whatIf" && !state.view.missing?.length; // for a round
  const changes = ["pair", "update", "take", "undo", "ratings", "provisional"];
  const purposeText = (/** @type {string} */ name) =>
    name === "take" && !APP ? TEXTS.takeFile : TEXTS.purposes[/** @type {keyof typeof TEXTS.purposes} */ (name)];
  const purposeOf = (/** @type {string} */ name) =>
    waits(name)
      ? h("small", { className: "purpose" }, filled(TEXTS.afterPairing, { round: state.view.drawn + 1 }))
      : name === "update"
        ? h("small", {}, state.view.stale ? TEXTS.updateStale : TEXTS.updateDone)
        : !front.includes(name) && h("small", { className: "purpose" }, purposeText(name));
  const button = (/** @type {string} */ name) =>
    h(
      "button",
      {
        type: "button",
        id: `do-${name}`,
        title: purposeText(name),
        className: name === next ? "main" : "",
        disabled: waits(name) || (state.locked && changes.includes(name)),
        onclick: () => {
          $("more").hidePopover?.();
          return presses[name] ? task(presses[name]) : dialogs[name]();
        },
      },
      name === "pair"
        ? filled(TEXTS.pairRound, { round: (state.view.drawn ?? 0) + 1 })
        : TEXTS.actions[/** @type {keyof typeof TEXTS.actions} */ (name)],
      name !== next && purposeOf(name),
    );
  const front = [
    ...new Set(
      state.view.missing?.length && can.pair
        ? [next, "pair", "print"]
        : canChooseFinals()
          ? [next, "finals", "print"]
          : [next, "print"],
    ),
  ]; // Mettre à jour is needed for other programs only
  const others = (/** @type {string[]} */ names) =>
    names.filter((name) => (presses[name] || dialogs[name]) && !front.includes(name) && (can[name] ?? true));
  $("actions").replaceChildren(
    ...front.map(button),
    h(
      "button",
      { type: "button", id: "do-more", popoverTargetElement: $("more"), "aria-haspopup": "menu" },
      TEXTS.otherActions,
    ),
  );
  $("more").replaceChildren(
    ...Object.entries(GROUPS).map(([key, names]) =>
      h(
        "section",
        { "aria-label": TEXTS.groups[/** @type {keyof typeof TEXTS.groups} */ (key)] },
        h("h3", {}, TEXTS.groups[/** @type {keyof typeof TEXTS.groups} */ (key)]),
        others(names).map(button),
      ),
    ),
  );
}

/** Place the other actions below their button, higher where there is not the room: its last one is in sight. */
function placeMore() {
  const { bottom, right } = $("do-more").getBoundingClientRect(),
    menu = $("more"),
    margin = 8;
  menu.style.right = `${Math.max(margin, document.documentElement.clientWidth - Math.max(right, menu.offsetWidth + margin))}px`;
  menu.style.top = `${Math.max(margin, Math.min(bottom + margin, innerHeight - margin - menu.offsetHeight))}px`;
}

/** Go to the first box of a missing result that is empty or wrong. @param {boolean} [quietly] */
async function toMissing(quietly) {
  const [faulty] = faultyRows();
  if (faulty && !isAnyResultMissing()) return goToFault(faulty);
  if (!quietly) {
    state.chosenRound = isAnyResultMissing() && !state.view.missing?.length ? FINALS : null;
    await showTab("round");
  }
  if (quietly && document.activeElement?.matches(".game input")) return undefined; // somebody types
  const boxes = /** @type {any[]} */ ([...document.querySelectorAll(".game.missing input")]);
  (boxes.find((box) => !box.value.trim() || box.hasAttribute("aria-invalid")) ?? boxes[0])?.focus({
    preventScroll: quietly,
  });
  return undefined;
}

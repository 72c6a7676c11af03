// Owns what buttons do: calls that change the workbook, their answers, the next step and the other actions.
import { begin, noteMail, showCopies, showDoctor, showMail, takeReceived } from "./dialogs";
import { $, bindPunctuation, h } from "./dom";
import { APP, engine, readContent } from "./engine";
import { canChooseFinals, canShowFinals, isAnyResultMissing, showFinals } from "./finals";
import { openScreen, showHall } from "./hall";
import { FEDERATION_MAIL, FINALS } from "./names";
import { showTab, showView, tellProblems } from "./page";
import { explain, whatIf } from "./pairs";
import { choosePaper } from "./paper";
import { describeCell, describeFault, faultyRows, goToFault, noteAllRows } from "./round";
import { askYesNo, download, say, settingLink, tell, timeForName } from "./show";
import { state, type Tab } from "./state";
import { filled, TEXTS } from "./texts";
import { forgetTyped, keepButtonFocus, keepInSight } from "./typing";
import type { Answer, Bytes, Calls, PressResult, Result, TypedCell } from "./wire";
import { isFileCurrent, openMade, saveAs, saveChange, storeOpenBook, task } from "./workbook";

/** An answer of the page itself: that something was not done. */
const refusal = (message: string): Answer => ({
  code: 1,
  message,
  text: "",
  status: "",
  warnings: [],
  problems: [],
});

/** Make a call that changes the workbook. */
export async function changeBook<K extends "press" | "type" | "presence" | "received" | "back">(
  name: K,
  request: { action?: string; cells?: TypedCell[]; [more: string]: unknown },
  data?: Bytes,
): Promise<Calls[K] | undefined> {
  if (state.locked) return { answer: refusal(TEXTS.elsewhere) };
  if (!(await isFileCurrent())) return undefined;
  const changes = name !== "press" || request.action !== "update" || state.view?.stale;
  const result = await engine.call(name, { file: state.book.name, ...request }, data);
  if (result.view) {
    if (changes) state.book.done = []; // its pages are not those of the moment
    if (name === "back") forgetTyped();
    showView(result);
    await saveChange();
    const typed = name === "type" ? request.cells?.[0] : null;
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

/** Type cells. */
export async function typeCells(cells: TypedCell[], sure = false): Promise<Result> {
  const result = await changeBook("type", { cells, sure });
  if (!result) return { answer: refusal("") };
  if (result.answer.code && !result.answer.problems.length) tell(result.answer);
  return result;
}

type Action = keyof typeof TEXTS.actions;

/** Sheets that an action shows, and the tabs on which they are. */
const TABS_OF_SHEETS: Record<string, Tab | undefined> = {
  Appariements: "round",
  Résultats: "round",
  Classement: "standings",
  Cotes: "sheets",
};

/** Do the action of a button.
 * @param options of the call `press` */
export async function runAction(action: Action, options: object = {}) {
  if (!(await noteAllRows())) return;
  state.rowNote = null;
  state.chosenRound = null;
  const reads = ["check", "send", "publish"].includes(action);
  if (reads) say(filled(TEXTS.underway, { action: TEXTS.actions[action] }));
  const canUpdateFirst = action !== "check" || state.book.isStaleOnlyByPage; // an update before the check would hide a computed cell that another program changed
  if (reads && state.view.stale && !state.locked && canUpdateFirst) await changeBook("press", { action: "update" });
  const result = reads
    ? await engine.call("press", { file: state.book.name, action, ...options })
    : await changeBook("press", { action, ...options });
  if (!result) return;
  const prepared = result.mail && { ...result, mail: result.mail, time: timeForName(), parcel: state.view.parcel };
  if (prepared && APP) await noteMail(prepared); // in its folder it has taken the place of the one before
  if (action === "publish" && !result.answer.code) {
    state.book.done = ["publish"];
    showStep();
    await storeOpenBook();
  }
  if (result.doubt) {
    if (await askYesNo(result.answer.message, TEXTS.actions.undo)) await runAction(action, { force: true });
    return;
  }
  if (prepared) {
    tell(
      { ...result.answer, text: "", warnings: [] },
      h(
        "p",
        { className: "row" },
        h("button", { type: "button", onclick: () => showMail(prepared) }, TEXTS.mailAgain),
        !prepared.mail.to && settingLink(FEDERATION_MAIL),
        APP && filled(TEXTS.folderToo, { folder: result.files?.[0] }),
      ),
    );
    void showMail(prepared); // a file is taken from it while it is open
  } else if (action === "publish" && !result.answer.code) {
    const text = APP ? filled(TEXTS.folderToo, { folder: result.files?.[0] }) : TEXTS.published;
    tell(
      result.answer,
      h("p", { className: "row" }, !APP && (await previewLink(result)), fileLinks(result.files, TEXTS.pages), text),
    );
  } else tell(result.answer);
  const tab = TABS_OF_SHEETS[result.show ?? ""];
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
export function showRefusal() {
  $("told").focus({ preventScroll: true });
  $("told").scrollIntoView({ block: "nearest" });
}

/** The name of what an action has written; a folder comes in one .zip. */
export const fileOf = (path: string) => (path.includes("/") ? (path.split("/").at(-1) ?? "") : `${path}.zip`);
/** Such a name with a time, as it is downloaded. */
export const timedName = (path: string, time: string) => fileOf(path).replace(/(\.\w+)?$/, ` - ${time}$1`);

/** Buttons that download what an action has written.
 * @param label instead of a file's name
 * @param time in the name; without one, that of the download */
export function fileLinks(
  files: string[] = [],
  label: string = "",
  className: string = "file",
  time: string = "",
  then: () => unknown = () => {},
) {
  const take = async (path: string) => {
    download(timedName(path, time || timeForName()), await readContent(path));
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

/** The first page of a publication, to be looked at without its files. */
async function previewLink({ files: [folder] = [""] }: PressResult) {
  const read = async (name: string) => new TextDecoder().decode(await readContent(`${folder}/${name}`));
  const page = new DOMParser().parseFromString(await read("index.html"), "text/html"),
    style = page.querySelector("link[rel=stylesheet]");
  style?.replaceWith(h("style", {}, document.createTextNode(await read(style.getAttribute("href") ?? ""))));
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
export function describeStatus() {
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
export function showStep() {
  $("step").textContent = bindPunctuation(
    state.locked ? TEXTS.elsewhere : faultyRows().map(describeFault).join(" ") || describeStep(),
  );
  keepButtonFocus(() => {
    showActions(findStepAfter()?.button);
    showReady();
  });
}

/** Show the next step below a finished round, for whom the buttons at the top are out of sight. */
export function showReady() {
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
        onclick: () => document.querySelector<HTMLElement>("#actions .main")?.click(),
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

/** @param after the button after the program's last step */
function showActions(after?: string) {
  const next = state.view.problems.length
    ? "mend"
    : isAnyResultMissing() || faultyRows().length
      ? "fill"
      : after || state.view.button || "update"; // never a button that will refuse
  const presses: Record<string, () => unknown> = {
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
  const dialogs: Record<string, () => unknown> = {
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
  const can: Record<string, boolean> = {
    finals: canShowFinals(),
    ratings: state.view.ratings,
    provisional: state.view.ratings && state.view.played > 0 && state.view.played < state.view.rounds,
    undo: state.view.drawn > 0,
    pair: !state.view.rounds || state.view.drawn < state.view.rounds,
    take: state.view.drawn > 0,
    explain: state.view.drawn > 0,
    whatIf: Boolean(state.view.missing?.length) || (state.view.drawn > 0 && state.view.drawn < state.view.rounds),
  };
  const waits = (name: string) => name === "whatIf" && !state.view.missing?.length; // for a round
  const changes = ["pair", "update", "take", "undo", "ratings", "provisional"];
  const purposeText = (name: string) =>
    name === "take" && !APP ? TEXTS.takeFile : TEXTS.purposes[name as keyof typeof TEXTS.purposes];
  const purposeOf = (name: string) =>
    waits(name)
      ? h("small", { className: "purpose" }, filled(TEXTS.afterPairing, { round: state.view.drawn + 1 }))
      : name === "update"
        ? h("small", {}, state.view.stale ? TEXTS.updateStale : TEXTS.updateDone)
        : !front.includes(name) && h("small", { className: "purpose" }, purposeText(name));
  const button = (name: string) =>
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
        : TEXTS.actions[name as keyof typeof TEXTS.actions],
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
  const others = (names: string[]) =>
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
        { "aria-label": TEXTS.groups[key as keyof typeof TEXTS.groups] },
        h("h3", {}, TEXTS.groups[key as keyof typeof TEXTS.groups]),
        others(names).map(button),
      ),
    ),
  );
}

/** Place the other actions below their button, higher where there is not the room: its last one is in sight. */
export function placeMore() {
  const { bottom, right } = $("do-more").getBoundingClientRect(),
    menu = $("more"),
    margin = 8;
  menu.style.right = `${Math.max(margin, document.documentElement.clientWidth - Math.max(right, menu.offsetWidth + margin))}px`;
  menu.style.top = `${Math.max(margin, Math.min(bottom + margin, innerHeight - margin - menu.offsetHeight))}px`;
}

/** Go to the first box of a missing result that is empty or wrong. */
export async function toMissing(quietly?: boolean) {
  const [faulty] = faultyRows();
  if (faulty && !isAnyResultMissing()) return goToFault(faulty);
  if (!quietly) {
    state.chosenRound = isAnyResultMissing() && !state.view.missing?.length ? FINALS : null;
    await showTab("round");
  }
  if (quietly && document.activeElement?.matches(".game input")) return undefined; // somebody types
  const boxes = [...document.querySelectorAll<HTMLInputElement>(".game.missing input")];
  (boxes.find((box) => !box.value.trim() || box.hasAttribute("aria-invalid")) ?? boxes[0])?.focus({
    preventScroll: quietly,
  });
  return undefined;
}

// Owns what is in sight: the view of the open workbook, its tabs, the welcome, and what reaches the page from outside.
import { placeMore, showReady, showStep } from "./actions";
import { begin } from "./dialogs";
import { $, bindPunctuation, flatten, h } from "./dom";
import { APP, ask, engine, parts, startEngine } from "./engine";
import { followScreen } from "./hall";
import { hasBye, roundRows, showRound } from "./round";
import { showSettings } from "./settings";
import { askYesNo, clearNoted, dialog, figure, keepTitlesInSight, renderSheet, tell } from "./show";
import { state, type Tab } from "./state";
import { type FileHandle, forget, forgetOldest, listStoredBooks, readBackups, type StoredBook } from "./store";
import { showPlayers, showSheets, showStandings } from "./tables";
import { countNoun, filled, TEXTS } from "./texts";
import { drawPanel, forgetTyped, keepButtonFocus } from "./typing";
import type { Result, View } from "./wire";
import { closeBook, openBytes, openFile, openServed, saveAs, showSaving, task } from "./workbook";

/** Say what is to be corrected in the workbook before anything else is written. */
export const tellProblems = () =>
  tell({ code: 3, message: "", text: "", status: "", warnings: [], problems: state.view.problems });

/** Show the view of an answer: all is drawn anew, what is being typed stays. */
export function showView(result: Result, first: boolean = false) {
  state.view = result.view as View;
  if (first) forgetTyped();
  if (!state.view.stale) state.book.isStaleOnlyByPage = true; // from now on only what is typed in this page can make it stale, until another program may have written
  $("welcome").hidden = true;
  $("desk").hidden = false;
  document.body.dataset.game = state.view.game ?? "";
  document.body.classList.toggle("looking", state.locked);
  $("title").textContent = document.title = state.view.title ?? state.view.file;
  $("event").textContent = bindPunctuation([state.view.event, state.view.formula].filter(Boolean).join(" · "));
  if (first) {
    $("told").replaceChildren();
    state.tab = !state.view.drawn && !state.view.players?.length ? "players" : "round";
  }
  if (state.view.problems.length) tellProblems();
  else if ($("told").querySelector(".problem")) $("told").replaceChildren();
  showStep();
  showTab();
  showSaving();
  followScreen();
}

const PRESENT = "Joueurs présents"; // the figure of the dashboard: of the round under way, else of the next one

/** Say how the number of players who are there goes with the pairs of their round. */
function describePresence(present: number) {
  const registered = state.view.players?.length ?? present,
    away = registered - present;
  const isUnderWay =
      state.view.drawn > 0 && (state.view.drawn > state.view.played || state.view.drawn === state.view.rounds),
    rows = isUnderWay ? roundRows(state.view.drawn) : [];
  const byes = rows.filter(hasBye).length;
  return [
    filled((away > 0 ? TEXTS.presenceAway[away > 1 ? 1 : 0] : undefined) ?? TEXTS.presence, {
      round: isUnderWay ? state.view.drawn : state.view.drawn + 1,
      registered: countNoun(registered, TEXTS.nouns.registered),
      count: away,
    }),
    rows.length
      ? [countNoun(rows.length - byes, TEXTS.nouns.pair), byes ? countNoun(byes, TEXTS.nouns.bye) : ""]
          .filter(Boolean)
          .join(TEXTS.and)
      : "",
  ]
    .filter(Boolean)
    .join(" ; ");
}

/** What no other place of the page says: who is there, who leads, what to know. */
function showBeside() {
  const present = state.view.panel?.[PRESENT],
    leads = state.view.leaders?.length && !["standings", "grid"].includes(state.tab);
  $("beside").replaceChildren(
    ...flatten([
      present &&
        state.tab !== "players" && [
          h("p", { className: "present" }, PRESENT, h("b", {}, present)),
          h("p", { className: "quiet" }, describePresence(Number(present))),
        ],
      leads && [
        h(
          "h3",
          {},
          state.view.drawn > state.view.played
            ? filled(TEXTS.leadersBefore, { round: state.view.played + 1 })
            : TEXTS.leaders,
        ),
        h(
          "ol",
          {},
          state.view.leaders.map(([name, points]: string[]) =>
            h("li", {}, h("span", {}, name), h("b", {}, figure(points))),
          ),
        ),
      ],
      state.view.race && state.view.drawn && [h("h3", {}, TEXTS.race), h("p", { className: "quiet" }, state.view.race)],
      state.view.notes?.length && [h("h3", {}, TEXTS.notes), state.view.notes.map((note: string) => h("p", {}, note))],
    ]),
  );
}

const TABS: Record<Tab, () => HTMLElement> = {
  round: showRound,
  players: showPlayers,
  standings: showStandings,
  grid: () => renderSheet(state.view.sheets.Grille, "Grille"),
  sheets: showSheets,
  settings: showSettings,
};
const TAB_NAMES = Object.keys(TABS) as Tab[];
const BROAD: Tab[] = ["grid", "sheets"]; // tabs whose tables get the whole width, the side panel below them
/** Go to another tab at a person's hand: what has been said there is read; what is wrong, or to be taken along, stays. */
function chooseTab(name: Tab) {
  clearNoted();
  return showTab(name);
}

export async function showTab(name?: Tab) {
  if (name) state.tab = name;
  $("tabs").replaceChildren(
    ...TAB_NAMES.map((key) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${key}`,
          "aria-selected": String(key === state.tab),
          "aria-controls": "panel",
          tabIndex: key === state.tab ? 0 : -1,
          onclick: () => chooseTab(key),
          onkeydown: (event: KeyboardEvent) => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            const next = step && TAB_NAMES.at((TAB_NAMES.indexOf(state.tab) + step) % TAB_NAMES.length);
            if (next) chooseTab(next).then(() => $(`tab-${next}`).focus());
          },
        },
        TEXTS.tabs[key],
      ),
    ),
  );
  $("panel").setAttribute("aria-labelledby", `tab-${state.tab}`);
  $("columns").classList.toggle("broad", BROAD.includes(state.tab));
  drawPanel(TABS[state.tab]());
  showBeside();
  keepButtonFocus(showReady);
  keepTitlesInSight();
}

/** The workbooks used last, or those of the folder. */
export async function showRecent() {
  const box = $("recent");
  if (APP) {
    const { books, folder } = await engine.call("books", {});
    $("about").textContent = `tournament-xl ${APP.version}. ${filled(TEXTS.aboutApp, { folder })}`;
    box.replaceChildren(
      ...(books.length
        ? [
            h("h2", {}, TEXTS.folder),
            h(
              "ul",
              {},
              books.map((workbook) =>
                h(
                  "li",
                  {},
                  h(
                    "button",
                    { type: "button", onclick: () => task(() => openServed(workbook.file)) },
                    h("b", {}, workbook.file),
                    h("span", {}, workbook.status),
                    h("small", {}, new Date(workbook.when * 1000).toLocaleString("fr")),
                  ),
                ),
              ),
            ),
          ]
        : []),
    );
    return;
  }
  const storedBooks = await listStoredBooks().catch(() => []);
  box.replaceChildren(
    ...(storedBooks.length
      ? [
          h("h2", {}, TEXTS.recent),
          h(
            "ul",
            {},
            storedBooks.map((workbook) =>
              h(
                "li",
                {},
                h(
                  "button",
                  { type: "button", onclick: () => task(() => resumeBook(workbook)) },
                  h("b", {}, workbook.title || workbook.name),
                  h("span", {}, workbook.status),
                  h(
                    "small",
                    {},
                    `${workbook.name} · ${new Date(workbook.when).toLocaleString("fr")}${workbook.unsaved ? ` · ${TEXTS.toDownload}` : ""}`,
                  ),
                ),
                h(
                  "button",
                  {
                    type: "button",
                    className: "close",
                    "aria-label": filled(TEXTS.forget, { file: workbook.name }),
                    onclick: async () => {
                      if (
                        await askYesNo(
                          filled(workbook.unsaved ? TEXTS.forgettingWork : TEXTS.forgetting, { file: workbook.name }),
                          TEXTS.forgetNow,
                          "",
                        )
                      )
                        task(async () => {
                          await forget(workbook.id);
                          await ask("forget", workbook.name);
                          await showRecent();
                        });
                    },
                  },
                  "×",
                ),
              ),
            ),
          ),
        ]
      : []),
  );
}

/** A kept workbook; the file itself, where it may be read and nothing kept is missing in it. */
async function resumeBook(storedBook: StoredBook) {
  state.openingFile = storedBook;
  if (storedBook.handle && !storedBook.unsaved) {
    const granted =
      (await storedBook.handle.queryPermission({ mode: "readwrite" })) === "granted" ||
      (await storedBook.handle.requestPermission({ mode: "readwrite" }).catch(() => "")) === "granted";
    const file = granted ? await storedBook.handle.getFile().catch(() => null) : null;
    if (file)
      return openBytes(file.name, new Uint8Array(await file.arrayBuffer()), storedBook.handle, file.lastModified, {
        ...storedBook,
        stamp: "",
      });
  }
  return openBytes(storedBook.name, storedBook.data, storedBook.handle, 0, storedBook);
}

// The hand

/** What Chromium has beside, to write a file in place. */
interface FilePicker {
  showOpenFilePicker?: (options: {
    types: { description: string; accept: Record<string, string[]> }[];
  }) => Promise<[FileHandle]>;
}

interface ItemWithHandle extends DataTransferItem {
  getAsFileSystemHandle?: () => Promise<FileHandle | null>;
}

async function chooseFile() {
  const picker = (window as Window & FilePicker).showOpenFilePicker;
  if (!picker || APP) return $("pick").click();
  try {
    const [fileHandle] = await picker({
      types: [
        {
          description: TEXTS.fileKind,
          accept: {
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [".xlsx"],
            "application/vnd.ms-excel.sheet.macroEnabled.12": [".xlsm"],
          },
        },
      ],
    });
    await task(async () => openFile(await fileHandle.getFile(), fileHandle));
  } catch (error) {
    if ((error as Error).name !== "AbortError") $("pick").click();
  }
  return undefined;
}

export function start() {
  for (const name of ["scroll", "resize"]) addEventListener(name, keepTitlesInSight, { capture: true, passive: true });
  $("more").addEventListener("toggle", (event) => {
    if (event.newState === "open") placeMore();
  });
  addEventListener("resize", () => {
    if ($("more").matches(":popover-open")) placeMore();
  });
  addEventListener(
    "scroll",
    (event: Event) => {
      if (event.target === document && $("more").matches(":popover-open")) placeMore();
    },
    { passive: true },
  );
  new IntersectionObserver(([entry]) => $("desk").classList.toggle("past", !entry?.isIntersecting), {
    rootMargin: `-${$("top").offsetHeight}px 0px 0px`,
  }).observe($("actions"));
  $("home").onclick = () => {
    if (state.book) closeBook();
  };
  $("open").onclick = chooseFile;
  $("begin").onclick = () => begin();
  $("save").onclick = () => task(saveAs);
  $("pick").onchange = () => {
    const pick = $<HTMLInputElement>("pick"),
      file = pick.files?.[0];
    if (file) task(() => openFile(file));
    pick.value = "";
  };
  for (const name of ["dragover", "dragenter"])
    addEventListener(name, (event) => {
      event.preventDefault();
      document.body.classList.add("over");
    });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("over");
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("over");
    const item: ItemWithHandle | undefined = event.dataTransfer?.items[0],
      file = item?.getAsFile();
    const pendingHandle = item?.getAsFileSystemHandle?.() ?? Promise.resolve(null);
    if (file)
      task(async () => {
        const fileHandle = await pendingHandle.catch(() => null);
        await openFile(file, fileHandle?.kind === "file" ? fileHandle : undefined);
      });
  });
  addEventListener("beforeunload", (event) => {
    if (state.book?.unsaved && !state.locked) event.preventDefault();
  });
  if (APP) {
    const { key, page } = APP;
    const beat = (word: string) =>
      fetch(`/appel/${word}`, {
        method: "POST",
        headers: { "X-Key": key },
        body: `{"page": "${page}"}\n`,
        keepalive: true,
      }).catch(() => {});
    beat("here");
    setInterval(beat, 20_000, "here");
    addEventListener("pagehide", () => beat("gone"));
    addEventListener("pageshow", () => beat("here"));
    addEventListener("focus", () => {
      if (!state.book) return;
      state.book.isStaleOnlyByPage = false; // Excel may have written meanwhile
      if (!document.querySelector("dialog[open]"))
        task(async () => {
          const result = await engine.call("open", { file: state.book.name });
          if (result.view) showView(result);
          else tell(result.answer);
        });
    });
  } else $("about").append(TEXTS.about, " ");
  if (!APP)
    $("about").append(
      h(
        "button",
        {
          type: "button",
          className: "link",
          onclick: async () => {
            const text = parts.licences ?? (await (await fetch("licences.txt")).text());
            await dialog(TEXTS.licences, () => [h("pre", {}, text)], "wide");
          },
        },
        TEXTS.licences,
      ),
    );
  engine.onStep = (step, done) => {
    $("starting").classList.toggle("over", done === 1);
    $("starting").classList.remove("bad");
    $("state").textContent = `${TEXTS.steps[step as keyof typeof TEXTS.steps]}…`;
    $("bar").style.width = `${done * 100}%`;
  };
  engine.onRestart = async () => {
    if (!state.book?.data) return;
    for (const [copy, bytes] of Object.entries(await readBackups(state.book.id).catch(() => ({}))))
      await engine.send("put", `Sauvegardes/${copy}`, bytes);
    await engine.send("call", "take", { file: state.book.name, over: true }, state.book.data);
  };
  if (!APP && SOURCE.folder && location.protocol === "file:") {
    $("state").textContent = TEXTS.wantsServer;
    return;
  }
  startEngine().then(
    ({ version }) => {
      if (!APP) $("version").textContent = `tournament-xl ${version}`;
      document.body.dataset.ready = String(Math.round(performance.now()));
    },
    (error: Error) => {
      $("starting").className = "bad";
      $("state").textContent = bindPunctuation(filled(TEXTS.noEngine, { reason: error.message }));
    },
  );
  task(showRecent);
  forgetOldest().catch(() => {});
  if (SOURCE.folder && navigator.serviceWorker && isSecureContext)
    navigator.serviceWorker.register("sw.js").catch(() => {});
}

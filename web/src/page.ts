// Owns what is in sight: the view of the open workbook, its tab, and what reaches the page from outside.
import { $, bindPunctuation } from "./dom";
import { draw, fitTables } from "./draw";
import { APP, engine, startEngine } from "./engine";
import { followScreen } from "./hall";
import { placeMenu } from "./menu";
import { begin } from "./new_tournament";
import { state, type Tab } from "./state";
import { type FileHandle, forgetOldest, readBackups } from "./store";
import { filled, TEXTS } from "./texts";
import { clearNoted, tell, tellProblems } from "./told";
import { forgetTyped } from "./typing";
import { showRecent } from "./welcome";
import type { Result, View } from "./wire";
import { openFile, task } from "./workbook";

/** Show the view of an answer: all is drawn anew, what is being typed stays. */
export function showView(result: Result, first: boolean = false) {
  state.view = result.view as View;
  state.known = result.known ?? "";
  state.earlier = null;
  if (first) {
    forgetTyped();
    state.told = null;
    state.isPasting = false;
    state.keepsNames = false;
    state.tab = !state.view.drawn && !state.view.players?.length ? "players" : "round";
  }
  if (!state.view.stale) state.book.isStaleOnlyByPage = true; // from now on only what is typed in this page can make it stale, until another program may have written
  if (state.view.problems.length) tellProblems();
  else if (state.told?.answer.problems.length) state.told = null;
  draw();
  followScreen();
}

/** Go to another tab at a person's hand: what has been said there is read; what is wrong, or to be taken along, stays. */
export function chooseTab(name: Tab) {
  clearNoted();
  return showTab(name);
}

export async function showTab(name?: Tab) {
  if (name && name !== state.tab) {
    state.tab = name;
    state.earlier = null;
    scrollTo({ top: 0 });
  }
  draw();
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
  for (const name of ["scroll", "resize"]) addEventListener(name, fitTables, { capture: true, passive: true });
  $("more").addEventListener("toggle", (event) => {
    if (event.newState === "open") placeMenu();
  });
  addEventListener("resize", () => {
    if ($("more").matches(":popover-open")) placeMenu();
  });
  $("open").onclick = chooseFile;
  $("begin").onclick = () => begin();
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
        body: `${JSON.stringify({ page, file: state.book?.name })}\n`,
        keepalive: true,
      }).catch(() => null);
    const sayHere = async () => {
      const answer: { received?: number } | null = await beat("here")
        .then((response) => response?.json())
        .catch(() => null); // the program has ended
      if ((answer?.received ?? 0) === state.received) return;
      state.received = answer?.received ?? 0;
      draw();
    };
    sayHere();
    setInterval(sayHere, 10_000);
    addEventListener("pagehide", () => beat("gone"));
    addEventListener("pageshow", sayHere);
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
  }
  engine.onStep = (step, done) => {
    $("starting").classList.toggle("over", done === 1);
    $("starting").classList.remove("bad");
    $("state").textContent = `${TEXTS.starting[step as keyof typeof TEXTS.starting]}…`;
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
  draw();
  task(showRecent);
  forgetOldest().catch(() => {});
  if (SOURCE.folder && navigator.serviceWorker && isSecureContext)
    navigator.serviceWorker.register("sw.js").catch(() => {});
}

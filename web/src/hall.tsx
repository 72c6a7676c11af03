// Owns the hall: its screen in a window of its own, which follows each change; screen and phones served by the program.
import { dialog } from "./dialog";
import { APP, engine } from "./engine";
import { state } from "./state";
import { filled, TEXTS } from "./texts";
import { say, tell } from "./told";
import type { Calls } from "./wire";
import { queue, task } from "./workbook";

export const PAUSE = 300; // milliseconds without work after which the screen is rendered: no action and no score waits for it

let hallName = ""; // the name of that window, which says whose screen it is
const screenAddresses: Record<string, string> = {}; // name of a window -> address of its document
let sentViews = ""; // the state that it was sent last
let changeCount = 0;
/** The name of the window for the screen of the open workbook. */
export const screenName = () => (state.book ? `écran ${state.book.id}` : "");

/** Open the hall's screen in a window of its own, or where the program serves it. A browser blocks it except at a click. */
export function openScreen() {
  const address = state.book.screen,
    target = window.open(address ?? "", address ? "_blank" : screenName(), "popup,width=1280,height=720");
  if (!target) return say(TEXTS.screenBlocked, 1);
  if (address) {
    target.opener = null;
    return undefined;
  }
  say(filled(TEXTS.underway, { action: TEXTS.actions.screen }));
  return task(async () => {
    let result: Calls["screen"] | undefined;
    try {
      result = await engine.call("screen", { file: state.book.name });
    } finally {
      if (!result?.page && target !== state.hallWindow) target.close(); // a screen that was there before stays
    }
    if (result.answer.code) return tell(result.answer);
    [state.hallWindow, hallName, sentViews] = [target, screenName(), result.views ?? ""];
    URL.revokeObjectURL(screenAddresses[hallName] ?? ""); // the new one stays, so that the window can be loaded anew
    screenAddresses[hallName] = URL.createObjectURL(new Blob([result.page ?? ""], { type: "text/html" }));
    target.location.href = screenAddresses[hallName];
    target.focus();
    return say(APP ? `${TEXTS.screenOpen} ${TEXTS.screenPhones}` : TEXTS.screenOpen, 0);
  });
}

/** Send the screen what the workbook is now, once the page has nothing else to do. */
export async function followScreen() {
  if (!state.hallWindow || state.hallWindow.closed || hallName !== screenName()) return;
  const change = ++changeCount;
  for (let lastTask: Promise<unknown> | undefined; lastTask !== queue; ) {
    lastTask = queue;
    await lastTask;
    await new Promise<void>((done) => {
      setTimeout(done, PAUSE);
    });
  }
  if (change !== changeCount || hallName !== screenName()) return;
  const result = await engine.call("screen", { file: state.book.name }).catch(() => null);
  if (result?.views && hallName === screenName()) sendViews(result.views); // with problems in the workbook the screen stays as it is
}

/** Send a state to the screen's window. */
function sendViews(views: string) {
  sentViews = views;
  state.hallWindow?.postMessage({ views }, location.protocol === "file:" ? "*" : location.origin);
}

/** Whether a message comes from a window that was opened here and still shows a page of ours. self.origin is compared, as
 * location.origin of a file is "file://" while its messages have "null". */
const isFromScreen = ({ source, origin }: MessageEvent<unknown>) =>
  origin === self.origin && (source as Window | null)?.opener === window;

// A screen that was loaded anew asks for its state. One that is not `hallWindow` was opened before this page was loaded anew.
addEventListener("message", (message: MessageEvent<{ screen: string; shown?: boolean } | null>) => {
  const { source, data } = message;
  if (!state.book || data?.screen !== screenName() || !isFromScreen(message)) return;
  if (source !== state.hallWindow) {
    [state.hallWindow, hallName, sentViews] = [source as Window, data.screen, ""];
    followScreen();
  } else if (!data.shown && sentViews) sendViews(sentViews);
});

/** Serve the hall from now on, until it is stopped here. */
export async function showHall() {
  const result = await task(() => engine.call("hall", { file: state.book.name, on: true }));
  if (!result) return;
  if (result.problem) return say(result.problem, 1);
  [state.book.slips, state.book.screen] = [result.slips, result.screen]; // Imprimer and Écran de la salle then open these
  const link = (href: string, label: string) => (
    <li>
      <a href={href} target="_blank" rel="noreferrer">
        {label}
      </a>
    </li>
  );
  const shallStop = await dialog<boolean>(TEXTS.actions.hall, (close) => (
    <>
      {result.trouble ? <p class="warning">{result.trouble}</p> : null}
      {result.warning ? <p class="warning">{result.warning}</p> : null}
      {result.address ? (
        <>
          <p>{TEXTS.hallPhones}</p>
          <p class="address">{result.address}</p>
          <img src={result.code} alt={filled(TEXTS.hallCode, { address: result.address })} />
        </>
      ) : null}
      <p>{TEXTS.hallHere}</p>
      <ul>
        {link(result.slips, TEXTS.hallSlips)}
        {link(result.desk, TEXTS.hallDesk)}
        {link(result.screen, TEXTS.hallScreen)}
      </ul>
      <p>{TEXTS.hallFollows}</p>
      <footer>
        <button type="button" onClick={() => close(true)}>
          {TEXTS.hallStop}
        </button>
        <button type="button" class="main" onClick={() => close(false)}>
          {TEXTS.hallContinue}
        </button>
      </footer>
    </>
  ));
  if (!shallStop || !(await task(() => engine.call("hall", { file: state.book.name, on: false })))) return;
  state.book.slips = state.book.screen = "";
  say(TEXTS.hallStopped, 0);
}

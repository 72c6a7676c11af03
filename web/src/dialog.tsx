// Owns the dialog: one at a time, with a promise of its answer.
import { type ComponentChild, render } from "preact";
import { $ } from "./dom";
import { TEXTS } from "./texts";

/** Closes a dialog, with its answer. */
export type Close<T = boolean> = (value?: T) => void;

let endDialog = () => {};

/** Show a dialog; the promise gives what `close(value)` was called with, undefined for Escape. */
export function dialog<T = void>(title: string, fill: (close: Close<T>) => ComponentChild, className = "") {
  const box = $<HTMLDialogElement>("dialog");
  endDialog(); // what was open is answered as by Escape
  return new Promise<T | undefined>((done) => {
    let answer: T | undefined;
    const close = (value?: T) => {
      answer = value;
      box.close();
    };
    box.className = className;
    render(
      <>
        <header>
          <h2 id="dialog-title" tabIndex={-1}>
            {title}
          </h2>
          <button type="button" class="close" aria-label={TEXTS.close} onClick={() => close(undefined)}>
            ×
          </button>
        </header>
        {fill(close)}
      </>,
      box,
    );
    box.setAttribute("aria-labelledby", "dialog-title");
    endDialog = () => {
      endDialog = () => {};
      render(null, box);
      done(answer);
    };
    box.onclose = () => {
      if (!box.open) endDialog(); // else it is of the one before
    };
    if (box.open) return;
    const { documentElement } = document;
    documentElement.classList.toggle("scrolls", documentElement.clientWidth < innerWidth);
    box.showModal();
    if (document.activeElement?.classList.contains("close")) document.getElementById("dialog-title")?.focus();
  });
}

/** Ask a question.
 * @param look of the button that does it; without one, « Non » is the main button */
export async function askYesNo(question: string, yes: string, look: string = "main"): Promise<boolean> {
  const answer = await dialog<boolean>(yes, (close) => (
    <>
      <p>{question}</p>
      <footer>
        <button type="button" class={look ? "" : "main"} onClick={() => close(false)}>
          {TEXTS.no}
        </button>
        <button type="button" class={look} onClick={() => close(true)}>
          {yes}
        </button>
      </footer>
    </>
  ));
  return Boolean(answer);
}

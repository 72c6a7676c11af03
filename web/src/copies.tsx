// Owns what comes from beside the workbook: its backups, results from phones, the state of the installation.
import { changeBook } from "./actions";
import { dialog } from "./dialog";
import { engine } from "./engine";
import { state } from "./state";
import { filled, TEXTS } from "./texts";
import { tell } from "./told";
import { task } from "./workbook";

/** Show the backups of this workbook, and restore one. */
export async function showCopies() {
  const result = await task(() => engine.call("copies", { file: state.book.name }));
  if (!result) return;
  const name = await dialog<string>(
    TEXTS.actions.copies,
    (close) => (
      <>
        <p class="quiet">{result.rows.length ? TEXTS.copiesHint : TEXTS.noCopies}</p>
        <ul class="copies">
          {result.rows.map(([, when, label, round, since]: string[], index: number) => (
            <li>
              <span>
                <b>{when}</b>
                {` ${label}`}
                <small>{round ? filled(TEXTS.copyRounds, { round, since }) : since}</small>
              </span>
              <button type="button" disabled={state.locked} onClick={() => close(result.names[index])}>
                {TEXTS.restore}
              </button>
            </li>
          ))}
        </ul>
      </>
    ),
    "wide",
  );
  if (name)
    await task(async () => {
      const result = await changeBook("back", { name });
      if (result) tell(result.answer);
    });
}

export async function showDoctor() {
  const result = await task(() => engine.call("doctor", {}));
  if (result) await dialog(TEXTS.actions.doctor, () => <pre>{result.lines.join("\n")}</pre>, "wide");
}

/** The file of the results received from phones, which lies next to the workbook where they were received. */
export function takeReceived() {
  const pick = document.createElement("input");
  pick.type = "file";
  pick.accept = ".csv";
  pick.onchange = () =>
    task(async () => {
      const file = pick.files?.[0];
      const result = file && (await changeBook("received", {}, new Uint8Array(await file.arrayBuffer())));
      if (result) tell(result.answer);
    });
  pick.click();
}

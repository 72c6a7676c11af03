// Owns the mail to the federation: what it is, and which one has been downloaded or copied.
import { useState } from "preact/hooks";
import { FileLinks, fileOf, timedName } from "./actions";
import { dialog } from "./dialog";
import { draw } from "./draw";
import { FEDERATION_MAIL } from "./names";
import { state } from "./state";
import { filled, TEXTS } from "./texts";
import { SettingLink } from "./told";
import type { Mail, PressResult } from "./wire";
import { storeOpenBook } from "./workbook";

/** A mail that is ready: when it was made, and for what state of the tournament. */
export interface PreparedMail extends PressResult {
  mail: Mail;
  time: string;
  parcel: string;
}

export async function showMail(result: PreparedMail) {
  const refused = state.refusedSettings[FEDERATION_MAIL]?.text;
  const { to, subject, body } = result.mail,
    files = result.files ?? [],
    draft = files.filter((name) => name.endsWith(".eml"));
  const links = (paths: string[], label = "", look = "file") => (
    <FileLinks files={paths} label={label} look={look} time={result.time} then={() => noteMail(result)} />
  );
  const attached = files.filter((name) => name.includes(".") && !draft.includes(name)),
    former = state.book.mail;
  const text = attached.reduce((words, path) => words.replaceAll(fileOf(path), timedName(path, result.time)), body); // as they are downloaded
  await dialog(
    TEXTS.mailTitle,
    (close) => (
      <>
        <p>{result.answer.message}</p>
        {former && former.parcel !== state.view.parcel ? (
          <p class="warning">{filled(TEXTS.mailOutdated, { time: former.time })}</p>
        ) : null}
        {refused ? <p class="slip">{refused}</p> : null}
        {refused || !to ? (
          <p>
            <SettingLink name={FEDERATION_MAIL} close={close} />
          </p>
        ) : null}
        {result.answer.warnings.map((line) => (
          <p class="warning">{line}</p>
        ))}
        {draft.length ? (
          <>
            {links(draft, TEXTS.mail, result.complete ? "main" : "")}
            <p class="quiet">
              {TEXTS.mailSteps}
              {result.complete ? ` ${TEXTS.mailReady}` : ""}
            </p>
          </>
        ) : null}
        <details class="apart" open={!draft.length || matchMedia("(max-width: 620px)").matches}>
          <summary>{TEXTS.webMail}</summary>
          <p class="quiet">{TEXTS.webMailSteps}</p>
          {links(attached)}
          <p>
            <b>{TEXTS.mailTo}</b>
            {to ? (
              <>
                {to} <CopyButton text={to} />
              </>
            ) : (
              `(${TEXTS.noAddress})`
            )}
          </p>
          <p>
            <b>{TEXTS.mailSubject}</b>
            {subject} <CopyButton text={subject} />
          </p>
          <pre>{text}</pre>
          <CopyButton text={text} then={() => noteMail(result)} />
        </details>
      </>
    ),
    "wide",
  );
}

/** A button that copies a text, and says that it has. */
function CopyButton({ text, then }: { text: string; then?: () => unknown }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    await then?.();
  };
  return (
    <button type="button" aria-live="polite" onClick={copy}>
      {isCopied ? TEXTS.copied : TEXTS.copy}
    </button>
  );
}

/** Keep which mail has been downloaded or copied: what the federation gets has not changed since as long as `parcel` is that of the view. */
export async function noteMail({ time, complete = false, parcel }: PreparedMail) {
  state.book.mail = { time, complete, parcel };
  draw();
  await storeOpenBook();
}

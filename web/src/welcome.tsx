// Owns the welcome: the workbooks used last, or those of the folder that the program serves.
import { render } from "preact";
import { askYesNo, dialog } from "./dialog";
import { $ } from "./dom";
import { APP, ask, engine, parts } from "./engine";
import { state } from "./state";
import { forget, listStoredBooks, type StoredBook } from "./store";
import { filled, TEXTS } from "./texts";
import { openBytes, openServed, task } from "./workbook";

/** The workbooks used last, or those of the folder. */
export async function showRecent() {
  const served = APP ? await engine.call("books", {}) : null,
    stored = APP ? [] : await listStoredBooks().catch(() => []);
  render(<About folder={served?.folder} />, $("about"));
  render(
    served?.books.length ? (
      <>
        <h2>{TEXTS.folder}</h2>
        <ul>
          {served.books.map((book) => (
            <li key={book.file}>
              <button type="button" onClick={() => task(() => openServed(book.file))}>
                <b>{book.file}</b>
                <span>{book.status}</span>
                <small>{new Date(book.when * 1000).toLocaleString("fr")}</small>
              </button>
            </li>
          ))}
        </ul>
      </>
    ) : stored.length ? (
      <>
        <h2>{TEXTS.recent}</h2>
        <ul>
          {stored.map((book) => (
            <StoredLine key={book.id} book={book} />
          ))}
        </ul>
      </>
    ) : null,
    $("recent"),
  );
}

function About({ folder }: { folder: string | undefined }) {
  if (APP)
    return (
      <>
        tournament-xl {APP.version}. {filled(TEXTS.aboutApp, { folder })}
      </>
    );
  const showLicences = async () => {
    const text = parts.licences ?? (await (await fetch("licences.txt")).text());
    await dialog(TEXTS.licences, () => <pre>{text}</pre>, "wide");
  };
  return (
    <>
      {TEXTS.about}{" "}
      <button type="button" class="link" onClick={showLicences}>
        {TEXTS.licences}
      </button>
    </>
  );
}

function StoredLine({ book }: { book: StoredBook }) {
  const question = filled(book.unsaved ? TEXTS.forgettingWork : TEXTS.forgetting, { file: book.name });
  const drop = async () => {
    if (await askYesNo(question, TEXTS.forgetNow, ""))
      task(async () => {
        await forget(book.id);
        await ask("forget", book.name);
        await showRecent();
      });
  };
  return (
    <li>
      <button type="button" onClick={() => task(() => resumeBook(book))}>
        <b>{book.title || book.name}</b>
        <span>{book.status}</span>
        <small>
          {`${book.name} · ${new Date(book.when).toLocaleString("fr")}${book.unsaved ? ` · ${TEXTS.toDownload}` : ""}`}
        </small>
      </button>
      <button type="button" class="close" aria-label={filled(TEXTS.forget, { file: book.name })} onClick={drop}>
        ×
      </button>
    </li>
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

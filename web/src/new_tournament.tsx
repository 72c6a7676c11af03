// Owns the form of a new tournament, and of the one after the open one.
import type { ComponentChild } from "preact";
import { useRef, useState } from "preact/hooks";
import { dialog } from "./dialog";
import { APP, engine } from "./engine";
import { type Book, state } from "./state";
import { forget } from "./store";
import { rating } from "./tables";
import { countNoun, filled, TEXTS } from "./texts";
import { tell } from "./told";
import type { Calls, View } from "./wire";
import { closeBook, openBytes, openMade, openServed, task } from "./workbook";

/** Date of today as people type it, in local time. */
export const today = () => new Date().toLocaleDateString("fr");

/** The date of a file: the tournament's where it can be read, else today's; as 2026-11-21, which sorts. */
export function fileDate(text: string) {
  const parts =
    /^\s*(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})\s*$/.exec(text) ?? /^(\d+)\D+(\d+)\D+(\d+)$/.exec(today()) ?? [];
  const [day, month, year] = parts.slice(1).map((part) => part.padStart(2, "0"));
  return `${year?.length === 2 ? "20" : ""}${year}-${month}-${day}`;
}

/** The name of the file of a new tournament, with its date where the name alone may be taken.
 * @param taken names of workbooks that are there */
export function fileName(settings: Record<string, string>, taken: string[] = []) {
  const title = settings.Nom.replace(/[<>:"/\\|?*.\s]+/g, " ").trim(),
    device = /^(con|prn|aux|nul|(com|lpt)[0-9¹²³]|conin\$|conout\$)$/i.test(title); // Windows has no such file
  const stem = device ? `${TEXTS.defaultFile} ${title}` : title || TEXTS.defaultFile;
  return APP && !taken.includes(`${stem}.xlsx`)
    ? `${stem}.xlsx`
    : `${stem} ${fileDate(settings["Date de début"])}.xlsx`;
}

/** The boxes of the form, in their order; each is a setting. */
const SETTINGS = ["Lieu", "Date de début", "Organisateur", "Formule", "Nombre de rondes"];

/** Ask for a new tournament; `following`: the one after the open one, with its players.
 * @param typed what was typed for it before */
export async function begin(
  following: boolean = false,
  typed: Record<string, string> = following ? {} : state.newTournament,
) {
  const carried = following ? await task(() => engine.call("carry_over", { file: state.book.name })) : null;
  if (following && !carried) return;
  if (carried?.answer.code) return tell(carried.answer);
  await dialog(
    following ? TEXTS.actions.next : TEXTS.newTournament,
    (close) => <NewTournament carried={carried ?? null} typed={typed} close={() => close()} />,
    "wide",
  );
}

/** Texts of what is wrong, by the field it is at; those of no field under "". */
type Faults = Record<string, string[]>;

/** What an answer says is wrong, each at its field. */
function faultsOf({ answer, field = "" }: Calls["new"]): Faults {
  const faults: Faults = {};
  const add = (name: string, text: string) => {
    const key = name === "Nom" || name === "list" || SETTINGS.includes(name) ? name : "";
    faults[key] = [...(faults[key] ?? []), ...text.split("\n")];
  };
  for (const problem of answer.problems) {
    const [name] = problem.sheet.split("=");
    if (name === "Nom" || SETTINGS.includes(name)) add(name, problem.message);
    else add("list", `${problem.sheet} : ${problem.message}`);
  }
  if (answer.message) add(field, answer.message);
  return faults;
}

/** The form of a new tournament.
 * @param props.carried what it takes over from the open one; null for one of its own */
function NewTournament({
  carried,
  typed,
  close,
}: {
  carried: Calls["carry_over"] | null;
  typed: Record<string, string>;
  close: () => void;
}) {
  const form = useRef<HTMLFormElement>(null),
    list = useRef<HTMLTextAreaElement>(null),
    file = useRef<HTMLInputElement>(null),
    [game, setGame] = useState(carried ? state.view.game : ((typed.game as View["game"]) ?? "scrabble")),
    [chosen, setChosen] = useState(""),
    [faults, setFaults] = useState<Faults>({}),
    [faulty, setFaulty] = useState({ line: 0, text: "" }); // the line of the list that was refused, as it was
  const taken = carried?.taken ?? [],
    from = carried?.settings ?? {};
  const isFree = carried && !taken.includes(fileName({ Nom: state.view.title, "Date de début": today() }, taken)); // else the name is refused
  const boxOf = (name: string) => form.current?.elements.namedItem(name) as HTMLInputElement | null;
  const readSettings = () =>
    Object.fromEntries(["Nom", ...SETTINGS].map((name) => [name, boxOf(name)?.value ?? ""])) as Record<string, string>;
  const readTyped = () => ({
    game: carried ? game : (boxOf("game")?.value ?? game),
    list: list.current?.value ?? "",
    file: file.current?.files?.[0]?.name ?? "",
    ...readSettings(),
  });
  const keepDraft = () => {
    if (!carried) state.newTournament = readTyped();
  };
  const readLine = (line: number) => list.current?.value.split("\n")[line - 1] ?? "";
  /** Select the line of the list at fault and show it. */
  const showLine = (line: number) => {
    const box = list.current;
    if (!box) return;
    const lines = box.value.split("\n"),
      start = lines.slice(0, line - 1).join("\n").length + Math.min(line - 1, 1);
    setFaulty({ line, text: readLine(line) });
    box.focus();
    box.setSelectionRange(start, start + readLine(line).length);
    box.scrollTop = ((line - 1) / lines.length) * box.scrollHeight - box.clientHeight / 2;
  };
  const refuse = (result: Calls["new"]) => {
    const found = faultsOf(result);
    setFaults(found);
    setFaulty({ line: 0, text: "" });
    if (found.list) list.current?.closest("details")?.setAttribute("open", "");
    const [first] = Object.keys(found).filter((name) => name),
      box = first === "list" ? list.current : first ? boxOf(first) : null;
    box?.focus();
    (box ?? form.current?.querySelector(".general"))?.scrollIntoView({ block: "center" });
    if (first === "list" && result.line && !file.current?.files?.length) showLine(result.line);
  };
  const create = async (event: Event) => {
    event.preventDefault();
    keepDraft();
    const settings = readSettings(),
      source = file.current?.files?.[0],
      pasted = list.current?.value.trim() ? list.current.value : "";
    const data = source
      ? new Uint8Array(await source.arrayBuffer())
      : pasted
        ? new TextEncoder().encode(pasted)
        : undefined;
    const listed = source?.name ?? (carried && !data ? state.book.name : ""),
      name = fileName(settings, taken);
    const result = await task(() => engine.call("new", { file: name, game, settings, list: listed }, data));
    if (!result) return;
    if (result.answer.code) return refuse(result);
    const retyped = readTyped(),
      former = carried ? state.book : null;
    state.newTournament = {};
    close();
    await task(() => openCreated(name, result, () => createAgain(retyped, former)));
  };
  const slip = (name: string) => (
    <small class="slip" id={`new-${name.replaceAll(" ", "-")}`} role="alert">
      {(faults[name] ?? []).map((line) => (
        <span>{line}</span>
      ))}
    </small>
  );
  const props = (name: string) => ({
    name,
    "aria-describedby": `new-${name.replaceAll(" ", "-")}`,
    "aria-invalid": faults[name] ? ("true" as const) : undefined,
  });
  const field = (name: string, label: string, box: ComponentChild, hint: ComponentChild = null) => (
    <label key={name}>
      <span>{label}</span>
      <span class="choice">
        {box}
        {hint}
        {slip(name)}
      </span>
    </label>
  );
  const began: Record<string, string> = {
    Nom: typed.Nom ?? (isFree ? state.view.title : ""),
    Lieu: typed.Lieu ?? from.Lieu ?? "",
    "Date de début": typed["Date de début"] ?? today(),
    Organisateur: typed.Organisateur ?? from.Organisateur ?? "",
    "Nombre de rondes": typed["Nombre de rondes"] ?? "",
  };
  const placeholders: Record<string, string> = { "Nombre de rondes": TEXTS.roundsExample };
  const formula = typed.Formule ?? (carried ? state.view.formula : "");
  const listField = field(
    "list",
    carried ? TEXTS.otherListBox : TEXTS.list,
    <textarea
      ref={list}
      {...props("list")}
      rows={4}
      placeholder={TEXTS.pasteExample.map((line) => line.join(", ")).join("\n")}
      defaultValue={typed.list ?? ""}
      onInput={() => {
        if (faults.list && !(faulty.line && readLine(faulty.line) === faulty.text))
          setFaults(({ list: _, ...others }) => others);
      }}
    />,
    <small class="hint">
      <span>{TEXTS.listHint[game]}</span>
      <code hidden={game !== "scrabble"}>{TEXTS.listExample}</code>
    </small>,
  );
  const fileField = (
    <label>
      <span>{TEXTS.listFile}</span>
      <span class="choice">
        <button type="button" onClick={() => file.current?.click()}>
          {TEXTS.chooseFile}
        </button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".csv,.txt,.xlsx,.xlsm,.ods,.xls"
          onChange={(event) => setChosen(event.currentTarget.files?.[0]?.name ?? "")}
        />
        <small class="hint" role="status">
          {chosen || (typed.file ? filled(TEXTS.fileAgain, { file: typed.file }) : TEXTS.noFile)}
        </small>
      </span>
    </label>
  );
  return (
    <form ref={form} class="lines new" onInput={keepDraft} onSubmit={create}>
      {carried ? null : <GameChoice game={game} choose={setGame} />}
      {field(
        "Nom",
        TEXTS.tournamentName,
        <input {...props("Nom")} required autofocus={Boolean(carried)} defaultValue={began.Nom} />,
      )}
      {carried ? <CarriedOver carried={carried} /> : null}
      <div class="two-columns">
        {SETTINGS.map((name) =>
          field(
            name,
            name,
            name === "Formule" ? (
              <select key={game} {...props(name)}>
                {SOURCE.formulas[game].map((choice) => (
                  <option selected={choice === formula}>{choice}</option>
                ))}
              </select>
            ) : (
              <input
                {...props(name)}
                inputMode={name === "Nombre de rondes" ? "numeric" : undefined}
                placeholder={placeholders[name] ?? ""}
                defaultValue={began[name]}
              />
            ),
          ),
        )}
      </div>
      <details class="carried" open={Boolean(typed.list || typed.file)}>
        <summary>{carried ? TEXTS.otherList : TEXTS.listNow}</summary>
        <div class="lines new">
          {listField}
          {fileField}
        </div>
      </details>
      <p class="slip general" role="alert">
        {(faults[""] ?? []).map((line) => (
          <span>{line}</span>
        ))}
      </p>
      <footer>
        <button type="submit" class="main">
          {TEXTS.create}
        </button>
      </footer>
    </form>
  );
}

function GameChoice({ game, choose }: { game: View["game"]; choose: (game: View["game"]) => void }) {
  return (
    <div class="row radios">
      {Object.entries(TEXTS.games).map(([value, label]) => (
        <label key={value} class={`game-choice ${value}`}>
          <input
            type="radio"
            name="game"
            value={value}
            checked={value === game}
            autofocus={value === game}
            onChange={() => choose(value as View["game"])}
          />
          {label}
        </label>
      ))}
    </div>
  );
}

/** Open the workbook that was created.
 * @param again asks for it once more with all that was typed */
async function openCreated(name: string, result: Calls["new"], again: () => unknown) {
  await openMade(name, result);
  state.tab = "players";
  tell(
    result.answer,
    result.answer.warnings.length ? (
      <p class="row">
        <button type="button" onClick={again}>
          {TEXTS.createAgain}
        </button>
      </p>
    ) : null,
  );
}

/** Discard the workbook that was just created, and ask for it once more with all that was typed.
 * @param former the workbook that was open before, where it is the one after that */
async function createAgain(typed: Record<string, string>, former: Book | null) {
  const isDiscarded = await task(async () => {
    const { answer } = await engine.call("discard", { file: state.book.name });
    if (answer.code) return void tell(answer);
    if (!APP) await forget(state.book.id);
    state.book.unsaved = false;
    closeBook();
    if (former)
      await (APP
        ? openServed(former.name)
        : openBytes(former.name, former.data ?? new Uint8Array(), former.handle, Number(former.stamp)));
    return true;
  });
  if (isDiscarded) await begin(Boolean(former), typed);
}

/** What the next tournament takes over: a sentence, the settings, the players. */
function CarriedOver({ carried: { answer, players, settings } }: { carried: Calls["carry_over"] }) {
  return (
    <details class="carried" open>
      <summary>{filled(TEXTS.carriedOver, { players: countNoun(players.length, TEXTS.nouns.player) })}</summary>
      <p class="quiet">{answer.message}</p>
      {Object.keys(settings).length ? (
        <p>
          {Object.entries(settings)
            .map(([name, value]) => `${name} : ${value}`)
            .join(" · ")}
        </p>
      ) : null}
      <p class="names-carried" tabIndex={0}>
        {players.map(([name, cote]: string[]) => `${name}${cote ? ` (${rating(cote)})` : ""}`).join(", ")}
      </p>
    </details>
  );
}

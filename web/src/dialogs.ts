// Owns the dialogs: a new tournament, backups, results from phones; the mail, the doctor.
import { changeBook, fileLinks, fileOf, showStep, timedName } from "./actions";
import { type Box, bindPunctuation, type Child, h } from "./dom";
import { APP, engine } from "./engine";
import { FEDERATION_MAIL } from "./names";
import { showTab } from "./page";
import { refusedSetting } from "./settings";
import { dialog, rating, settingLink, tell } from "./show";
import { type Book, state } from "./state";
import { forget } from "./store";
import { countNoun, filled, TEXTS } from "./texts";
import type { Calls, Mail, PressResult, View } from "./wire";
import { closeBook, openBytes, openMade, openServed, storeOpenBook, task } from "./workbook";

/** A mail that is ready: when it was made, and for what state of the tournament. */
export interface PreparedMail extends PressResult {
  mail: Mail;
  time: string;
  parcel: string;
}

export async function showMail(result: PreparedMail) {
  const refused = refusedSetting(FEDERATION_MAIL)?.text;
  const { to, subject, body } = result.mail,
    files = result.files ?? [],
    draft = files.filter((name) => name.endsWith(".eml"));
  const copy = (text: string) =>
    h("button", { type: "button", onclick: () => navigator.clipboard?.writeText(text) }, TEXTS.copy);
  const links = (paths: string[], label = "", className = "file") =>
    fileLinks(paths, label, className, result.time, () => noteMail(result));
  const attached = files.filter((name) => name.includes(".") && !draft.includes(name)),
    former = state.book.mail;
  const text = attached.reduce((words, path) => words.replaceAll(fileOf(path), timedName(path, result.time)), body); // as they are downloaded
  await dialog(
    TEXTS.mailTitle,
    (close) => [
      h("p", {}, result.answer.message),
      former &&
        former.parcel !== state.view.parcel &&
        h("p", { className: "warning" }, filled(TEXTS.mailOutdated, { time: former.time })),
      refused && h("p", { className: "slip" }, refused),
      (refused || !to) && h("p", {}, settingLink(FEDERATION_MAIL, close)),
      result.answer.warnings.map((line) => h("p", { className: "warning" }, line)),
      draft.length
        ? [
            links(draft, TEXTS.mail, result.complete ? "main" : ""),
            h("p", { className: "quiet" }, TEXTS.mailSteps, result.complete && ` ${TEXTS.mailReady}`),
          ]
        : null,
      h(
        "details",
        { className: "apart", open: !draft.length || matchMedia("(max-width: 620px)").matches },
        h("summary", {}, TEXTS.webMail),
        h("p", { className: "quiet" }, TEXTS.webMailSteps),
        links(attached),
        h("p", {}, h("b", {}, TEXTS.mailTo), to || `(${TEXTS.noAddress})`),
        h("p", {}, h("b", {}, TEXTS.mailSubject), subject, " ", copy(subject)),
        h("pre", {}, text),
        copy(text),
      ),
    ],
    "wide",
  );
}

/** Keep which mail has been downloaded: what the federation gets has not changed since as long as `parcel` is that of the view. */
export async function noteMail({ time, complete = false, parcel }: PreparedMail) {
  state.book.mail = { time, complete, parcel };
  showStep();
  await storeOpenBook();
}

/** Show the backups of this workbook, and restore one. */
export async function showCopies() {
  const result = await task(() => engine.call("copies", { file: state.book.name }));
  if (!result) return;
  const name = await dialog<string>(
    TEXTS.actions.copies,
    (close) => [
      h("p", { className: "quiet" }, result.rows.length ? TEXTS.copiesHint : TEXTS.noCopies),
      h(
        "ul",
        { className: "copies" },
        result.rows.map(([, when, label, round, since]: string[], index: number) =>
          h(
            "li",
            {},
            h(
              "span",
              {},
              h("b", {}, when),
              ` ${label}`,
              h("small", {}, round ? filled(TEXTS.copyRounds, { round, since }) : since),
            ),
            h(
              "button",
              { type: "button", disabled: state.locked, onclick: () => close(result.names[index]) },
              TEXTS.restore,
            ),
          ),
        ),
      ),
    ],
    "wide",
  );
  if (name)
    await task(async () => {
      const result = await changeBook("back", { name });
      if (result) tell(result.answer);
    });
}

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

/** Ask for a new tournament; `following`: the one after the open one, with its players.
 * @param typed what was typed for it before */
export async function begin(
  following: boolean = false,
  typed: Record<string, string> = following ? {} : state.newTournament,
) {
  const carried = following ? await task(() => engine.call("carry_over", { file: state.book.name })) : null;
  if (following && !carried) return;
  if (carried?.answer.code) return tell(carried.answer);
  const values = typed,
    from = carried?.settings ?? {},
    taken = carried?.taken ?? [];
  const isFree = following && !taken.includes(fileName({ Nom: state.view.title, "Date de début": today() }, taken)); // else the name is refused
  const game = following ? state.view.game : (values.game ?? "scrabble");
  const boxes: Record<string, Box> = {
    Nom: h("input", { required: true, autofocus: following, value: values.Nom ?? (isFree ? state.view.title : "") }),
    Lieu: h("input", { value: values.Lieu ?? from.Lieu ?? "" }),
    "Date de début": h("input", { placeholder: "21/11/2026", value: values["Date de début"] ?? today() }),
    Organisateur: h("input", { value: values.Organisateur ?? from.Organisateur ?? "" }),
    Formule: h("select", {}),
    "Nombre de rondes": h("input", {
      inputMode: "numeric",
      placeholder: TEXTS.roundsExample,
      value: values["Nombre de rondes"] ?? "",
    }),
  };
  const radios = Object.entries(TEXTS.games).map(([value, label]) =>
    h(
      "label",
      { className: `game-choice ${value}` },
      h("input", {
        type: "radio",
        name: "game",
        value,
        checked: value === game,
        autofocus: value === game,
        onchange: () => fill(),
      }),
      label,
    ),
  );
  const chosen = () =>
    radios.map((label) => label.querySelector("input")).find((box) => box?.checked)?.value as View["game"];
  const hint = h("p", { className: "quiet" });
  const formulaHint = h("small", { className: "hint" }),
    listHint = h("span", {}),
    listExample = h("code", {}, TEXTS.listExample);
  const fill = () => {
    const kind = chosen();
    listExample.hidden = kind !== "scrabble";
    listHint.textContent = bindPunctuation(TEXTS.listHint[kind]);
    hint.textContent = bindPunctuation(TEXTS.atCreation[kind]);
    formulaHint.textContent = bindPunctuation(TEXTS.formulaHint[kind]);
    return fillFormulas();
  };
  const fillFormulas = () =>
    boxes.Formule.replaceChildren(...SOURCE.formulas[chosen()].map((name) => h("option", {}, name)));
  fill();
  const formula = values.Formule ?? (following ? state.view.formula : "");
  if (SOURCE.formulas[game].includes(formula)) boxes.Formule.value = formula;
  const list = h("textarea", { rows: 4, placeholder: TEXTS.listHelp, value: values.list ?? "" });
  const file = h("input", {
    type: "file",
    hidden: true,
    accept: ".csv,.txt,.xlsx,.xlsm,.ods,.xls",
    onchange: () => {
      chosenFile.textContent = file.files?.[0]?.name ?? TEXTS.noFile;
    },
  }); // its own words are in the browser's language
  const chosenFile = h(
    "small",
    { className: "hint", role: "status" },
    values.file ? filled(TEXTS.fileAgain, { file: values.file }) : TEXTS.noFile,
  );
  const slips: Record<string, HTMLElement> = {};
  const field = (name: string, label: string, box: Box | HTMLTextAreaElement, more: Child = null) => {
    slips[name] = h("small", { className: "slip", id: `new-${name.replaceAll(" ", "-")}`, role: "alert" });
    box.setAttribute("aria-describedby", slips[name].id);
    return h("label", {}, h("span", {}, label), h("span", { className: "choice" }, box, more, slips[name]));
  };
  const general = h("p", { className: "slip", role: "alert" });
  const readTyped = () => ({
    game: chosen(),
    list: list.value,
    file: file.files?.[0]?.name ?? "",
    ...Object.fromEntries(Object.entries(boxes).map(([name, box]) => [name, box.value])),
  });
  const keepDraft = () => {
    if (!following) state.newTournament = readTyped();
  };
  let faulty = { line: 0, text: "" }; // the line of the list that was refused, as it was
  const readLine = (line: number) => list.value.split("\n")[line - 1] ?? "";
  /** Select the line of the list at fault and show it. */
  const showLine = (line: number) => {
    faulty = { line, text: readLine(line) };
    const before = list.value.split("\n").slice(0, line - 1),
      start = before.join("\n").length + Math.min(before.length, 1);
    list.focus();
    list.setSelectionRange(start, start + faulty.text.length);
    list.scrollTop = (before.length / list.value.split("\n").length) * list.scrollHeight - list.clientHeight / 2;
  };
  list.addEventListener("input", () => {
    if (!list.hasAttribute("aria-invalid") || (faulty.line && readLine(faulty.line) === faulty.text)) return;
    slips.list.replaceChildren();
    list.removeAttribute("aria-invalid");
  });

  /** Show what is wrong, each at its field. */
  const show = ({ answer, field: name = "", line = 0 }: Calls["new"]) => {
    const messages = [
      ...answer.problems.map((problem) => ({
        name: boxes[problem.sheet.split("=")[0]] ? problem.sheet.split("=")[0] : "list",
        text: boxes[problem.sheet.split("=")[0]] ? problem.message : `${problem.sheet} : ${problem.message}`,
      })),
      ...(answer.message ? [{ name, text: answer.message }] : []),
    ];
    for (const [key, slip] of Object.entries(slips)) {
      const lines = messages.filter((line) => line.name === key).flatMap((line) => line.text.split("\n"));
      slip.replaceChildren(...lines.map((line) => h("span", {}, line)));
      (boxes[key] ?? list).toggleAttribute("aria-invalid", lines.length > 0);
    }
    general.replaceChildren(...messages.filter((line) => !slips[line.name]).map((line) => h("span", {}, line.text)));
    if (messages.some((line) => line.name === "list")) list.closest("details")?.toggleAttribute("open", true);
    const first: HTMLElement | null = messages.length
      ? (boxes[messages[0].name] ?? (messages[0].name === "list" ? list : null))
      : null;
    (first ?? general).focus?.();
    (first ?? general).scrollIntoView({ block: "center" });
    faulty = { line: 0, text: "" };
    if (first === list && line && !file.files?.length) showLine(line);
  };

  const create = async (close: () => void) => {
    keepDraft();
    const settings = Object.fromEntries(Object.entries(boxes).map(([name, box]) => [name, box.value]));
    const source = file.files?.[0],
      data = source
        ? new Uint8Array(await source.arrayBuffer())
        : list.value.trim()
          ? new TextEncoder().encode(list.value)
          : undefined;
    const listed = source?.name ?? (following && !data ? state.book.name : ""),
      name = fileName(settings, taken);
    const result = await task(() => engine.call("new", { file: name, game: chosen(), settings, list: listed }, data));
    if (!result) return;
    if (result.answer.code) return show(result);
    const retyped = readTyped(),
      former = following ? state.book : null;
    state.newTournament = {};
    close();
    await task(async () => {
      await openMade(name, result);
      tell(
        result.answer,
        result.again &&
          h(
            "p",
            { className: "row" },
            h("button", { type: "button", onclick: () => createAgain(retyped, former) }, TEXTS.createAgain),
          ),
        ...missingSettings(result.missing ?? []),
        ...missingAddress(),
      );
      showTab("players");
    });
  };
  const fileField = h(
    "label",
    {},
    h("span", {}, TEXTS.listFile),
    h(
      "span",
      { className: "choice" },
      h("button", { type: "button", onclick: () => file.click() }, TEXTS.chooseFile),
      file,
      chosenFile,
    ),
  );
  const listField = field(
    "list",
    following ? TEXTS.otherListBox : TEXTS.list,
    list,
    h("small", { className: "hint" }, listHint, listExample),
  );
  await dialog(
    following ? TEXTS.actions.next : TEXTS.newTournament,
    (close) => [
      h(
        "form",
        {
          className: "lines new",
          oninput: keepDraft,
          onsubmit: (event: Event) => {
            event.preventDefault();
            create(() => close());
          },
        },
        following ? null : h("div", { className: "row radios" }, radios),
        field("Nom", TEXTS.tournamentName, boxes.Nom),
        carried && renderCarriedOver(carried),
        following ? null : listField,
        h(
          "div",
          { className: "two-columns" },
          ["Lieu", "Date de début", "Organisateur", "Formule", "Nombre de rondes"].map((name) =>
            field(name, name, boxes[name], name === "Formule" ? formulaHint : null),
          ),
          following ? null : fileField,
        ),
        hint,
        following
          ? h(
              "details",
              { className: "carried", open: Boolean(values.list || values.file) },
              h("summary", {}, TEXTS.otherList),
              h("div", { className: "lines new" }, listField, fileField),
            )
          : null,
        general,
        h("footer", {}, h("button", { className: "main" }, TEXTS.create)),
      ),
    ],
    "wide",
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

/** The settings that the federation asks for and that are empty, each with the way to it. */
function missingSettings(names: string[]) {
  return names.length
    ? [
        h(
          "p",
          { className: "quiet" },
          TEXTS.toFillIn,
          names.flatMap((name) => [" ", settingLink(name, undefined, name)]),
        ),
      ]
    : [];
}

/** A hint while the federation's address is missing, with the way to its setting. */
function missingAddress() {
  const empty = state.view.settings?.some((setting) => setting.name === FEDERATION_MAIL && !setting.value);
  return empty ? [h("p", { className: "quiet" }, TEXTS.addressLater, " ", settingLink(FEDERATION_MAIL))] : [];
}

/** Render what the next tournament takes over: a sentence, the settings, the players. */
function renderCarriedOver({ answer, players, settings }: Calls["carry_over"]) {
  return h(
    "details",
    { className: "carried", open: true },
    h("summary", {}, filled(TEXTS.carriedOver, { players: countNoun(players.length, TEXTS.nouns.player) })),
    h("p", { className: "quiet" }, answer.message),
    Object.keys(settings).length
      ? h(
          "p",
          {},
          Object.entries(settings)
            .map(([name, value]) => `${name} : ${value}`)
            .join(" · "),
        )
      : null,
    h(
      "p",
      { className: "names-carried", tabIndex: 0 },
      players.map(([name, cote]: string[]) => `${name}${cote ? ` (${rating(cote)})` : ""}`).join(", "),
    ),
  );
}

export async function showDoctor() {
  const result = await task(() => engine.call("doctor", {}));
  if (result) await dialog(TEXTS.actions.doctor, () => [h("pre", {}, result.lines.join("\n"))], "wide");
}

/** The file of the results received from phones, which lies next to the workbook where they were received. */
export function takeReceived() {
  const pick = h("input", {
    type: "file",
    accept: ".csv",
    onchange: () =>
      task(async () => {
        const file = pick.files?.[0];
        const result = file && (await changeBook("received", {}, new Uint8Array(await file.arrayBuffer())));
        if (result) tell(result.answer);
      }),
  });
  pick.click();
}

// Players, settings, and every sheet that people type into: rows as forms, so that a phone can do it.
"use strict";

const PLAYERS = "Joueurs";

function showPlayers() {
  if (!view.players) return showTyped(PLAYERS);
  const coming = view.drawn + 1, last = view.drawn >= view.rounds;
  const state = (/** @type {any} */ one, /** @type {string} */ to) => task(() => change("presence", { rows: [one.row], state: to }));
  const here = view.players.filter((/** @type {any} */ one) => one.here).length;
  const tick = (/** @type {any} */ one) => h("input", { type: "checkbox", checked: one.here, disabled: readOnly(), "aria-label": `${one.name} joue la ronde ${coming}`, onchange: (/** @type {any} */ event) => state(one, event.target.checked ? "here" : "absent") });
  const away = (/** @type {any} */ one) => (one.left ? "parti" : one.absences ? `absent : ${one.absences}` : "");
  const line = (/** @type {any} */ one) => h("tr", { className: one.left ? "gone" : one.here ? "" : "away" },
    last ? null : h("td", { className: "c" }, tick(one)), h("td", { className: "n" }, String(one.number)),
    h("td", {}, h("button", { type: "button", className: "link", onclick: () => editRow(PLAYERS, one.row) }, one.name), h("small", { className: "quiet slim" }, away(one))),
    h("td", { className: "quiet opt" }, one.beside), h("td", { className: "n" }, figure(one.cote)),
    h("td", { className: "quiet opt" }, away(one)),
    last ? null : h("td", { className: "c" }, one.left ? null : h("button", { type: "button", className: "small", disabled: readOnly(), title: `Ne joue plus à partir de la ronde ${coming}`, onclick: async () => { if (await sure(`${one.name} ne joue plus à partir de la ronde ${coming} ?`, "Noter le départ")) state(one, "left"); } }, "part")));
  return h("div", {},
    h("div", { className: "head" }, h("h2", {}, "Joueurs ", h("small", {}, last ? `${view.players.length}` : `${here} attendus sur ${view.players.length}, ronde ${coming}`)),
      h("button", { type: "button", className: "main", disabled: readOnly(), onclick: () => editRow(PLAYERS) }, "+ Ajouter un joueur")),
    scrolled(PLAYERS, h("table", { className: "players" },
      h("thead", {}, h("tr", {}, last ? null : h("th", { scope: "col" }, `R${coming}`), h("th", { scope: "col" }, "N°"), h("th", { scope: "col" }, "Joueur"), h("th", { scope: "col", className: "opt" }, view.club), h("th", { scope: "col", className: "n" }, "Cote"), h("th", { scope: "col", className: "opt" }, "Absences"), last ? null : h("th", { scope: "col" }, "Départ"))),
      h("tbody", {}, view.players.map(line)))));
}

/** A sheet that is typed into: its rows, each with a form. @param {string} name */
function showTyped(name) {
  const sheet = view.sheets[name], typed = sheet.typed ?? [], rows = filledRows(name);
  const shown = typed.filter((/** @type {any} */ one) => one.typed || rows.some((/** @type {any} */ row) => row.cells[one.column - 1]));
  return h("div", {},
    h("div", { className: "head" }, h("h2", {}, name), typed.length ? h("button", { type: "button", className: "main", disabled: readOnly(), onclick: () => editRow(name) }, "+ Ajouter une ligne") : null),
    sheet.rows.slice(1, Math.max(0, sheet.header - 1)).map((/** @type {string[]} */ row) => h("p", { className: "quiet" }, row.slice(0, 10).filter(Boolean).join(" · "))),
    name === "Finales" ? finals() : null,
    scrolled(name, h("table", {},
      h("thead", {}, h("tr", {}, shown.map((/** @type {any} */ one) => h("th", { scope: "col", className: one.typed ? "typed" : "" }, one.name)), h("th", { scope: "col" }, h("span", { className: "hidden" }, "Modifier")))),
      h("tbody", {}, rows.map((/** @type {any} */ row) => h("tr", {}, shown.map((/** @type {any} */ one) => h("td", { className: isNumber(row.cells[one.column - 1] ?? "") ? "n" : "" }, figure(row.cells[one.column - 1] ?? ""))),
        h("td", {}, h("button", { type: "button", className: "small", "aria-label": `Modifier la ligne ${row.row}`, onclick: () => editRow(name, row.row) }, "Modifier"))))))));
}

/** @param {string} name */
function filledRows(name) {
  const sheet = view.sheets[name];
  return sheet.rows.map((/** @type {string[]} */ cells, /** @type {number} */ at) => ({ row: at + 1, cells }))
    .filter((/** @type {any} */ one) => one.row > sheet.header && sheet.typed.some((/** @type {any} */ column) => one.cells[column.column - 1]));
}

/** Which finals are played (Othello). */
function finals() {
  return h("p", { className: "row" }, (view.finals ?? []).map((/** @type {any} */ one) => h("label", {}, `${one.name} `, choice({ ...one, sheet: "Finales" }))));
}

/** The typed cells of a row as a form; a new row without `row`. @param {string} name @param {number} [row] */
async function editRow(name, row) {
  const sheet = view.sheets[name], at = row ?? sheet.free, cells = sheet.rows[at - 1] ?? [];
  /** @type {{one: any, was: string, shown: string, box: any}[]} */
  const fields = sheet.typed.filter((/** @type {any} */ one) => one.typed).map((/** @type {any} */ one) => {
    const was = cells[one.column - 1] ?? "", shown = isNumber(was) ? was.replace(".", ",") : was;
    return { one, was, shown, box: h("input", { value: shown, autocomplete: "off", disabled: readOnly(), autofocus: !row }) };
  });
  const slip = h("p", { className: "slip", role: "alert" });
  const save = (/** @type {(value?: any) => void} */ close) => async (/** @type {Event} */ event) => {
    event.preventDefault();
    const fresh = fields.filter(({ box, shown }) => box.value.trim() !== shown).map(({ one, box, was }) => ({ sheet: name, row: at, column: one.column, value: box.value.trim(), was }));
    if (!fresh.length) return close();
    let found = await task(() => type(fresh));
    if (found?.doubt && (await sureAbove(found.answer.problems.map((one) => one.message).join(" ")))) found = await task(() => type(fresh, true));
    if (found && !found.answer.code) return close(true);
    slip.textContent = [found?.answer.message, ...(found?.answer.problems ?? []).map((/** @type {any} */ one) => one.message)].filter(Boolean).map(bound).join(" ");
    for (const { one, box } of fields) box.toggleAttribute("aria-invalid", (found?.answer.problems ?? []).some((/** @type {any} */ problem) => problem.column === one.column));
  };
  const empty = async (/** @type {(value?: any) => void} */ close) => {
    if (await sureAbove(`Vider cette ligne de la feuille ${name} ?`)) {
      const found = await task(() => type(fields.filter(({ was }) => was).map(({ one, was }) => ({ sheet: name, row: at, column: one.column, value: "", was }))));
      if (found && !found.answer.code) close(true);
    }
  };
  const who = cells.filter(Boolean).slice(0, 3).join(" ");
  await dialog(row ? `${name} : ${who}` : `${name} : nouvelle ligne`, (close) => [h("form", { className: "lines", onsubmit: save(close) },
    fields.map(({ one, box }) => h("label", {}, h("span", {}, one.name), box)), slip,
    h("footer", {}, row && fields.some(({ was }) => was) ? h("button", { type: "button", disabled: readOnly(), onclick: () => empty(close) }, "Vider la ligne") : null, h("button", { className: "main", disabled: readOnly() }, "Noter")))]);
}

/** Asked while a dialog is open. @param {string} question */
const sureAbove = async (question) => confirm(question);

function showSettings() {
  /** @type {any[]} */ const made = [];
  let group = "";
  for (const one of view.settings ?? []) {
    if (one.group !== group) made.push(h("h3", {}, (group = one.group)));
    made.push(h("label", { className: "setting" }, h("span", {}, one.name), choice({ ...one, sheet: "Tournoi" }), h("small", {}, one.help)));
  }
  return h("div", {}, h("div", { className: "head" }, h("h2", {}, "Réglages")), h("div", { className: "settings" }, made));
}

/** A cell with its known values, or a box; typed when it is left. @param {any} one sheet, row, column, value, choices */
function choice(one) {
  const slip = h("small", { className: "slip", role: "alert" });
  const key = `${one.sheet}/${one.row}`;
  const noted = async (/** @type {any} */ event) => {
    const value = event.target.value;
    const found = await task(() => type([{ sheet: one.sheet, row: one.row, column: one.column, value }]));
    const seen = document.querySelector(`[data-key="${CSS.escape(key)}"] ~ .slip`) ?? slip; // an answer draws it anew
    seen.textContent = found?.answer.code ? [found.answer.message, ...found.answer.problems.map((/** @type {any} */ problem) => problem.message)].map(bound).join(" ") : "";
  };
  const given = { value: one.value, disabled: readOnly(), onchange: noted, "aria-label": one.name, data: { key } };
  if (!one.choices.length) return h("span", { className: "choice" }, h("input", given), slip);
  const known = one.value && !one.choices.includes(one.value) ? [one.value, ...one.choices] : one.choices;
  const select = h("select", given, h("option", { value: "" }, "–"), known.map((/** @type {string} */ value) => h("option", { value }, value)));
  select.value = one.value;
  return h("span", { className: "choice" }, select, slip);
}

function showStandings() {
  const box = h("div", {}, asSheet(view.sheets.Classement, "Classement"));
  const rounds = Array.from({ length: view.played ?? 0 }, (_, at) => at + 1);
  if (rounds.length > 1) {
    const pick = h("select", { "aria-label": "Classement après la ronde", onchange: async () => {
      const found = await task(() => call("standings", { file: book.name, after: Number(pick.value) }));
      if (found?.standings) box.querySelector(".sheet").replaceChildren(h("h2", {}, found.answer.message), table(found.standings, "Classement"));
    } }, rounds.map((number) => h("option", { value: number, selected: number === view.played }, `après la ronde ${number}`)));
    box.prepend(h("p", { className: "pick" }, pick));
  }
  return box;
}

/** @type {string} */ let chosenSheet = "";
/** The other sheets, as chips, and the one chosen. */
function showSheets() {
  const names = Object.keys(view.sheets).filter((name) => view.sheets[name].filled || view.sheets[name].typed);
  if (!names.includes(chosenSheet)) chosenSheet = names.find((name) => name === "Cotes") ?? names.find((name) => name === "Prix") ?? names[0];
  const chips = names.map((name) => h("button", { type: "button", className: name === chosenSheet ? "chip on" : "chip", "aria-pressed": String(name === chosenSheet), onclick: () => { chosenSheet = name; showTab(); } }, name));
  const typed = view.sheets[chosenSheet].typed;
  return h("div", {}, h("div", { className: "chips" }, chips), typed ? showTyped(chosenSheet) : asSheet(view.sheets[chosenSheet], chosenSheet));
}

/** To the cell of a problem. @param {any} problem */
function goTo(problem) {
  if (problem.sheet === "Tournoi") return showTab("settings").then(() => /** @type {any} */ (document.querySelector(`[data-key="Tournoi/${problem.row}"]`))?.focus());
  if (!view?.sheets?.[problem.sheet]?.typed) return undefined;
  const row = /** @type {any} */ (document.querySelector(`.game[data-row="${problem.row}"] input`));
  if (problem.sheet === RESULTS && row) return row.focus();
  return editRow(problem.sheet, problem.row);
}

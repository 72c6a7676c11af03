// The round: who plays whom, and the results typed with the keyboard. Enter walks on; a row is noted when it is left.
"use strict";

/** @type {any} */ let view = null; // of the workbook that is open: docs/stdio.md
/** @type {Record<number, {text: string, columns: string[], doubt: boolean}>} */ let wrongRows = {}; // row of Résultats -> what is wrong with what was typed; `doubt`: only unusual
/** @type {number | null} */ let chosenRound = null; // null: the last one drawn
const RESULTS = "Résultats", PAIRINGS = "Appariements";

/** Column of a typed sheet by its title. @param {string} sheet @returns {Record<string, number>} */
function columnsOf(sheet) {
  return Object.fromEntries((view.sheets[sheet]?.typed ?? []).map((/** @type {any} */ one) => [one.name, one.column]));
}

/** The table whose row has a problem; "" for any other cell. @param {{sheet: string, row: number}} problem */
function tableAt({ sheet, row }) {
  const cells = sheet === RESULTS ? view?.sheets?.[RESULTS]?.rows[row - 1] : null, at = cells ? columnsOf(RESULTS) : {};
  return isNumber(cells?.[at.Ronde - 1] ?? "") && cells[at.Table - 1] ? `Ronde ${cells[at.Ronde - 1]}, table ${cells[at.Table - 1]}` : "";
}

/** What stands at a cell, as people call it. @param {{sheet: string, row: number}} cell */
function whatAt({ sheet, row }) {
  const named = { [PLAYERS]: view.players, Tournoi: view.settings, Finales: view.finals }[sheet]?.find((/** @type {any} */ one) => one.row === row);
  return tableAt({ sheet, row }) || named?.name || sheet;
}

/** The rows of a round on Résultats. @param {number} number */
function rowsOf(number) {
  const { rows, header } = view.sheets[RESULTS], at = columnsOf(RESULTS);
  return rows.map((/** @type {string[]} */ cells, /** @type {number} */ index) => ({ row: index + 1, cells, text: (/** @type {string} */ name) => cells[at[name] - 1] ?? "" }))
    .filter((/** @type {any} */ one) => one.row > header && one.text("Ronde") === String(number))
    .sort((/** @type {any} */ one, /** @type {any} */ two) => (Number(one.text("Table")) || 1e4) - (Number(two.text("Table")) || 1e4));
}

function showRound() {
  const number = chosenRound ?? view.drawn;
  const box = h("div", { className: "round" });
  if (!view.game) return h("div", {}, h("p", { className: "quiet" }, TEXTS.noSheet));
  if (!view.drawn) box.append(h("p", { className: "quiet" }, TEXTS.noRound));
  else {
    const rows = rowsOf(number);
    const played = rows.filter((/** @type {any} */ one) => !view.missing.includes(one.row)).length;
    const go = (/** @type {number} */ to) => { chosenRound = to === view.drawn ? null : to; showTab(); };
    box.append(
      h("div", { className: "head" },
        h("button", { type: "button", className: "turn", disabled: number <= 1, "aria-label": "Ronde précédente", onclick: () => go(number - 1) }, "‹"),
        h("h2", {}, `Ronde ${number} `, h("small", {}, `sur ${view.rounds}`)),
        h("button", { type: "button", className: "turn", disabled: number >= view.drawn, "aria-label": "Ronde suivante", onclick: () => go(number + 1) }, "›"),
        h("span", { className: "bar", role: "img", "aria-label": `${played} résultats sur ${rows.length}` }, h("i", { style: `width:${(100 * played) / (rows.length || 1)}%` })),
        h("span", { className: "quiet" }, `${played} / ${rows.length}`)),
      h("div", { className: view.several ? "games several" : "games" }, rows.map(game)));
  }
  if (view.drawn < view.rounds && !chosenRound) box.append(imposed(view.drawn + 1));
  return box;
}

/** Points beside the names, as on the wall. @param {string} table */
function pointsAt(table) {
  const { rows } = view.sheets[PAIRINGS] ?? { rows: [] };
  const line = chosenRound === null && table ? rows.find((/** @type {string[]} */ cells) => cells[0] === table && cells[2]) : null;
  return line ? [line[1], line[6]] : ["", ""];
}

const isBye = (/** @type {string} */ number) => ["X", "BIP", "0"].includes(number);

/** One row of the round. @param {any} one */
function game(one) {
  const [first, second] = view.sides.map((/** @type {string[]} */ side) => one.text(side[1]));
  const bye = view.sides.some((/** @type {string[]} */ side) => isBye(one.text(side[0])));
  const table = one.text("Table"), won = view.won[one.row], points = pointsAt(table);
  const pairs = view.several ? view.scores : view.scores.slice(0, 1);
  const boxes = (/** @type {number} */ side) => h("span", { className: `box side${side}` }, pairs.map((/** @type {string[]} */ pair, /** @type {number} */ at) =>
    field(one, pair[side], `Table ${table}, ${[first, second][side]}${at ? `, manche ${at + 1}` : ""}`)));
  const who = (/** @type {number} */ side, /** @type {string} */ name) => h("span", { className: `who side${side}${won === side + 1 ? " won" : ""}` },
    view.colours ? h("i", { className: side ? "mark white" : "mark", title: view.sides[side][1] }) : null,
    h("span", { className: "name" }, name), points[side] ? h("small", {}, points[side]) : null);
  const classes = ["game", bye ? "bye" : view.missing.includes(one.row) ? "missing" : "done"].join(" ");
  const made = h("div", { className: classes, role: "group", "aria-label": `Table ${table || "–"} : ${first} – ${second}`, data: { row: one.row } },
    h("b", { className: "no" }, bye ? "–" : table), ...(bye ? [h("span", { className: "exempt" }, view.sides.filter((/** @type {string[]} */ side) => !isBye(one.text(side[0]))).map((/** @type {string[]} */ side) => one.text(side[1])), h("i", {}, "exempt"))]
      : [who(0, first), boxes(0), boxes(1), who(1, second), ending(one, [first, second])]),
    h("button", { type: "button", className: "why", title: one.text("Motif"), "aria-label": `Pourquoi cette paire, table ${table}`, onclick: () => explain(chosenRound ?? view.drawn, Number(table)) }, "?"),
    h("div", { className: "slip", id: `slip-${one.row}`, role: "alert" }));
  tellSlip(made);
  for (const box of made.querySelectorAll("[data-column]")) if (wrongRows[one.row]?.columns.includes(box.dataset.column)) box.setAttribute("aria-invalid", "true");
  made.addEventListener("focusout", (/** @type {FocusEvent} */ event) => {
    if (!made.contains(/** @type {Node} */ (event.relatedTarget)) && whole(made)) task(() => note(made));
  });
  return made;
}

/** A box to type in. @param {any} one @param {string} column @param {string} label */
function field(one, column, label) {
  const value = one.text(column);
  return h("input", {
    value, inputMode: "numeric", autocomplete: "off", maxLength: 9, disabled: readOnly(), "aria-label": label, "aria-describedby": `slip-${one.row}`,
    data: { was: value, column, key: `${one.row}/${column}` }, onkeydown: walk, onfocus: (/** @type {any} */ event) => event.target.select(),
  });
}

/** Forfeit, or the code of the column Fin. @param {any} one @param {string[]} names */
function ending(one, names) {
  const value = one.text(view.ending), choices = view.choices[view.ending];
  const select = h("select", {
    className: value ? "end set" : "end", disabled: readOnly(), "aria-label": `Table ${one.text("Table")}, ${view.ending}`,
    data: { was: value, column: view.ending, key: `${one.row}/${view.ending}` }, onchange: (/** @type {any} */ event) => task(() => note(event.target.closest(".game"))),
  }, h("option", { value: "" }, "joué"), choices.map((/** @type {string[]} */ [code, text]) => h("option", { value: code }, filled(text, { 1: names[0], 2: names[1] }))),
  value && !choices.some((/** @type {string[]} */ [code]) => code === value) ? h("option", { value }, value) : null);
  select.value = value;
  return select;
}

/** Enter: the next box; arrows: the same box above and below; Escape: as it was. @param {any} event */
function walk(event) {
  const all = /** @type {any[]} */ ([...document.querySelectorAll(".game input")]), at = all.indexOf(event.target);
  const wide = event.target.closest(".game").querySelectorAll("input").length;
  const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: wide, ArrowUp: -wide }[/** @type {string} */ (event.key)];
  if (step) {
    event.preventDefault();
    const next = all[at + step];
    if (next) next.focus();
    else event.target.blur();
  } else if (event.key === "Escape") event.target.value = event.target.dataset.was;
}

/** The boxes of a row that are not as they were. @param {any} row @returns {any[]} */
const changed = (row) => [...row.querySelectorAll("[data-was]")].filter((one) => one.value.trim() !== one.dataset.was);
/** Whether a row can be noted: changed, and no first score without its second. @param {any} row */
function whole(row) {
  const first = [...row.querySelectorAll("input")].filter((one) => view.scores[0].includes(one.dataset.column));
  const blackAlone = view.alone && first[0]?.value.trim();
  return changed(row).length > 0 && (blackAlone || new Set(first.map((one) => Boolean(one.value.trim()))).size < 2);
}

/** At a row, what is wrong in it; what is only unusual can be kept. @param {any} row */
function tellSlip(row) {
  const wrong = wrongRows[row.dataset.row], box = row.querySelector(".slip");
  if (box.dataset.told === (wrong?.text ?? "")) return; // a finger may be on its button
  box.dataset.told = wrong?.text ?? "";
  box.replaceChildren(...(wrong ? [h("span", {}, wrong.text)] : []), ...(wrong?.doubt ? [h("button", { type: "button", className: "small", onclick: () => task(async () => (await note(row, true)) && toMissing(true)) }, TEXTS.keepScore)] : []));
}

/** A row as it is seen now, as answers draw it anew; itself where it is seen no more. @param {any} row @returns {any} */
const rowSeen = (row) => document.querySelector(`.game[data-row="${row.dataset.row}"]`) ?? row;

/** Type what a row has; a slip is told at its box. What is sent counts as typed, so that what is chosen meanwhile, be it
 * what stood there before, is a change of its own. @param {any} drawn @param {boolean} [sure] what is unusual, too */
async function note(drawn, sure = false) {
  const row = rowSeen(drawn), number = Number(row.dataset.row), at = columnsOf(RESULTS), fresh = changed(row);
  if (!fresh.length) return true;
  const stored = view.sheets[RESULTS].rows[number - 1];
  const cells = fresh.map((one) => ({ sheet: RESULTS, row: number, column: at[one.dataset.column], value: one.value.trim(), was: stored[at[one.dataset.column] - 1] ?? "" }));
  delete wrongRows[number];
  fresh.forEach((one, index) => { one.dataset.was = cells[index].value; });
  const found = await type(cells, sure);
  if (!found.answer.code) return true;
  fresh.forEach((one, index) => { one.dataset.was = cells[index].was; });
  const problems = found.answer.problems, wrong = fresh.filter((one) => !problems.length || problems.some((problem) => problem.column === at[one.dataset.column]));
  wrongRows[number] = { text: problems.map((one) => one.message).join(" ") || found.answer.message, columns: wrong.map((one) => one.dataset.column), doubt: Boolean(found.doubt) };
  tellSlip(rowSeen(row));
  for (const one of wrong) rowSeen(row).querySelector(`[data-column="${one.dataset.column}"]`).setAttribute("aria-invalid", "true");
  return false;
}

/** Before a press: what is typed and not yet noted; to what cannot be, if there is any. */
async function noteAll() {
  for (const row of document.querySelectorAll(".game")) {
    if (!changed(rowSeen(row)).length || (await note(row))) continue;
    rowSeen(row).querySelector("[aria-invalid]")?.focus();
    return false;
  }
  return true;
}

/** Pairs that the organiser fixes before the next round is drawn. @param {number} number */
function imposed(number) {
  const rows = rowsOf(number), at = columnsOf(RESULTS), numbered = view.players.filter((/** @type {any} */ one) => one.number);
  const sides = view.sides.map((/** @type {string[]} */ side) => side[0]);
  const clear = (/** @type {any} */ one) => task(() => type(["Ronde", "Table", ...sides].map((name) => ({ sheet: RESULTS, row: one.row, column: at[name], value: "" }))));
  const pick = (/** @type {string} */ label) => h("select", { "aria-label": label, disabled: readOnly() }, h("option", { value: "" }, label), numbered.map((/** @type {any} */ one) => h("option", { value: one.number }, one.name)));
  const selects = view.colours ? [pick(view.sides[0][1]), pick(view.sides[1][1])] : [pick("Premier"), pick("Second")];
  const add = () => {
    const [one, two] = selects.map((select) => select.value);
    if (one && two) task(() => type([["Ronde", String(number)], [sides[0], one], [sides[1], two]].map(([name, value]) => ({ sheet: RESULTS, row: view.sheets[RESULTS].free, column: at[name], value }))));
  };
  return h("details", { className: "imposed", open: rows.length > 0 },
    h("summary", {}, `Imposer des paires pour la ronde ${number}`),
    !numbered.length ? h("p", { className: "quiet" }, "Les joueurs reçoivent leur numéro au premier appariement ; avant, tapez les paires dans la feuille Résultats.") : null,
    rows.map((/** @type {any} */ one) => h("p", {}, view.sides.map((/** @type {string[]} */ side) => one.text(side[1]) || `N° ${one.text(side[0])}`).join(" – "), " ", h("button", { type: "button", disabled: readOnly(), onclick: () => clear(one) }, "Retirer"))),
    numbered.length ? h("p", { className: "row" }, ...selects, h("button", { type: "button", disabled: readOnly(), onclick: add }, "Imposer")) : null);
}

/** Why pairs were made. @param {number} number @param {number} [table] */
async function explain(number, table) {
  const found = await task(() => call("explain", { file: book.name, round: number, ...(table ? { table } : {}) }));
  if (!found) return;
  if (found.answer.code) return tell(found.answer);
  const line = (/** @type {string} */ text) => { // "name : what is known of him"
    const [who, ...known] = text.split(" : ");
    return h("p", {}, known.length ? [h("b", {}, who), h("span", {}, known.join(" : "))] : text);
  };
  const [, , ...legend] = view.sheets.Classement?.rows.slice(0, view.sheets.Classement.header - 1).flat().filter(Boolean) ?? [];
  await dialog(table ? TEXTS.whyOne : filled(TEXTS.whyAll, { round: number }), () => [h("div", { className: "why-list" }, found.pairs.map((/** @type {any} */ one) =>
    h("section", {}, h("h3", {}, one.title), h("p", { className: "reason" }, one.lines[0]), one.lines.slice(1).map(line)))), h("p", { className: "quiet" }, legend.join(" "))], "wide");
}

/** What if results come. */
async function whatIf() {
  const missing = rowsOf(view.drawn).filter((/** @type {any} */ one) => view.missing.includes(one.row));
  if (!missing.length) return say("Il ne manque aucun résultat.", 1);
  /** @type {{one: any, boxes: any[]}[]} */
  const fields = missing.map((/** @type {any} */ one) => ({ one, boxes: [0, 1].map((side) => h("input", { inputMode: "numeric", size: 4, "aria-label": `Table ${one.text("Table")}, ${one.text(view.sides[side][1])}` })) }));
  const out = h("div", {});
  const ask = async () => {
    const tables = fields.filter(({ boxes }) => boxes.every((/** @type {any} */ box) => box.value.trim())).map(({ one, boxes }) => [one.text("Table"), boxes.map((/** @type {any} */ box) => box.value.trim()).join("-")]);
    const found = await task(() => call("what_if", { file: book.name, tables }));
    if (found) out.replaceChildren(h("p", { className: found.answer.code ? "slip" : "quiet" }, [found.answer.message, ...found.answer.problems.map((one) => one.message)].join(" ")), found.standings ? table(found.standings, "Classement si") : "", found.next?.length ? plain(found.next, PAIRINGS) : "");
  };
  await dialog("Et si… ?", () => [
    h("p", { className: "quiet" }, "Tapez des résultats supposés : rien n'est écrit."),
    h("div", { className: "guesses" }, fields.map(({ one, boxes }) => h("p", {}, h("b", {}, one.text("Table")), h("span", {}, one.text(view.sides[0][1])), boxes[0], boxes[1], h("span", {}, one.text(view.sides[1][1]))))),
    h("footer", {}, h("button", { type: "button", className: "main", onclick: ask }, "Voir")), out], "wide");
}

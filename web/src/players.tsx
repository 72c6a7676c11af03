// Owns Joueurs: who comes to the next round, and the list that is pasted into it before the first.
import { changeBook } from "./actions";
import { askYesNo, dialog } from "./dialog";
import { $ } from "./dom";
import { draw } from "./draw";
import { engine } from "./engine";
import { editRow } from "./form";
import { Icon } from "./icons";
import { PLAYERS } from "./names";
import { showTab } from "./page";
import { TypedSheet } from "./sheets";
import { state } from "./state";
import { describeOrigin, rating, ScrollBox } from "./tables";
import { countNoun, filled, listSomeNames, TEXTS } from "./texts";
import { showRefusal, tell } from "./told";
import type { PlayerLine } from "./wire";
import { isReadOnly, task } from "./workbook";

const MOST_NAMED = 8; // of the players who lack something

const changePresence = (player: PlayerLine, presence: string) =>
  task(async () => {
    const result = await changeBook("presence", { row: player.row, state: presence });
    if (!result) return;
    tell(result.answer); // refused, its tick is as it was
    if (result.answer.code) showRefusal();
  });

/** The button by which a player leaves the tournament; nothing for those who have left. */
export function DepartureButton({ player }: { player: PlayerLine }) {
  const facts = { player: player.name, round: state.view.drawn + 1 };
  if (player.left) return null;
  const leave = async () => {
    if (await askYesNo(filled(TEXTS.leaving, facts), TEXTS.noteLeaving)) changePresence(player, "left");
  };
  return (
    <button type="button" disabled={isReadOnly()} title={filled(TEXTS.leavesHint, facts)} onClick={leave}>
      {TEXTS.leaves}
    </button>
  );
}

/** Show careless names as they would be in order, and write them so where it is wanted. */
async function orderNames() {
  const found = await task(() => engine.call("order_names", { file: state.book.name }));
  if (!found) return;
  if (found.answer.code) return tell(found.answer);
  const isWanted = await dialog<boolean>(TEXTS.orderNames, (close) => (
    <>
      <ul>
        {(found.names ?? []).map(([typed, ordered]) => (
          <li>
            {typed} → <b>{ordered}</b>
          </li>
        ))}
      </ul>
      <footer>
        <button type="button" onClick={() => close(false)}>
          {TEXTS.keepNames}
        </button>
        <button type="button" class="main" onClick={() => close(true)}>
          {TEXTS.orderThem}
        </button>
      </footer>
    </>
  ));
  state.keepsNames = isWanted === false;
  if (!isWanted) return draw();
  const result = await task(() => changeBook("order_names", { sure: true }));
  if (result) tell(result.answer.code ? result.answer : { ...result.answer, message: TEXTS.namesOrdered });
}

/** Say who lacks something that the federation wants; for whom nothing is known yet. */
export function listLacks() {
  const { view } = state,
    players = view.players ?? [];
  const lack = (text: string, lacking: PlayerLine[]) =>
    lacking.length
      ? filled(text, {
          count: countNoun(lacking.length, TEXTS.nouns.player),
          names: listSomeNames(
            lacking.map((player) => player.name),
            MOST_NAMED,
          ),
        })
      : "";
  return [
    ...TEXTS.playersLegend,
    view.ratings
      ? lack(
          TEXTS.noLicence,
          players.filter((player) => !player.licence),
        )
      : "",
    view.world
      ? lack(
          TEXTS.noNumber,
          players.filter((player) => !player.number),
        )
      : "",
  ].filter(Boolean);
}

/** Whether the box for a list is what Joueurs shows: nobody is entered yet, or more are being pasted. */
export const isPasting = () =>
  Boolean(state.view.players) &&
  !state.view.drawn &&
  state.tab === "players" &&
  (state.isPasting || !state.view.players.length);

export function Players() {
  const { view } = state;
  if (!view.players) return <TypedSheet name={PLAYERS} />;
  return isPasting() ? <Paste /> : <PlayerTable players={view.players} />;
}

/** The players, by surname, with a tick for who plays the next round. */
export function PlayerTable({ players }: { players: PlayerLine[] }) {
  const { view } = state,
    hasNext = view.drawn < view.rounds || !view.rounds,
    here = players.filter((player) => player.here).length;
  const columns: PlayerColumns = {
    tick: hasNext,
    number: players.some((player) => Boolean(player.number)),
    origin: players.some((player) => Boolean(describeOrigin(player))),
    licence: view.ratings && players.some((player) => Boolean(player.licence)),
    cote: players.some((player) => Boolean(player.cote || player.unrated_cote)),
    absences: players.some((player) => Boolean(player.absences) || player.left),
  };
  return (
    <div class="card">
      <div class="head">
        <h2>
          {hasNext
            ? filled(TEXTS.expected, { present: here, round: view.drawn + 1 })
            : countNoun(players.length, TEXTS.nouns.player)}
        </h2>
        <button type="button" disabled={isReadOnly()} onClick={() => editRow(PLAYERS)}>
          <Icon name="plus" />
          {TEXTS.addPlayer}
        </button>
        {view.drawn ? null : (
          <button
            type="button"
            disabled={isReadOnly()}
            onClick={async () => {
              state.isPasting = true;
              await showTab("players");
              $("paste").focus();
            }}
          >
            {TEXTS.pasteList}
          </button>
        )}
        {view.careless && !state.keepsNames ? (
          <button type="button" disabled={isReadOnly()} onClick={orderNames}>
            {TEXTS.orderNames}
          </button>
        ) : null}
      </div>
      <ScrollBox label={PLAYERS}>
        <table class="players">
          <thead>
            <tr>
              {columns.tick ? (
                <th scope="col" class="c">
                  {`R${view.drawn + 1}`}
                </th>
              ) : null}
              {columns.number ? (
                <th scope="col" class="n">
                  N°
                </th>
              ) : null}
              <th scope="col">{TEXTS.onePlayer}</th>
              {columns.origin ? (
                <th scope="col" class="opt">
                  {view.club}
                </th>
              ) : null}
              {columns.licence ? (
                <th scope="col" class="opt">
                  Licence
                </th>
              ) : null}
              {columns.cote ? (
                <th scope="col" class="n">
                  Cote
                </th>
              ) : null}
              {columns.absences ? (
                <th scope="col" class="opt">
                  Absences
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {[...players]
              .sort((player, other) => player.position - other.position)
              .map((player) => (
                <PlayerRow key={player.row} player={player} columns={columns} />
              ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  );
}

/** The columns of Joueurs that have something. */
type PlayerColumns = Record<"tick" | "number" | "origin" | "licence" | "cote" | "absences", boolean>;

function PlayerRow({ player, columns }: { player: PlayerLine; columns: PlayerColumns }) {
  const name = player.name,
    away = player.left ? TEXTS.hasLeft : player.absences ? filled(TEXTS.absences, { rounds: player.absences }) : "";
  const counts = player.unrated_cote ? filled(TEXTS.unratedShort, { cote: rating(player.unrated_cote) }) : "";
  return (
    <tr class={player.left ? "gone" : player.here ? "" : "away"}>
      {columns.tick ? (
        <td class="c">
          <label class="tick">
            <input
              type="checkbox"
              checked={player.here}
              disabled={isReadOnly()}
              aria-label={filled(TEXTS.plays, { player: name, round: state.view.drawn + 1 })}
              onChange={(event) => changePresence(player, event.currentTarget.checked ? "here" : "absent")}
            />
          </label>
        </td>
      ) : null}
      {columns.number ? <td class="n">{String(player.number)}</td> : null}
      <td>
        <button type="button" class="link" onClick={() => editRow(PLAYERS, player.row)}>
          {name}
        </button>
        <small class="quiet slim">{[away, counts].filter(Boolean).join(" · ")}</small>
      </td>
      {columns.origin ? <td class="quiet opt">{describeOrigin(player)}</td> : null}
      {columns.licence ? <td class="quiet opt">{player.licence}</td> : null}
      {columns.cote ? (
        <td class="n">
          {player.unrated_cote ? (
            <small class="quiet opt" title={counts}>
              {`(${rating(player.unrated_cote)})`}
            </small>
          ) : (
            rating(player.cote)
          )}
        </td>
      ) : null}
      {columns.absences ? <td class="quiet opt">{away}</td> : null}
    </tr>
  );
}

/** The box to paste a list into: nobody is entered yet, or more come. */
function Paste() {
  const example = TEXTS.pasteExample.map((line) => line.join(", "));
  const pick = async (event: Event) => {
    const file = (event.currentTarget as HTMLInputElement).files?.[0];
    if (file) await register(new Uint8Array(await file.arrayBuffer()), file.name);
  };
  return (
    <div class="paste-in">
      <div>
        <label class="head" for="paste">
          <h2>{TEXTS.onePerLine}</h2>
        </label>
        <textarea id="paste" disabled={isReadOnly()} placeholder={example.join("\n")} spellcheck={false} />
        <div class="ways">
          <label class="button">
            <Icon name="file" />
            {TEXTS.chooseFile}
            <input type="file" class="hidden" accept=".csv,.txt,.xlsx,.xlsm,.ods,.xls" onChange={pick} />
          </label>
          <button type="button" disabled={isReadOnly()} onClick={() => editRow(PLAYERS)}>
            <Icon name="plus" />
            {TEXTS.oneByOne}
          </button>
          {state.view.players.length ? (
            <button
              type="button"
              onClick={() => {
                state.isPasting = false;
                draw();
              }}
            >
              {TEXTS.cancel}
            </button>
          ) : null}
        </div>
      </div>
      <div class="reads" aria-hidden="true">
        <h2>{TEXTS.readsSo}</h2>
        <table>
          <tbody>
            {TEXTS.pasteExample.map(([name, club, cote]) => (
              <tr>
                <td>{name}</td>
                <td>{club}</td>
                <td class="n">{cote ?? ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Enter the players of the list that has been pasted; without one, go to its box. */
export async function registerPasted() {
  if (!isPasting()) await showTab("players");
  const box = $<HTMLTextAreaElement>("paste");
  if (!box.value.trim()) return box.focus();
  return register(new TextEncoder().encode(box.value));
}

/** Enter the players of a list into Joueurs.
 * @param name of its file; "" for what was pasted */
const register = (data: Uint8Array<ArrayBuffer>, name = "") =>
  task(async () => {
    const result = await changeBook("register", { list: name }, data);
    if (!result) return;
    if (!result.answer.code) {
      state.isPasting = false;
      if ($("paste")) $<HTMLTextAreaElement>("paste").value = "";
    }
    tell(result.answer);
    if (result.answer.code) showLine(result.line ?? 0);
  });

/** Select the line of the list at fault, the first from 1. */
function showLine(line: number) {
  const box = $<HTMLTextAreaElement>("paste");
  if (!box) return;
  const before = box.value.split("\n").slice(0, Math.max(0, line - 1)),
    start = before.join("\n").length + Math.min(before.length, 1);
  box.focus();
  if (line) box.setSelectionRange(start, start + (box.value.split("\n")[line - 1] ?? "").length);
}

// Owns the work: the step, what is said, the tab in sight, and what stands beside it.
import type { ComponentType } from "preact";
import { Players } from "./players";
import { Round } from "./round";
import { SettingsPanel } from "./settings";
import { Sheets } from "./sheets";
import { Grid, Standings } from "./standings";
import { state, type Tab } from "./state";
import { Step } from "./step";
import { figure } from "./tables";
import { filled, TEXTS } from "./texts";
import { Told } from "./told";

const PANELS: Record<Tab, ComponentType> = {
  round: Round,
  players: Players,
  standings: Standings,
  grid: Grid,
  sheets: Sheets,
  settings: SettingsPanel,
};
const BROAD: Tab[] = ["standings", "grid", "sheets", "settings"]; // tabs that get the whole width

export function Desk() {
  const Panel = PANELS[state.tab],
    isBroad = BROAD.includes(state.tab);
  return (
    <>
      <Step />
      <div id="alarm" role="alert">
        {state.alarm}
      </div>
      <Told />
      <div id="columns" class={isBroad ? "broad" : ""}>
        <div id="panel" role="tabpanel" tabIndex={-1} aria-labelledby={`tab-${state.tab}`}>
          <Panel key={state.tab} />
        </div>
        {isBroad ? null : <Beside />}
      </div>
    </>
  );
}

/** What no other place of the page says: who leads, who still may win, what to know. */
function Beside() {
  const { view } = state,
    leaders = view.leaders ?? [],
    hasRace = Boolean(view.race && view.drawn),
    isPairing = view.drawn > 0 && view.button === "pair" && !view.missing?.length;
  if (!leaders.length && !hasRace && !view.notes?.length && !isPairing) return <aside id="beside" hidden />;
  return (
    <aside id="beside" aria-label={TEXTS.beside}>
      {isPairing ? <p class="quiet">{TEXTS.beforePairing}</p> : null}
      {leaders.length ? (
        <>
          <h2>
            {TEXTS.leaders} {view.played ? <small>{filled(TEXTS.afterRound, { round: view.played })}</small> : null}
          </h2>
          <ol>
            {leaders.map(([name, points]: string[]) => (
              <li key={name}>
                <span>{name}</span>
                <b>{figure(points)}</b>
              </li>
            ))}
          </ol>
        </>
      ) : null}
      {hasRace ? (
        <>
          <h2>{TEXTS.race}</h2>
          <p class="quiet">{view.race}</p>
        </>
      ) : null}
      {view.notes?.length ? (
        <details>
          <summary>{filled(TEXTS.notes, { count: view.notes.length })}</summary>
          {view.notes.map((note: string) => (
            <p>{note}</p>
          ))}
        </details>
      ) : null}
    </aside>
  );
}

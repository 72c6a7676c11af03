// Owns the choice of what is printed: the paper of the moment large, the rest under it.
import { dialog } from "./dialog";
import { PAIRINGS, RESULTS } from "./names";
import { DESK_LIST, hasCodes, listPapers, onPaper, type Paper } from "./paper";
import { PrintedPage } from "./sheets";
import { state } from "./state";
import { TEXTS } from "./texts";

/** The sheet that is wanted most: the list before the first round, the wall, the standings of a finished round, the honours. */
function wantedSheet(papers: Paper[]) {
  if (state.view.over) return "Palmarès";
  if (!state.view.drawn) return DESK_LIST;
  return papers.some(({ sheet, round }) => sheet === RESULTS && round === state.view.drawn) ? "Classement" : PAIRINGS;
}

/** Ask what to print. */
export async function choosePaper() {
  const papers = listPapers(),
    wanted = wantedSheet(papers),
    large = papers.find(({ sheet, round }) => sheet === wanted && !round);
  const chosen = await dialog<Paper>(
    TEXTS.actions.print,
    (close) => (
      <div class="papers">
        {large ? (
          <section class="large">
            <div class="preview" aria-hidden="true">
              <PrintedPage name={large.sheet} least={0} />
            </div>
            <h3>{large.label}</h3>
            <button type="button" class="main" onClick={() => close(large)}>
              {TEXTS.actions.print}
            </button>
          </section>
        ) : null}
        <div class="choices">
          {papers
            .filter((paper) => paper !== large)
            .map((paper) => (
              <button key={`${paper.sheet} ${paper.round ?? ""}`} type="button" onClick={() => close(paper)}>
                {paper.label}
              </button>
            ))}
        </div>
      </div>
    ),
    "wide",
  );
  if (chosen?.sheet === "Fiches" && hasCodes()) window.open(state.book.slips, "_blank", "noreferrer");
  else if (chosen) await onPaper(chosen.sheet, chosen.round);
}

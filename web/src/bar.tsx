// Owns the bar at the top: the tournament, the tabs, where its work is saved, paper, the other acts.
import { $ } from "./dom";
import { APP } from "./engine";
import { Icon } from "./icons";
import { chooseTab } from "./page";
import { choosePaper } from "./printing";
import { state, type Tab } from "./state";
import { filled, TEXTS } from "./texts";
import { closeBook, saveAs, task } from "./workbook";

export function Bar() {
  const { book, view } = state,
    isOpen = Boolean(book && view);
  return (
    <>
      <button
        id="home"
        class="logo"
        type="button"
        aria-label={TEXTS.allTournaments}
        title={TEXTS.allTournaments}
        onClick={() => {
          if (state.book) closeBook();
        }}
      >
        <i class="tile">T</i>
        <i class="disc" />
      </button>
      <div class="names">
        <h1 id="title">{isOpen ? (view.title ?? view.file) : TEXTS.site}</h1>
        <p id="event">{isOpen ? view.event : TEXTS.siteGames}</p>
      </div>
      {isOpen ? <Tabs /> : null}
      {isOpen ? <Tools /> : null}
    </>
  );
}

const TAB_NAMES = Object.keys(TEXTS.tabs) as Tab[];

function Tabs() {
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step && TAB_NAMES.at((TAB_NAMES.indexOf(state.tab) + step) % TAB_NAMES.length);
    if (next) chooseTab(next).then(() => $(`tab-${next}`).focus());
  };
  return (
    <div id="tabs" role="tablist" aria-label={TEXTS.tabsLabel}>
      {TAB_NAMES.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={name === state.tab ? "true" : "false"}
          aria-controls="panel"
          tabIndex={name === state.tab ? 0 : -1}
          onClick={() => chooseTab(name)}
          onKeyDown={walk}
        >
          {TEXTS.tabs[name]}
        </button>
      ))}
    </div>
  );
}

/** Where the work is: in a word, and in a sentence for who asks. */
function describeSaving(): [string, string] {
  const { book, locked } = state;
  if (locked) return [TEXTS.lookingOnly, TEXTS.elsewhere];
  if (APP) return [TEXTS.saved, TEXTS.inFolder];
  if (book.handle) return book.unsaved ? [TEXTS.notSaved, TEXTS.notWritten] : [TEXTS.saved, TEXTS.inPlace];
  if (!book.unsaved) return [TEXTS.saved, TEXTS.asLoaded];
  return book.onlyHere ? [TEXTS.keptHere, TEXTS.onlyHere] : [TEXTS.toDownload, TEXTS.notInFile];
}

function Tools() {
  const [word, sentence] = describeSaving().map((text) => filled(text, { file: state.book.name }));
  return (
    <div class="tools">
      <span id="where" role="status" title={sentence}>
        {word}
      </span>
      <button
        id="save"
        class={state.book.unsaved && !APP ? "tool unsaved" : "tool"}
        type="button"
        aria-label={TEXTS.actions.save}
        title={sentence}
        onClick={() => task(saveAs)}
      >
        <Icon name="save" />
      </button>
      <button id="do-print" class="tool" type="button" aria-label={TEXTS.actions.print} onClick={choosePaper}>
        <Icon name="print" />
        <span class="word">{TEXTS.actions.print}</span>
      </button>
      <button
        id="do-more"
        class="tool"
        type="button"
        popovertarget="more"
        aria-haspopup="true"
        aria-label={TEXTS.otherActions}
        title={TEXTS.otherActions}
      >
        <Icon name="more" />
      </button>
    </div>
  );
}

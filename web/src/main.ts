// Owns the start of the page, and what its window knows: `part`, by which the one file gives its texts, and `inside`, which
// is for tests: state and functions that they read, call or replace.
import * as actions from "./actions";
import * as bar from "./bar";
import * as copies from "./copies";
import * as dialog from "./dialog";
import * as dom from "./dom";
import * as draw from "./draw";
import * as calls from "./engine";
import * as finals from "./finals";
import * as form from "./form";
import * as hall from "./hall";
import * as keys from "./keys";
import * as mail from "./mail";
import * as menu from "./menu";
import * as names from "./names";
import * as newTournament from "./new_tournament";
import * as page from "./page";
import * as pairs from "./pairs";
import * as paper from "./paper";
import * as players from "./players";
import * as printing from "./printing";
import * as round from "./round";
import * as rowMenu from "./row_menu";
import * as settings from "./settings";
import * as sheets from "./sheets";
import * as standings from "./standings";
import { state } from "./state";
import * as step from "./step";
import * as store from "./store";
import * as tables from "./tables";
import * as texts from "./texts";
import * as told from "./told";
import * as typing from "./typing";
import * as welcome from "./welcome";
import * as whatIf from "./what_if";
import * as workbook from "./workbook";

const functions = [
  ...[
    actions,
    bar,
    copies,
    dialog,
    dom,
    draw,
    calls,
    finals,
    form,
    hall,
    keys,
    mail,
    menu,
    names,
    newTournament,
    page,
    pairs,
    paper,
    players,
    printing,
    round,
    rowMenu,
    settings,
    sheets,
    standings,
    step,
    store,
    tables,
    texts,
    told,
    typing,
    welcome,
    whatIf,
    workbook,
  ],
];

Object.assign(globalThis, { part: calls.part, inside: [state, calls.engine, ...functions] });
page.start();

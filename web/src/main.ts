// Owns the start of the page, and what its window knows: `part`, by which the one file gives its texts, and `inside`, which
// is for tests: state and functions that they read, call or replace.
import * as actions from "./actions";
import * as dialogs from "./dialogs";
import * as dom from "./dom";
import * as calls from "./engine";
import * as finals from "./finals";
import * as hall from "./hall";
import * as keys from "./keys";
import * as names from "./names";
import * as page from "./page";
import * as pairs from "./pairs";
import * as paper from "./paper";
import * as round from "./round";
import * as settings from "./settings";
import * as show from "./show";
import { state } from "./state";
import * as store from "./store";
import * as tables from "./tables";
import * as texts from "./texts";
import * as typing from "./typing";
import * as workbook from "./workbook";

const functions = [
  ...[actions, dialogs, dom, calls, finals, hall, keys, names, page, pairs, paper, round],
  ...[settings, show, store, tables, texts, typing, workbook],
];

Object.assign(globalThis, { part: calls.part, inside: [state, calls.engine, ...functions] });
page.start();

// The hall's screen: turns through the views, a page at a time, and takes up a new state without a flash.
"use strict";
const box = document.getElementById("vues"), EACH = 10000;
let current = document.body.dataset.state, at = 0, paused = false, fixed = "", turned = Date.now(), pages = [];

// Letters in hundredths of the screen's height: never smaller than can be read from the back of a hall, else as large as
// leaves the fewest pages.
const SMALLEST = 3.3, LARGEST = { podium: 12, ten: 8 }, LARGE = 7.5, NARROW = 0.55, GROWTH = 1.03, MOST = 6;
const STACKABLE = ["podium", "prizes", "finals"], SPREAD = 0.4;  // of the letters: the most that is added above and below a line

function arrange() {
  const kind = pages[at]?.kind, part = pages[at]?.part ?? 0;
  pages = [];
  fitAddress();
  document.getElementById("page").textContent = "1 / 2";
  fitStep();
  for (const name of box.querySelectorAll("b")) bindMarks(name);
  const views = [...box.querySelectorAll(".view")];
  for (const view of views) {
    for (const one of views) one.hidden = one !== view;  // each alone has all the room
    const list = view.querySelector("ul"), items = [...list.querySelectorAll("li:not(.head)")];
    items.forEach((one) => { one.hidden = false; });
    const letters = items[0]?.dataset.letter ? " · M – M" : "";  // on a narrow screen they take a second line
    showTitle(view.dataset.title + letters);
    list.style.setProperty("--spread", "0px");
    const matches = [...list.querySelectorAll(".stage")].map((one) => one.textContent.length);
    list.style.setProperty("--stage", `${0.58 * Math.max(...matches)}em`);  // as wide as the longest
    const { columns, heights: own, room, count } = largest(view, list, items);
    let spread = Math.floor(SPREAD * parseFloat(getComputedStyle(list).fontSize));  // whole pixels add up as these do
    const spreadHeights = () => own.map((high) => high + 2 * spread);
    while (spread > 0 && fill(spreadHeights(), room, columns).length > count) spread--;
    list.style.setProperty("--spread", `${spread}px`);
    const heights = spreadHeights();
    let low = room / 2, high = room;  // pages and columns as even as can be
    for (let step = 0; step < 12; step++) {
      const middle = (low + high) / 2;
      if (fill(heights, middle, columns).length <= count) high = middle; else low = middle;
    }
    const filled = fill(heights, high, columns);
    list.style.height = `${Math.ceil(high) + list.offsetHeight - list.clientHeight + headHeight(list)}px`;
    filled.forEach(([from, to], part) => pages.push({ view, kind: view.className, part, count: filled.length, items: items.slice(from, to), all: items }));
  }
  const same = pages.findIndex((one) => one.kind === kind && one.part === part);
  at = same >= 0 ? same : 0;
  show();
}

// No line ends within what tells homonyms apart: "(Bourg-en-Bresse)".
function bindMarks(name) {
  name.textContent = name.textContent.replace(/\(.*?\)/g, (mark) => mark.replaceAll(" ", "\u00a0").replaceAll("-", "\u2011"));
}

const headHeight = (list) => list.querySelector(".head")?.getBoundingClientRect().height ?? 0;

// The layout with the largest letters among those with the fewest pages; smaller letters are as good as second lines.
// Podium, prizes and finals may have the points, the prize or the match on a line of their own.
function largest(view, list, items) {
  const narrow = innerWidth < innerHeight ? NARROW : 1, name = Object.keys(LARGEST).find((one) => view.classList.contains(one));
  let best = null;
  for (const stacked of STACKABLE.some((one) => view.classList.contains(one)) ? [false, true] : [false]) {
    list.classList.toggle("stacked", stacked);
    for (let size = SMALLEST * narrow; size <= (LARGEST[name] ?? LARGE) * narrow; size *= GROWTH) {
      const found = { size, stacked, ...atSize(view, list, items, size) };
      if (best && (found.count > best.count || found.over)) break;
      if (!best || found.count < best.count || size * found.ease > best.size * best.ease) best = found;
    }
  }
  list.classList.toggle("stacked", best.stacked);
  list.style.fontSize = `${best.size}vh`;
  return layout(view, list, items, best.columns);
}

// The number of columns that takes the fewest pages, then the fewest second lines; one for a list that is a table.
function atSize(view, list, items, size) {
  list.style.fontSize = `${size}vh`;
  let best = layout(view, list, items, 1);
  const isTable = list.querySelector(".head") || list.classList.contains("stacked") || getComputedStyle(list).display === "grid";
  for (let columns = 2; columns <= MOST && !isTable; columns++) {
    const found = layout(view, list, items, columns);
    if (found.over) break;
    if (found.count < best.count || (found.count === best.count && found.ease > best.ease)) best = found;
  }
  return best;
}

// What so many columns make; a name has three lines at most, of a match of the finals one.
function layout(view, list, items, columns) {
  const names = [...list.querySelectorAll("b")], style = getComputedStyle(list);
  list.style.height = "auto";
  list.style.setProperty("--wide", `${(view.clientWidth - (columns - 1) * parseFloat(style.columnGap)) / columns - 0.1}px`);
  list.classList.add("measured");  // no word is broken while others may give way
  const sizeOf = (name) => parseFloat((view.matches(".podium") ? getComputedStyle(name) : style).fontSize);  // matches are smaller
  const lines = names.map((name) => Math.round(name.offsetHeight / 1.15 / sizeOf(name)));
  const hard = new Set(names.filter((name, index) => lines[index] > 1).map((one) => one.closest("li"))).size;
  const most = (name) => (name.parentElement.querySelector(".stage") ? 1 : 3);
  const over = lines.some((count, index) => count > most(names[index])) || [...items, ...names].some((one) => one.scrollWidth > one.clientWidth + 1);
  list.classList.remove("measured");
  const heights = items.map((one) => one.getBoundingClientRect().height), room = view.clientHeight - headHeight(list);
  const ease = 1 - 0.4 * hard / Math.max(items.length, 1);
  return { columns, heights, room, over, ease, count: fill(heights, room, columns).length };
}

// The first item of each page and the one behind its last: columns are filled one after the other.
function fill(heights, room, columns) {
  const filled = [];
  let from = 0, column = 1, used = 0;
  heights.forEach((high, index) => {
    if (used && used + high > room) [column, used] = [column + 1, 0];
    if (column > columns) { filled.push([from, index]); [from, column] = [index, 1]; }
    used += high;
  });
  return [...filled, [from, heights.length]];
}

// The address below the code stands on one line, in smaller letters where it is long, on several where these are too small.
function fitAddress() {
  const line = box.querySelector(".code .address");
  if (!line) return;
  line.style.fontSize = "";
  const room = line.clientWidth, own = parseFloat(getComputedStyle(line).fontSize);
  line.style.whiteSpace = "nowrap";
  const size = Math.min(own, own * room / Math.max(line.scrollWidth, 1));
  line.style.whiteSpace = "";
  line.style.fontSize = `${Math.max(size - 0.1, own * 0.75)}px`;
}

// The title of a view takes one line, in smaller letters where it is long. The tournament's name beside it takes two
// lines where one is too short, and more of the bar, before it is cut.
const SMALLEST_TITLE = 0.026, NAMES = { share: [19, 27, 34], letters: [2.4, 2.2, 2, 1.85, 1.7] };
function showTitle(text) {
  const line = document.getElementById("titre-vue"), name = document.querySelector("h1");
  line.textContent = text;
  name.style.cssText = "white-space: nowrap";
  fitTitle(line);
  if (name.scrollWidth <= name.clientWidth) return;
  for (const share of NAMES.share) {
    name.style.cssText = `min-width: ${share}%`;
    fitTitle(line);
    for (const letters of NAMES.letters) {
      name.style.fontSize = `${letters}vh`;
      if (name.scrollHeight <= name.clientHeight + 1) return;
    }
  }
}
function fitTitle(line) {
  line.style.fontSize = "";
  const own = parseFloat(getComputedStyle(line).fontSize), smallest = SMALLEST_TITLE * innerHeight;
  const size = Math.max(smallest, own * line.clientWidth / Math.max(line.scrollWidth, 1) - 0.2);
  if (line.scrollWidth > line.clientWidth) line.style.fontSize = `${Math.min(own, size)}px`;
}

// The line of what is awaited takes one line: where that needs their room, the hints for the keyboard give way.
function fitStep() {
  const hints = document.getElementById("touches"), step = document.getElementById("etape");
  hints.hidden = false;
  hints.hidden = step.offsetHeight > 1.9 * parseFloat(getComputedStyle(step).fontSize);
}

function show() {
  const page = pages[at];
  for (const view of box.querySelectorAll(".view")) view.hidden = view !== page.view;
  page.all.forEach((one) => { one.hidden = !page.items.includes(one); });
  const ends = [page.items[0], page.items.at(-1)].map((one) => one?.dataset.letter), letters = page.count > 1 && ends[0];
  showTitle(page.view.dataset.title + (letters ? ` · ${ends[0]} – ${ends[1]}` : ""));
  document.getElementById("page").textContent =
    (page.count > 1 ? `${page.part + 1} / ${page.count}` : "") + (paused ? " ❚❚" : "") + (fixed ? " ●" : "");
}
function turn(step) {
  const usable = pages.map((page, index) => index).filter((index) => !fixed || pages[index].kind === fixed);
  at = usable[(usable.indexOf(at) + step + usable.length) % usable.length] ?? 0;
  turned = Date.now();
  show();
}
addEventListener("keydown", (event) => {
  if (event.key === " ") { paused = !paused; event.preventDefault(); show(); }
  else if (event.key === "ArrowRight") turn(1);
  else if (event.key === "ArrowLeft") turn(-1);
  else if (event.key === "f" || event.key === "F") { fixed = fixed ? "" : pages[at].kind; show(); }
});
box.addEventListener("click", () => turn(1));

function load(source) {
  const script = document.createElement("script");
  script.src = source;
  script.onload = script.onerror = () => script.remove();
  document.head.append(script);
}
function etat(name) { if (name !== current) load(`${name}/vues.js`); }
let received = {}, awaited = "", ends = null;
function recus(states = received, step = awaited) {  // of tables still playing: what has come from phones, what is awaited
  [received, awaited] = [states, step];
  for (const one of box.querySelectorAll("[data-t]")) {
    one.dataset.before ??= one.textContent;
    one.textContent = states[one.dataset.t] ?? one.dataset.before;
  }
  showStep();
}
function showStep() {
  const told = box.querySelector(".state").dataset;
  document.getElementById("etape").textContent = (awaited || told.step) + (told.room ? ` · ${told.room}` : "");
  fitStep();
}
function minuteur(left) { ends = left === null ? null : Date.now() + 1000 * left; count(); }
function count() {
  const line = document.getElementById("minuteur"), left = ends === null ? 0 : Math.max(0, Math.round((ends - Date.now()) / 1000));
  line.hidden = ends === null;
  line.classList.toggle("over", left === 0);
  line.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
function recevoir([name, views]) {
  box.innerHTML = views;
  current = name;
  document.body.dataset.state = name;
  awaited = "";  // until the server says so of this state
  state();
  recus();
  arrange();
}
function state() {
  const told = box.querySelector(".state").dataset;
  document.querySelector("h1").textContent = document.title = told.title;
  showStep();
  clock();
}
function clock() {
  const wanted = box.querySelector(".state").dataset.time, line = document.getElementById("horloge"), now = new Date();
  let next = "";
  const time = wanted.match(/^(\d\d):(\d\d)$/);
  if (time) {
    const left = Number(time[1]) * 60 + Number(time[2]) - now.getHours() * 60 - now.getMinutes();
    next = `${line.dataset.at} ${wanted}${left > 0 && left < 180 ? ` (${left} min)` : ""}`;
  }
  line.firstChild.textContent = now.toLocaleTimeString("fr", { hour: "2-digit", minute: "2-digit" });
  line.lastChild.textContent = next;
}
document.body.classList.add("live");
state();
arrange();
addEventListener("resize", arrange);
if (current) setInterval(() => load(`etat.js?${Date.now()}`), 2000);
else {  // in a window of the organiser's page: that sends each state, and is asked for it where either was loaded anew
  let shown = "";
  addEventListener("message", ({ source, origin, data }) => {  // of a file both origins are "null"
    const views = source && source === opener && origin === self.origin ? data?.views : undefined;
    if (typeof views === "string" && views !== shown) recevoir(["", shown = views]);
  });
  const ask = () => opener?.postMessage({ screen: name, shown: shown !== "" }, "*");
  ask();
  setInterval(ask, 2000);
}
setInterval(() => { clock(); count(); if (!paused && Date.now() - turned > EACH && pages.length > 1) turn(1); }, 500);

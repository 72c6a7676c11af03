// The hall's screen: turns through the views, a page at a time, and takes up a new state without a flash.
"use strict";
const box = document.getElementById("vues"), EACH = 10000;
let current = document.body.dataset.state, at = 0, paused = false, fixed = "", turned = Date.now(), pages = [];

function arrange() {
  const kind = pages[at]?.kind, part = pages[at]?.part ?? 0;
  pages = [];
  for (const view of box.querySelectorAll(".view")) {
    view.hidden = false;
    const list = view.querySelector("ul"), items = [...list.querySelectorAll("li:not(.head)")];
    items.forEach((one) => { one.hidden = false; });
    list.style.gridTemplateRows = `repeat(${list.children.length}, auto)`;
    const size = (one) => one?.getBoundingClientRect() ?? { width: 1, height: 0 };
    const head = list.querySelector(".head"), gap = parseFloat(getComputedStyle(list).columnGap);
    const lay = (short) => {  // as many columns as the names leave room for, then as many rows as the highest does
      for (const one of list.querySelectorAll("[data-short]")) one.textContent = short ? one.dataset.short : one.dataset.name;
      list.style.gridTemplateColumns = "max-content";
      const columns = head ? 1 : Math.max(1, Math.floor((view.clientWidth + gap) / (size(items[0]).width + gap)));
      list.style.gridTemplateRows = `repeat(${Math.ceil(list.children.length / columns)}, auto)`;
      list.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
      const high = Math.max(1, ...items.map((one) => size(one).height));
      const rows = Math.max(1, Math.floor((box.clientHeight - size(head).height) / high));
      return { columns, rows, high, count: Math.max(1, Math.ceil(items.length / (rows * columns))) };
    };
    const whole = lay(false), cut = lay(true), { columns: most, rows, high, count } = whole.count > cut.count ? cut : lay(false);
    const share = Math.ceil(items.length / count), columns = Math.max(1, Math.min(most, Math.ceil(share / rows)));
    list.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    list.style.gridTemplateRows = `repeat(${Math.ceil(list.children.length / columns)}, auto)`;
    for (const one of list.querySelectorAll("[data-short]")) {  // short only where it would take a second line
      one.textContent = one.dataset.name;
      if (size(one.closest("li")).height > high + 1) one.textContent = one.dataset.short;
    }
    list.style.gridTemplateRows = `repeat(${Math.ceil(share / columns) + (head ? 1 : 0)}, auto)`;
    for (let part = 0; part < count; part++)
      pages.push({ view, kind: view.className, part, count, items: items.slice(part * share, (part + 1) * share), all: items });
  }
  const same = pages.findIndex((one) => one.kind === kind && one.part === part);
  at = same >= 0 ? same : 0;
  show();
}
function show() {
  const page = pages[at];
  for (const view of box.querySelectorAll(".view")) view.hidden = view !== page.view;
  page.all.forEach((one) => { one.hidden = !page.items.includes(one); });
  const ends = [page.items[0], page.items.at(-1)].map((one) => one?.dataset.letter), letters = page.count > 1 && ends[0];
  document.getElementById("titre-vue").textContent = page.view.dataset.title + (letters ? ` · ${ends[0]} – ${ends[1]}` : "");
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
let received = {}, ends = null;
function recus(states = received) {  // of tables still playing: what has come from phones
  received = states;
  for (const one of box.querySelectorAll("[data-t]")) {
    one.dataset.before ??= one.textContent;
    one.textContent = states[one.dataset.t] ?? one.dataset.before;
  }
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
  state();
  recus();
  arrange();
}
function state() {
  const told = box.querySelector(".state").dataset;
  document.querySelector("h1").textContent = document.title = told.title;
  document.getElementById("etape").textContent = told.step + (told.room ? ` · ${told.room}` : "");
  clock();
}
function clock() {
  const wanted = box.querySelector(".state").dataset.time, line = document.getElementById("horloge"), now = new Date();
  let text = now.toLocaleTimeString("fr", { hour: "2-digit", minute: "2-digit" });
  const time = wanted.match(/^(\d\d):(\d\d)$/);
  if (time) {
    const left = Number(time[1]) * 60 + Number(time[2]) - now.getHours() * 60 - now.getMinutes();
    text += ` · ${line.dataset.at} ${wanted}`;
    if (left > 0 && left < 180) text += ` (${left} min)`;
  }
  line.textContent = text;
}
document.body.classList.add("live");
state();
arrange();
addEventListener("resize", arrange);
setInterval(() => load(`etat.js?${Date.now()}`), 2000);
setInterval(() => { clock(); count(); if (!paused && Date.now() - turned > EACH && pages.length > 1) turn(1); }, 500);

// Search, the highlighted player, and a word when there is a newer state. Everything else is plain HTML.
"use strict";
const plain = (text) => text.replace(/\u00ad/g, "").toLowerCase().replace(/œ/g, "oe").replace(/æ/g, "ae").normalize("NFD")
  .replace(/[\u0300-\u036f]/g, "").replace(/[-'’]/g, " ").replace(/\s+/g, " ").trim();
const here = document.body.dataset;
const rows = new Map([...document.querySelectorAll("#classement [data-n], table.names [data-n]")].map((row) => [row.dataset.n, row]));

function follow(number) {
  for (const one of document.querySelectorAll("[data-n]")) {
    one.classList.toggle("me", one.dataset.n.split(" ").includes(number));
    if (one.classList.contains("me") && one.tagName === "g") one.parentNode.append(one);
  }
}
const form = document.getElementById("recherche");
if (form) {
  const field = document.getElementById("nom"), found = document.getElementById("trouves");
  const people = [...rows.values()].map((row) => ({ number: row.dataset.n, link: row.querySelector("a") }));
  form.hidden = false;
  form.addEventListener("submit", (event) => { event.preventDefault(); found.querySelector("a")?.click(); });
  field.addEventListener("input", () => {
    const wanted = plain(field.value).split(" ").filter(Boolean);
    const hits = wanted.length ? people.filter((one) => wanted.every((word) => plain(one.link.textContent).includes(word))) : [];
    found.replaceChildren(...hits.slice(0, 8).map((one) => {
      const line = document.createElement("li"), small = document.createElement("small");
      const told = (part) => document.querySelector(`.names [data-n="${one.number}"] .${part}`)?.textContent.trim();
      const seat = told("seat"), against = told("against");
      small.textContent = [rows.get(one.number).dataset.club, seat && `table ${seat}`, told("colour"), seat && `contre ${against}`]
        .filter(Boolean).map((part) => ` · ${part}`).join("");
      line.append(one.link.cloneNode(true), small);
      return line;
    }));
    follow(hits.length === 1 ? hits[0].number : "");
  });
}
for (const one of document.querySelectorAll("svg g[data-n]"))
  one.addEventListener("click", () => follow(one.classList.contains("me") ? "" : one.dataset.n));
const asked = location.hash.match(/^#joueur-(\d+)$/);
if (asked) follow(asked[1]);
addEventListener("hashchange", () => follow((location.hash.match(/^#joueur-(\d+)$/) || ["", ""])[1]));
addEventListener("beforeprint", () => document.querySelectorAll("details.ronde").forEach((one) => { one.open = true; }));

const own = here.state || location.pathname.split("/").slice(-2)[0];
function etat(name) {
  if (name === own) return;
  const bar = document.getElementById("fresh");
  bar.href = here.state ? "index.html" : `../${name}/${location.pathname.split("/").pop()}`;
  bar.hidden = false;
}
function recus(states) {  // of tables still playing: what has come from phones
  for (const one of document.querySelectorAll("[data-t]")) {
    one.dataset.before ??= one.textContent;
    one.textContent = states[one.dataset.t] ?? one.dataset.before;
  }
}
function minuteur() {}  // the screen's
function look() {
  if (document.hidden) return;
  const script = document.createElement("script");
  script.src = `${here.up}etat.js?${Date.now()}`;
  script.onload = script.onerror = () => script.remove();
  document.head.append(script);
}
setInterval(look, 10000);
document.addEventListener("visibilitychange", look);

// Search, filters, sorting: everything is there without them. Of a long ranking the first rows only are laid out.
"use strict";
const plain = (text) => text.replace(/\u00ad/g, "").toLowerCase().replace(/œ/g, "oe").replace(/æ/g, "ae").normalize("NFD")
  .replace(/[\u0300-\u036f]/g, "").replace(/[-'’]/g, " ").replace(/\s+/g, " ").trim();
const form = document.getElementById("filtres"), list = document.getElementById("liste"), more = document.getElementById("suite");
const rest = list.tBodies[1] || list.createTBody(), STEP = list.tBodies[0].rows.length;
let rows = [...list.querySelectorAll("tbody tr")].map((row) => ({ row, text: plain([...row.querySelectorAll("th,.club")].map((cell) => cell.textContent).join(" ")), by: row.dataset.by.split("|") }));
let most = STEP;
function show() {
  const wanted = plain(document.getElementById("nom").value).split(" ").filter(Boolean);
  const chosen = [...form.querySelectorAll("select")].filter((one) => one.value);
  const fits = [], others = [];
  for (const one of rows)
    (wanted.every((word) => one.text.includes(word)) && chosen.every((by) => one.by[by.dataset.by] === by.value) ? fits : others).push(one.row);
  list.tBodies[0].replaceChildren(...fits.slice(0, most));
  rest.replaceChildren(...fits.slice(most), ...others);
  rest.hidden = true;
  more.hidden = fits.length <= most;
  more.lastElementChild.textContent = fits.length - most;
  document.getElementById("combien").textContent = fits.length === rows.length ? "" : `${fits.length} / ${rows.length}`;
}
const changed = () => { most = STEP; show(); };
form.hidden = false;
form.addEventListener("input", changed);
form.addEventListener("submit", (event) => event.preventDefault());
more.addEventListener("click", () => { most += STEP; show(); });
addEventListener("beforeprint", () => { most = rows.length; show(); });
show();
const value = (cell) => {
  const text = cell.dataset.v || cell.textContent.trim();
  const number = text.replace(/^[▲+]/, "").replace(/^[▼−]/, "-").replace(/\u202f/g, "").replace(",", ".").replace(/^=$/, "0");
  return number !== "" && !isNaN(number) ? Number(number) : plain(text);
};
const order = (one, other) => typeof one === typeof other ? (one < other ? -1 : one > other ? 1 : 0) : typeof one === "number" ? -1 : 1;
for (const table of document.querySelectorAll("table.sortable"))
  [...table.tHead.rows[0].cells].forEach((head, at) => {
    head.tabIndex = 0;
    const sort = () => {
      const down = head.ariaSort === "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const sorted = (found, cells) => found.map((one) => [value(cells(one)[at]), one])
        .sort((one, other) => (down ? -1 : 1) * order(one[0], other[0])).map((pair) => pair[1]);
      if (table === list) { rows = sorted(rows, (one) => one.row.cells); changed(); }
      else table.tBodies[0].append(...sorted([...table.tBodies[0].rows], (row) => row.cells));
    };
    head.addEventListener("click", sort);
    head.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); sort(); } });
  });

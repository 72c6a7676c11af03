// Search, filters, sorting: everything is there without them.
"use strict";
const plain = (text) => text.toLowerCase().replace(/œ/g, "oe").replace(/æ/g, "ae").normalize("NFD")
  .replace(/[\u0300-\u036f]/g, "").replace(/[-'’]/g, " ").replace(/\s+/g, " ").trim();
const form = document.getElementById("filtres"), list = document.getElementById("liste");
const rows = [...list.tBodies[0].rows].map((row) => ({ row, text: plain(`${row.cells[2].textContent} ${row.cells[6].textContent}`), by: row.dataset.by.split("|") }));
function show() {
  const wanted = plain(document.getElementById("nom").value).split(" ").filter(Boolean);
  const chosen = [...form.querySelectorAll("select")].filter((one) => one.value);
  let count = 0;
  for (const one of rows) {
    const fits = wanted.every((word) => one.text.includes(word)) && chosen.every((by) => one.by[by.dataset.by] === by.value);
    one.row.hidden = !fits;
    count += fits;
  }
  document.getElementById("combien").textContent = count === rows.length ? "" : `${count} / ${rows.length}`;
}
form.hidden = false;
form.addEventListener("input", show);
form.addEventListener("submit", (event) => event.preventDefault());
const value = (cell) => {
  const text = cell.dataset.v || cell.textContent.trim();
  const number = text.replace(/^[▲+]/, "").replace(/^[▼−]/, "-").replace(/\u202f/g, "").replace(",", ".").replace(/^=$/, "0");
  return number !== "" && !isNaN(number) ? Number(number) : plain(text);
};
for (const table of document.querySelectorAll("table.sortable"))
  [...table.tHead.rows[0].cells].forEach((head, at) => {
    head.tabIndex = 0;
    const sort = () => {
      const down = head.ariaSort === "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const found = [...table.tBodies[0].rows].map((row) => [value(row.cells[at]), row]);
      const order = (one, other) => typeof one === typeof other ? (one < other ? -1 : one > other ? 1 : 0) : typeof one === "number" ? -1 : 1;
      found.sort((one, other) => (down ? -1 : 1) * order(one[0], other[0]));
      table.tBodies[0].append(...found.map((pair) => pair[1]));
    };
    head.addEventListener("click", sort);
    head.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); sort(); } });
  });

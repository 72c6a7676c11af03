// Owns what stands in front of the script (render_source in tournament_xl/frontends/web/app.py): where the page finds its
// engine, in a folder, in the file itself, or in the program.
declare const SOURCE: {
  folder?: string;
  lock?: object;
  formulas: Record<string, string[]>;
  app?: { version: string };
};

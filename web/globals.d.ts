declare const SOURCE: { folder?: string; lock?: object; formulas: Record<string, string[]>; app?: { version: string } };
declare var inside: object;

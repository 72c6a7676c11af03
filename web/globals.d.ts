declare const SOURCE: { folder?: string; lock?: object; app?: { version: string } };

declare const SOURCE: { folder?: string; lock?: object; app?: { key: string; version: string; folder: string } };

// Owns the page's copy in the browser: once opened, it opens without a network. A new version replaces the old one whole.

declare const DIGEST: string; // both are written in front of this script by build.py
declare const FILES: string[];
declare const self: ServiceWorkerGlobalScope;

const NAME = `tournois-${DIGEST}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = caches
    .keys()
    .then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  event.respondWith(
    caches.match(event.request, { ignoreSearch: true }).then((response) => response ?? fetch(event.request)),
  );
});

export {};

// Owns the page's copy in the browser: once opened, it opens without a network. A new version replaces the old one whole.
"use strict";
const NAME = "tournois-DIGEST";
const CACHED = "FILES";
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((all) => all.addAll(CACHED))
      .then(() => worker.skipWaiting()),
  );
});
worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = caches
    .keys()
    .then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  event.respondWith(
    caches.match(event.request, { ignoreSearch: true }).then((response) => response ?? fetch(event.request)),
  );
});

// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
//
// The service worker: the page without a network. All files of one version are
// fetched together and kept together; a new version waits until a page asks for
// it, or the last tab of the old one is closed. All tabs are loaded again then,
// so that no page ever has files of both.

const VERSION = "@version@";
const FILES = ["@files@"];
const LATER = ["@later@"];
const CACHE = `rookery-${VERSION}`;

self.addEventListener("install", (event) => {
	const fresh = (file) => new Request(file, { cache: "no-cache" });

	// The page works without what comes last, so that may fail.
	event.waitUntil(caches.open(CACHE)
		.then((cache) => cache.addAll(FILES.map(fresh))
			.then(() => cache.addAll(LATER.map(fresh)).catch(() => {}))));
});

self.addEventListener("message", ({ data }) => {
	if (data === "take over")
		self.skipWaiting();
});

self.addEventListener("activate", (event) => {
	event.waitUntil(caches.keys()
		.then((keys) => Promise.all(keys
			.filter((key) => key.startsWith("rookery-") && key !== CACHE)
			.map((key) => caches.delete(key))))
		.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
	if (event.request.method !== "GET")
		return;
	event.respondWith(caches.open(CACHE)
		.then((cache) => cache.match(event.request, { ignoreSearch: true }))
		.then((found) => found ?? fetch(event.request)));
});

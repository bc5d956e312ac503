// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * Debian's Chromium, and a folder served to it on this machine alone with the
 * security policy of the page.
 */
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname } from "node:path";

const root = new URL("../../", import.meta.url);
const { chromium } = createRequire(new URL("build/", root))("playwright-core");

const types = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".css": "text/css",
	".svg": "image/svg+xml",
	".png": "image/png",
	".json": "application/json",
	".wasm": "application/wasm",
	".rknet": "application/octet-stream",
};

/** The policy that the page has. */
export const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; " +
	"style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'";

const empty = "<!doctype html><html lang=en><title>Rookery</title></html>";

/** What a page needs to share memory with its workers. */
const isolation = {
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-embedder-policy": "require-corp",
};

/**
 * Serves a folder; returns where, and how to end it. `isolated`: with the
 * headers for shared memory.
 */
export async function serve(folder, { isolated = false } = {}) {
	const server = createServer(async (request, response) => {
		const { pathname } = new URL(request.url, "http://localhost");

		try {
			const body = pathname !== "/"
				? await readFile(new URL(`.${pathname}`, folder))
				: await readFile(new URL("index.html", folder)).catch(() => empty);
			response.writeHead(200, {
				"content-type": types[extname(pathname) || ".html"] ?? "text/plain",
				"content-security-policy": policy,
				"cache-control": "no-cache",
				...isolated && isolation,
			});
			response.end(body);
		} catch {
			// Browsers ask for an icon by themselves.
			response.writeHead(pathname === "/favicon.ico" ? 204 : 404).end();
		}
	});

	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		address: `http://127.0.0.1:${server.address().port}/`,
		close: () => server.close(),
	};
}

/** Opens the browser, or the one that CHROMIUM names, maybe with more options. */
export function open(options = []) {
	return chromium.launch({
		executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
		args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
			"--disable-background-networking", "--disable-component-update",
			"--disable-sync", ...options],
	});
}

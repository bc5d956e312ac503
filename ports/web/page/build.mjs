// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
//
// Puts the page together:
//
//	node ports/web/page/build.mjs build/web
//
// The folder must have the package in rookery/. It gets the page beside it, for
// any server of plain files, and rookery.html, the same in one single file.

import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, writeFileSync }
	from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sprite } from "../../../art/sprite.mjs";
import { bundle } from "./bundle.mjs";

const from = new URL(".", import.meta.url);
const out = process.argv[2];
const source = (name) => readFileSync(new URL(name, from), "utf8");
const built = (name) => join(out, name);
const write = (name, text) => writeFileSync(built(name), text);
const hash = (text, form) => createHash("sha256").update(text).digest(form);

const kept = /\.(js|css|svg|png|json)$/;
const files = readdirSync(from)
	.filter((name) => kept.test(name) && !["sw.js", "icons.svg"].includes(name));
const parts = readdirSync(built("rookery"))
	.filter((name) => /\.(js|wasm)$/.test(name)).map((name) => `rookery/${name}`);

/** The page with its icons inlined, without comments. */
function html() {
	const text = source("index.html");

	return text.replace("<!-- sprite -->", () =>
		(sprite() + source("icons.svg")).replace(/\n\t*/g, ""));
}

// The version is a hash of the files.
function serviceWorker() {
	const list = ["./", "index.html", ...files, ...parts];
	const version = hash(list.slice(1).map((name) =>
		hash(readFileSync(built(name)), "hex")).join(), "hex").slice(0, 12);

	return source("sw.js").replace("@version@", version)
		.replace('["@files@"]', JSON.stringify(list));
}

// Scripts and styles are inline, so the policy lists their hashes.
function policy(script, style) {
	return `default-src 'none'; script-src 'sha256-${hash(script, "base64")}' ` +
		`'wasm-unsafe-eval' blob:; style-src 'sha256-${hash(style, "base64")}'; ` +
		"worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'";
}

const safe = (text) => text.replace(/<\/(?=script|style)/gi, "<\\/");

function single() {
	const style = `\n${files.filter((name) => name.endsWith(".css"))
		.sort((one, other) => order(one) - order(other)).map(source).join("\n")}`;
	const script = `\n${safe(bundle(out, "main.js"))}`;
	const worker = safe(bundle(out, "rookery/worker.js"));
	const module = gzipSync(readFileSync(built("rookery/rookery.wasm")),
		{ level: 9 }).toString("base64");
	const icon = `data:image/svg+xml,${encodeURIComponent(source("icon.svg"))}`;

	return html()
		.replace(/ content="default-src[^"]*"/,
			() => ` content="${policy(script, style)}"`)
		.replace(/<link rel="(stylesheet|manifest|apple-touch-icon)".*>\n/g, "")
		.replace("icon.svg", () => icon)
		.replace(/<script type="module".*\n/, () =>
			`<style>${style}</style>\n`)
		.replace("</body>", () =>
			`<script type="text/plain" id="module">${module}</script>\n` +
			`<script type="text/plain" id="worker">${worker}</script>\n` +
			`<script type="module">${script}</script>\n</body>`);
}

// As index.html has them.
function order(name) {
	return source("index.html").indexOf(`"${name}"`);
}

for (const name of files)
	copyFileSync(new URL(name, from), built(name));
write("index.html", html());
write("sw.js", serviceWorker());
write("rookery.html", single());

// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
//
// Puts the page together:
//
//	node ports/web/page/build.mjs build/web
//
// The folder must have the package in rookery/. It gets the page beside it, for
// any server of plain files, and rookery.html, the same in one single file. What
// becomes smaller by it also lies there compressed, name.gz, for servers that
// know what to do with that: `rookery web` and nginx (gzip_static).

import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, writeFileSync }
	from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sets, shapes, sprite } from "../../../art/sprite.mjs";
import { bundle } from "./bundle.mjs";

const from = new URL(".", import.meta.url);
const out = process.argv[2];
const source = (name) => readFileSync(new URL(name, from), "utf8");
const built = (name) => join(out, name);
const write = (name, text) => writeFileSync(built(name), text);
const hash = (text, form) => createHash("sha256").update(text).digest(form);

const LICENCE = "// SPDX-License-Identifier: GPL-2.0-or-later OR MIT\n";
const kept = /\.(js|css|svg|png|json)$/;
const files = readdirSync(from)
	.filter((name) => kept.test(name) && !["sw.js", "icons.svg"].includes(name));
const generated = { "openings.js": openings(),
	"puzzle-data.js": dataModule("PUZZLES", "puzzles.txt", /^[^#]/),
	...Object.fromEntries(sets.map((set) => [`pieces-${set}.js`,
		`${LICENCE}export const PIECES = ${JSON.stringify(shapes(set))};\n`])) };
const parts = readdirSync(built("rookery"))
	.filter((name) => /\.(js|wasm)$/.test(name)).map((name) => `rookery/${name}`);
// What the page does without until it is there.
const later = readdirSync(built("rookery"))
	.filter((name) => name.endsWith(".rknet")).map((name) => `rookery/${name}`);

/** A module with one text: what these lines of a file of data/ become. */
function dataModule(constant, file, pattern, change = (line) => line) {
	const lines = readFileSync(new URL(`../../../data/${file}`, from), "utf8")
		.split("\n").filter((line) => pattern.test(line)).map(change);

	return `${LICENCE}export const ${constant} = ${JSON.stringify(lines.join("\n"))};\n`;
}

/** The named lines of openings: ECO, name and moves of each. */
function openings() {
	return dataModule("LINES", "openings.txt", /^[A-E]\d\d\t/, (line) =>
		line.split("\t").slice(0, 3).join("\t").replace(/\d+\. /g, ""));
}

/** The page with its icons inlined, without comments. */
function html() {
	const text = source("index.html");

	return text.replace("<!-- sprite -->", () =>
		(sprite() + source("icons.svg")).replace(/\n\t*/g, ""));
}

// The version is a hash of the files.
function serviceWorker() {
	const list = ["./", "index.html", ...files, ...parts];
	const version = hash([...list.slice(1), ...later].map((name) =>
		hash(readFileSync(built(name)), "hex")).join(), "hex").slice(0, 12);

	return source("sw.js").replace("@version@", version)
		.replace('["@files@"]', JSON.stringify(list))
		.replace('["@later@"]', JSON.stringify(later));
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

function compress(name) {
	const plain = readFileSync(built(name));
	const packed = gzipSync(plain, { level: 9 });

	if (packed.length < plain.length * 0.9)
		write(`${name}.gz`, packed);
}

for (const name of files)
	copyFileSync(new URL(name, from), built(name));
for (const [name, text] of Object.entries(generated)) {
	write(name, text);
	files.push(name);
}
write("index.html", html());
write("sw.js", serviceWorker());
write("rookery.html", single());
for (const name of [...files, ...parts, ...later, "index.html", "sw.js"])
	compress(name);

// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The package as somebody gets it who installs it: what is in it, the examples
 * of its README, its types, and its size.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync,
	statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompressSync, gunzipSync } from "node:zlib";

const run = promisify(execFile);
const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const built = path("build/web/rookery");
const readme = readFileSync(path("ports/web/api/README.md"), "utf8");
let folder, files;

/* Packed by npm, unpacked where node looks for packages. */
before(async () => {
	folder = mkdtempSync(join(tmpdir(), "rookery-"));
	const { stdout } = await run("npm", ["pack", "--json", "--offline", "--loglevel=error",
		"--pack-destination", folder], { cwd: built });
	const [pack] = JSON.parse(stdout);

	files = pack.files.map((file) => file.path);
	mkdirSync(join(folder, "node_modules/rookery"), { recursive: true });
	await run("tar", ["xzf", join(folder, pack.filename), "--strip-components=1", "-C",
		join(folder, "node_modules/rookery")]);
});

after(() => rmSync(folder, { recursive: true }));

test("what is in it", () => {
	assert.deepEqual(files.sort(), ["README.md", "game.js", "indexer.js",
		"network.rknet", "package.json", "pgn.js",
		"position.js", "protocols.js", "rookery-threads.wasm", "rookery.d.ts", "rookery.js",
		"rookery.wasm", "thinker.js", "wasm.js", "worker.js"]);
	const { version } = JSON.parse(readFileSync(join(built, "package.json")));
	const header = readFileSync(path("include/rookery/version.h"), "utf8");
	assert.ok(header.includes(`"${version}"`));
});

/* The service worker names what a page loads; anybody may host all the rest. */
test("the folder is only what is to be hosted", () => {
	const site = path("build/web");
	const worker = readFileSync(join(site, "sw.js"), "utf8");
	const loaded = [...JSON.parse(/\["\.\/".*?\]/.exec(worker)[0]).slice(1),
		...JSON.parse(/LATER = (.*);/.exec(worker)[1])];
	const found = readdirSync(site, { recursive: true })
		.filter((name) => statSync(join(site, name)).isFile());
	const packed = found.filter((name) => name.endsWith(".gz"));
	const plain = found.filter((name) => !name.endsWith(".gz"));

	assert.deepEqual(plain.sort(), [...loaded, "rookery.html", "sw.js",
		...["README.md", "package.json", "rookery.d.ts"]
			.map((name) => `rookery/${name}`)].sort());
	for (const name of packed)
		assert.deepEqual(gunzipSync(readFileSync(join(site, name))),
			readFileSync(join(site, name.slice(0, -3))), name);
	for (const name of ["index.html", "main.js", "page.css", "rookery/rookery.wasm"])
		assert.ok(packed.includes(`${name}.gz`), name);
});

const examples = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);

/* What stands behind an arrow comes out. */
function promised(code) {
	return [...code.matchAll(/\/\/ => (.*)$/gm)]
		.map(([, text]) => text.replaceAll("\"", "'"));
}

for (const [i, code] of examples.entries())
	test(`example ${i + 1} of the README`, async () => {
		const name = join(folder, `example${i}.mjs`);

		writeFileSync(name, code);
		const { stdout, stderr } = await run("node", [name], { cwd: folder });
		assert.equal(stderr, "");
		for (const text of promised(code))
			assert.ok(stdout.replace(/\[ (.*) \]/g, "[$1]")
				.replaceAll("\"", "'").includes(text), `${text}\n${stdout}`);
	});

test("types", async () => {
	copyFileSync(path("tests/web/use.mts"), join(folder, "use.mts"));
	await run("node", [path("build/node_modules/typescript/bin/tsc"), "--noEmit", "--strict",
		"--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom",
		join(folder, "use.mts")], { cwd: folder }).catch(({ stdout }) => {
		assert.fail(stdout);
	});
});

test("what the JavaScript and its types promise is the same", async () => {
	const types = readFileSync(join(built, "rookery.d.ts"), "utf8");
	const module = await import(join(built, "rookery.js"));
	const sources = files.filter((file) => file.endsWith(".js"))
		.map((file) => readFileSync(join(built, file), "utf8")).join("\n");
	const internal = new Set([...sources.matchAll(
		/@internal(?:(?!\*\/)[^])*\*\/\s*(?:async |get |set )*(\w+)\(/g)]
		.map(([, name]) => name));

	for (const [name, made] of Object.entries(module)) {
		if (!made.prototype) {
			assert.match(types, new RegExp(`^export function ${name}\\b`, "m"));
			continue;
		}
		const [, body] = types.split(new RegExp(`^export class ${name}\\b`, "m"));
		const names = Object.getOwnPropertyNames(made.prototype)
			.filter((member) => member !== "constructor" && !internal.has(member));

		for (const member of names)
			assert.match(body.split("\n}")[0], new RegExp(`\\b${member}\\b`),
				`${name}.${member}`);
	}
});

/* The module with threads is loaded in place of nothing, by who asks for it. */
test("it is small", () => {
	const sizeOf = (name) => brotliCompressSync(readFileSync(join(built, name))).length;
	const size = files.filter((name) => /\.(js|wasm)$/.test(name) &&
		name !== "rookery-threads.wasm").reduce((sum, name) => sum + sizeOf(name), 0);

	assert.ok(size < 300000, `${size} bytes`);
	assert.ok(sizeOf("rookery-threads.wasm") < 250000);
});

// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The page's modules as TypeScript sees them: types, as far as they can be told
 * from the text and its comments, names that are not used, switches that fall
 * through, code that is never reached. It does not understand
 * Object.assign(this, {…}), so it gets a copy with assignments in its place.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync }
	from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** "a, b: c" as assignments. */
function assignments(list) {
	const parts = list.split(/,(?![^[({]*[\])}])/).map((part) => part.trim()).filter(Boolean);

	return parts.map((part) => {
		const [, name, value = name] = /^(\w+)(?::\s*([^]*))?$/.exec(part);

		return `this.${name} = ${value};`;
	}).join(" ");
}

/** The text with the same lines. */
export function plain(text) {
	return text.replace(/Object\.assign\(this, \{([^}]*(?:\{[^}]*\}[^}]*)*)\}\);/g,
		(whole, list) => assignments(list) + "\n".repeat(whole.split("\n").length - 1 -
			(assignments(list).split("\n").length - 1)));
}

const options = {
	noEmit: true, allowJs: true, checkJs: true, target: "esnext", module: "esnext",
	moduleResolution: "bundler",
	lib: ["esnext", "dom", "dom.iterable", "dom.asynciterable"], types: [],
	skipLibCheck: true, noUnusedLocals: true, noUnusedParameters: true,
	noFallthroughCasesInSwitch: true, allowUnreachableCode: false,
	noImplicitOverride: true, useUnknownInCatchVariables: false,
};

test("types of the page's modules", async () => {
	const folder = mkdtempSync(join(tmpdir(), "rookery-"));

	try {
		cpSync(path("build/web"), folder, { recursive: true });
		cpSync(path("tests/web/types.d.ts"), join(folder, "types.d.ts"));
		for (const name of readdirSync(folder).filter((one) => one.endsWith(".js"))) {
			const file = join(folder, name);

			writeFileSync(file, plain(readFileSync(file, "utf8")));
		}
		// The package has types of its own, which another test compares with it.
		for (const name of readdirSync(join(folder, "rookery")))
			if (name.endsWith(".js"))
				rmSync(join(folder, "rookery", name));
		writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({
			compilerOptions: options, files: ["main.js", "types.d.ts"] }));
		await promisify(execFile)("node", [path("build/node_modules/typescript/bin/tsc"),
			"-p", folder], { maxBuffer: 1e8 })
			.catch(({ stdout }) => assert.fail(stdout));
	} finally {
		rmSync(folder, { recursive: true });
	}
});

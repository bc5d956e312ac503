// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A small bundler: each module becomes a function that is called once, after
// those that it imports. It reads only our own files, which have import and
// export at the beginning of a line, and fails if one does not. What a module
// loads on demand, import("./name.js"), is in the text as well.

import { readFileSync } from "node:fs";
import { join, posix } from "node:path";

const IMPORT = /^import\s+(?:\{([^}]*)\}\s*from\s*)?"(\.[^"]+)";$/gm;
const REEXPORT = /^export\s*\{([^}]*)\}\s*from\s*"(\.[^"]+)";$/gm;
const LIST = /^export\s*\{([^}]*)\};$/gm;
const DYNAMIC = /\bimport\("(\.[^"]+)"\)/g;
const NAMED = /^export\s+((?:async\s+)?(?:class|function\*?|const|let)\s+(\w+))/gm;

/** The names of a list: "A, B as C" is [["A", "A"], ["B", "C"]]. */
function namesOf(list) {
	return list.split(",").map((one) => one.trim()).filter(Boolean)
		.map((one) => one.split(/\s+as\s+/)).map(([name, as = name]) => [name, as]);
}

/**
 * One text of a module and all that it imports: a script that may be of
 * either kind, since a worker made of a text in a page from the disk cannot be a
 * module.
 */
export function bundle(folder, entry) {
	const done = new Map();
	const open = new Set();
	const dynamic = new Set();
	const parts = [];

	function need(path) {
		if (done.has(path))
			return done.get(path);
		if (open.has(path))
			throw new Error(`${path} imports itself`);
		open.add(path);
		const name = `module${done.size + open.size}`;
		const { text, exported } = translate(path);

		if (/^(?:import|export)\b/m.test(text))
			throw new Error(`${path}: an import or export that cannot be read`);
		if (path === entry)
			needDynamic();
		parts.push(path === entry ? text
			: `const ${name} = (() => {\n${text}\n` +
				`return { ${exported.join(", ")} };\n})();\n`);
		open.delete(path);
		done.set(path, name);
		return name;
	}

	// Modules that are loaded on demand may import and load others.
	function needDynamic() {
		for (const path of dynamic)
			parts.push(`dynamic["${path}"] = ${need(path)};\n`);
	}

	function translate(path) {
		const exported = [];
		const place = (from) => posix.join(posix.dirname(path), from);
		const other = (from) => need(place(from));
		const take = (list, from) => `const { ${namesOf(list)
			.map(([name, as]) => name === as ? name : `${name}: ${as}`)
			.join(", ")} } = ${from};`;
		const text = readFileSync(join(folder, path), "utf8")
			.replace(IMPORT, (_, list, from) => {
				const name = other(from);

				return list === undefined ? "" : take(list, name);
			})
			.replace(REEXPORT, (_, list, from) => {
				const name = other(from);

				exported.push(...namesOf(list)
					.map(([one, as]) => `${as}: ${name}.${one}`));
				return "";
			})
			.replace(LIST, (_, list) => {
				exported.push(...namesOf(list).map(([one, as]) => `${as}: ${one}`));
				return "";
			})
			.replace(DYNAMIC, (_, from) => {
				dynamic.add(place(from));
				return `Promise.resolve(dynamic["${place(from)}"])`;
			})
			.replace(NAMED, (_, declared, name) => {
				exported.push(name);
				return declared;
			});

		return { text, exported };
	}

	need(entry);
	return `(async () => {\nconst dynamic = {};\n${parts.join("\n")
		.replaceAll("import.meta.url", "location.href")}})();\n`;
}

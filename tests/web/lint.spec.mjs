// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * ESLint on all that is JavaScript: the page, the package, tools, benchmarks and
 * tests. Its recommended rules, and a few that keep the text uniform. What tests
 * run in a browser has names of the page, so undefined names are for the
 * product alone.
 */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const require = createRequire(new URL("../../build/package.json", import.meta.url));
const { ESLint } = require("eslint");
const globals = require("globals");

const rules = {
	eqeqeq: ["error", "always", { null: "ignore" }],
	"no-var": "error",
	"prefer-const": ["error", { destructuring: "all" }],
	"no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_",
		ignoreRestSiblings: true }],
};
const eslint = new ESLint({
	cwd: fileURLToPath(new URL("../../", import.meta.url)),
	overrideConfigFile: true,
	overrideConfig: [
		require("@eslint/js").configs.recommended,
		{
			languageOptions: {
				ecmaVersion: 2024, sourceType: "module",
				globals: { ...globals.browser, ...globals.worker, ...globals.node },
			},
			linterOptions: { reportUnusedDisableDirectives: "error" },
			rules,
		},
		{ files: ["tests/**", "bench/**"], rules: { "no-undef": "off" } },
	],
});

/** What it says of files or of a text, a line each. */
const complaints = (results) => results.flatMap(({ filePath, messages }) =>
	messages.map(({ line, ruleId, message }) => `${filePath}:${line}: ${message} (${ruleId})`));

test("ESLint has nothing to say", async () => {
	const results = await eslint.lintFiles(["ports/web/**/*.{js,mjs}", "art/*.mjs",
		"tools/*.mjs", "bench/*.mjs", "tests/**/*.mjs"]);

	assert.ok(results.length > 80, `only ${results.length} files`);
	assert.deepEqual(complaints(results), []);
});

test("it would notice", async () => {
	for (const [text, rule] of [["var x = 1; export { x };", "no-var"],
		["export const f = (a) => a == 1;", "eqeqeq"],
		["export const f = () => nothing;", "no-undef"],
		["const unused = 1;", "no-unused-vars"]]) {
		const [{ messages }] = await eslint.lintText(text,
			{ filePath: "ports/web/page/none.js" });

		assert.deepEqual(messages.map(({ ruleId }) => ruleId), [rule], text);
	}
});

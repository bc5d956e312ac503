// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * For the smallest check: node --import ./tests/web/smallest.mjs runs only the
 * first tests of a file. Those of the package start programs of their own,
 * so all of them run.
 */
import { createRequire, syncBuiltinESMExports } from "node:module";

const tests = createRequire(import.meta.url)("node:test");
const { test } = tests;
let left = process.argv[1]?.endsWith("package.spec.mjs") ? Infinity : 3;

tests.test = (...words) => left-- > 0 ? test(...words) : undefined;
syncBuiltinESMExports();

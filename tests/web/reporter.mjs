// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/* Reports node's tests in the words of cmocka, which tools/parts.py counts. */
export default async function* report(source) {
	const failed = [];
	const skipped = [];
	let count = 0;

	for await (const { type, data } of source) {
		if (type === "test:stderr" || type === "test:stdout")
			yield data.message;
		if (type !== "test:pass" && type !== "test:fail")
			continue;
		count++;
		if (data.skip !== undefined) {
			skipped.push(`${data.name}: ${data.skip}`);
			yield `[  SKIPPED ] ${data.name}\n`;
			continue;
		}
		if (type === "test:fail") {
			const { error } = data.details;

			failed.push(data.name);
			yield `${error?.cause?.stack ?? error?.cause ?? error}\n`;
		}
		yield `[${type === "test:fail" ? "  FAILED  " : "       OK "}] ${data.name}\n`;
	}
	yield `[==========] ${count} test(s) run.\n`;
	yield `[  PASSED  ] ${count - failed.length - skipped.length} test(s).\n`;
	if (skipped.length)
		yield `[  SKIPPED ] ${skipped.length} test(s), listed below:\n` +
			skipped.map((name) => `[  SKIPPED ] ${name}\n`).join("");
	if (failed.length)
		yield `[  FAILED  ] ${failed.length} test(s): ${failed.join(", ")}\n`;
}

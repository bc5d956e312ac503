// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
//
// Where the module comes from: beside the page, or, where the page is one
// single file, from inside of it.

function bytesOf(base64) {
	return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

/**
 * What the page carries in itself: the module's bytes, and a way to open the
 * worker. Both are undefined where they lie beside it.
 */
export async function embedded() {
	const module = document.getElementById("module");
	const worker = document.getElementById("worker");

	if (!module)
		return {};
	const packed = new Blob([bytesOf(module.textContent.trim())]);
	const stream = packed.stream().pipeThrough(new DecompressionStream("gzip"));
	const source = await new Response(stream).arrayBuffer();
	const url = URL.createObjectURL(new Blob([worker.textContent],
		{ type: "text/javascript" }));

	return { source, worker: () => new Worker(url) };
}

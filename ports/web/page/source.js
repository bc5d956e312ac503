// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Where the module comes from: a file beside the page or, if the page is a
// single file, data inside it.

function bytesOf(base64) {
	return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

/**
 * The embedded data of the page: the module's bytes, and a way to open the
 * worker. Both are undefined if they are files beside it.
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

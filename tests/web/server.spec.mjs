// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * rookery web: what it serves and what it refuses, clients that are slow, many
 * or hostile, ports, browsers, signals; and the page itself, from it.
 *
 *	make FLAVOUR=gcc build/gcc/rookery build/gcc/rookery-web && make web
 *	node --test tests/web/server.spec.mjs
 *
 * PROGRAM is another program than build/gcc/rookery.
 */
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync,
	rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { open } from "./browser.mjs";
import { moves, openPage, ready, site, type } from "./page.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const program = join(root, process.env.PROGRAM ?? "build/gcc/rookery");
const secret = "nobody may read this";

/* What every answer has, word for word. */
const always = {
	"content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; " +
		"style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; " +
		"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	"x-content-type-options": "nosniff",
	"referrer-policy": "no-referrer",
	"cross-origin-opener-policy": "same-origin",
	"cross-origin-embedder-policy": "require-corp",
	"cross-origin-resource-policy": "same-origin",
	"permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), " +
		"midi=(), payment=(), usb=()",
	"cache-control": "no-cache",
};

let scratch, folder, server;

/** Starts the server; its first line must be the address. */
async function serve(words, { env = {}, command = program } = {}) {
	const { DISPLAY, WAYLAND_DISPLAY, ...others } = process.env;
	const child = spawn(command, ["web", ...words], { env: { ...others, ...env },
		stdio: ["ignore", "pipe", "pipe"] });
	let output = "", errors = "";

	child.stdout.on("data", (data) => { output += data; });
	child.stderr.on("data", (data) => { errors += data; });
	const exit = once(child, "close").then(([status, signal]) => ({ status, signal }));
	while (!output.includes("\n") && child.exitCode === null)
		await Promise.race([once(child.stdout, "data"), exit]);
	const line = /^Rookery is at (http:\/\/(.+):(\d+)\/) until Ctrl-C\.\n$/.exec(output);

	assert.ok(line, output + errors);
	return {
		child, address: line[1], name: line[2], port: Number(line[3]),
		async stop(signal = "SIGTERM") {
			child.kill(signal);
			assert.deepEqual(await exit, { status: 0, signal: null });
			assert.equal(errors, "");
			assert.equal(output, line[0]);
		},
	};
}

/** One request, as browsers send it, to localhost; a connection of its own. */
function get(path, { method = "GET", headers = {}, port = server.port, body,
	host = "127.0.0.1", agent } = {}) {
	return new Promise((resolve, reject) => {
		const request = httpRequest({ host, port, path, method,
			headers: { host: `localhost:${port}`, ...headers },
			agent: agent ?? false }, (response) => {
			const parts = [];

			response.on("data", (part) => parts.push(part));
			response.on("error", reject);
			response.on("end", () => resolve({ status: response.statusCode,
				headers: response.headers, body: Buffer.concat(parts),
				local: request.socket.localPort }));
		});

		request.on("error", reject);
		request.end(body);
	});
}

/** Sends bytes as they are; the answer until the connection ends. */
function raw(bytes, port = server.port) {
	return new Promise((resolve) => {
		const socket = net.connect(port, "127.0.0.1");
		let answer = "";

		socket.setEncoding("latin1");
		socket.on("data", (data) => { answer += data; });
		socket.on("error", () => {}); // what was said until then counts
		socket.on("close", () => resolve({ answer,
			status: Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1] ?? 0) }));
		socket.write(Buffer.from(bytes, "latin1"));
	});
}

const rest = "Host: localhost\r\nConnection: close\r\n\r\n";
const line = (path) => `GET ${path} HTTP/1.1\r\n${rest}`;

/** A port that somebody holds, until it is closed. */
async function hold(port = 0) {
	const holder = net.createServer();

	holder.listen(port, "127.0.0.1");
	await once(holder, "listening");
	return { port: holder.address().port, close: () => holder.close() };
}

function refused(words, pattern, status = 1) {
	const answer = spawnSync(program, ["web", ...words], { encoding: "utf8",
		timeout: 120000 });

	assert.deepEqual([answer.status, answer.stdout], [status, ""], answer.stderr);
	assert.match(answer.stderr, /^rookery: [ -~]+\n$/);
	assert.match(answer.stderr, pattern);
}

before(async () => {
	scratch = mkdtempSync(join(tmpdir(), "rookery-"));
	folder = join(scratch, "site");
	mkdirSync(join(folder, "inner/deep"), { recursive: true });
	const put = (name, text) => writeFileSync(join(folder, name), text);

	put("index.html", "<!doctype html><title>here</title>");
	for (const ending of ["js", "mjs", "css", "wasm", "json", "webmanifest", "svg",
		"png", "ico", "txt", "md", "html"])
		put(`file.${ending}`, ending);
	put("two words ü.txt", "words");
	put("100%.txt", "percent");
	put("empty.txt", "");
	put("large.txt", "large ".repeat(4 << 20));
	put("rookery.html", "single");
	put("packed.js", "packed ".repeat(1000));
	put("packed.js.gz", gzipSync("packed ".repeat(1000)));
	put("stale.js", "a newer and longer text than the compressed one");
	put("stale.js.gz", gzipSync("stale"));
	put("old.js", "aged ".repeat(100));
	put("old.js.gz", gzipSync("AGED ".repeat(100)));
	utimesSync(join(folder, "old.js.gz"), 1e9, 1e9);
	put("linked.js", "linked");
	writeFileSync(join(scratch, "linked.gz"), gzipSync("LINKED"));
	symlinkSync("../linked.gz", join(folder, "linked.js.gz"));
	put("inner/deep/file.txt", "deep");
	put("inner/index.html", "inner");
	put("program.o", secret);
	put(".hidden.txt", secret);
	put("none", secret);
	mkdirSync(join(folder, "folder.txt"));
	writeFileSync(join(scratch, "secret.txt"), secret);
	mkdirSync(join(scratch, "site2"));
	writeFileSync(join(scratch, "site2/secret.txt"), secret);
	symlinkSync("../secret.txt", join(folder, "link.txt"));
	symlinkSync(join(scratch, "secret.txt"), join(folder, "absolute.txt"));
	symlinkSync("..", join(folder, "up"));
	symlinkSync("/", join(folder, "root"));
	symlinkSync("loop.txt", join(folder, "loop.txt"));
	execFileSync("mkfifo", [join(folder, "pipe.txt")]);
	server = await serve([folder, "--port", "0"]);
});

after(async () => {
	server?.child.kill("SIGKILL");
	rmSync(scratch, { recursive: true, force: true });
});

test("every kind of file has its type", async () => {
	const utf8 = "; charset=utf-8";

	for (const [ending, type] of Object.entries({
		html: `text/html${utf8}`, js: `text/javascript${utf8}`,
		mjs: `text/javascript${utf8}`, css: `text/css${utf8}`,
		wasm: "application/wasm", json: "application/json",
		webmanifest: "application/manifest+json", svg: "image/svg+xml",
		png: "image/png", ico: "image/x-icon", txt: `text/plain${utf8}`,
		md: `text/plain${utf8}` })) {
		const { status, headers, body } = await get(`/file.${ending}`);

		assert.deepEqual([status, headers["content-type"], String(body)],
			[200, type, ending]);
	}
});

test("paths: the page, folders, blanks, letters, questions", async () => {
	for (const [path, text] of [["/", /here/], ["/index.html", /here/],
		["/?a=b", /here/], ["/index.html?../secret.txt", /here/],
		["/inner/deep/file.txt", /^deep$/], ["/%69nde%78.html", /here/],
		["/two%20words%20%C3%bc.txt", /^words$/], ["/100%25.txt", /^percent$/],
		["/empty.txt", /^$/], ["/inner/index.html", /^inner$/]]) {
		const { status, headers, body } = await get(path);

		assert.equal(status, 200, path);
		assert.match(String(body), text);
		assert.equal(headers["content-length"], String(body.length));
	}
	const { body } = await get("/large.txt");
	assert.equal(String(body), "large ".repeat(4 << 20));
});

test("the single file is for the disk: it is downloaded", async () => {
	for (const path of ["/rookery.html", "/rookery%2ehtml", "/%72ookery.html"])
		assert.equal((await get(path)).headers["content-disposition"], "attachment");
	assert.equal((await get("/")).headers["content-disposition"], undefined);
});

test("every answer has the headers of security", async () => {
	const { headers: { etag } } = await get("/file.js");
	const answers = [
		[200, await get("/")], [200, await get("/", { method: "HEAD" })],
		[304, await get("/file.js", { headers: { "if-none-match": etag } })],
		[400, await get("/%zz")], [404, await get("/nothing.html")],
		[405, await get("/", { method: "DELETE" })],
		[421, await get("/", { headers: { host: "example.org" } })],
		[307, await get("/", { headers: { host: "127.0.0.1" } })],
	];

	for (const [status, answer] of answers) {
		assert.equal(answer.status, status);
		for (const [name, value] of Object.entries(always))
			assert.equal(answer.headers[name], value, `${status} ${name}`);
		assert.equal(answer.headers["access-control-allow-origin"], undefined);
	}
});

// Only a header can say who may show the page in a frame.
test("its policy is the page's own, and nobody may frame it", () => {
	const html = readFileSync(new URL("index.html", site), "utf8");

	assert.equal(`${/http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)[1]}; ` +
		"frame-ancestors 'none'", always["content-security-policy"]);
});

test("what is compressed is sent so to those who can read it", async () => {
	const ask = (encoding, path = "/packed.js", more = {}) =>
		get(path, { headers: { ...encoding && { "accept-encoding": encoding }, ...more } });
	const plain = await ask();

	assert.equal(String(plain.body), "packed ".repeat(1000));
	assert.deepEqual([plain.headers["content-encoding"], plain.headers.vary],
		[undefined, "Accept-Encoding"]);
	for (const encoding of ["gzip", "gzip, deflate, br, zstd", "br;q=1.0, GZIP;q=0.5",
		"deflate,gzip", "gzip;q=0.001", "identity , gzip ;q=1"]) {
		const { status, headers, body } = await ask(encoding);

		assert.deepEqual([status, headers["content-encoding"], headers.vary],
			[200, "gzip", "Accept-Encoding"], encoding);
		assert.equal(headers["content-length"], String(body.length));
		assert.equal(headers["content-type"], "text/javascript; charset=utf-8");
		assert.ok(body.length < 200);
		assert.deepEqual(gunzipSync(body), plain.body);
		assert.notEqual(headers.etag, plain.headers.etag);
	}
	for (const encoding of ["gzip;q=0", "gzip;q=0.0, br", "br", "identity", "gzipped",
		"x-gzip", ";gzip", ",,,", "gzip;q=0.000", "g"]) {
		const { headers, body } = await ask(encoding);

		assert.deepEqual([headers["content-encoding"], body.length], [undefined, 7000],
			encoding);
	}
	// Each has a version of its own.
	const { etag } = (await ask("gzip")).headers;
	assert.equal((await ask("gzip", "/packed.js", { "if-none-match": etag })).status, 304);
	assert.equal((await ask("", "/packed.js", { "if-none-match": etag })).status, 200);
	assert.equal((await ask("gzip", "/packed.js",
		{ "if-none-match": plain.headers.etag })).status, 200);
	// One that was made of something else is not used, and none is a file itself.
	for (const [path, text] of [["/stale.js", /^a newer/], ["/old.js", /^aged/],
		["/linked.js", /^linked$/], ["/file.css", /^css$/]]) {
		const { headers, body } = await ask("gzip", path);

		assert.equal(headers["content-encoding"], undefined);
		assert.match(String(body), text);
	}
	assert.equal((await ask("gzip", "/packed.js.gz")).status, 404);
	const head = await get("/packed.js", { method: "HEAD",
		headers: { "accept-encoding": "gzip" } });
	assert.equal(head.headers["content-encoding"], "gzip");
});

test("this machine has one name, so that it has one set of games", async () => {
	const { port } = server;
	const ask = (host, path = "/", port = server.port) =>
		get(path, { port, headers: { host } });

	for (const [host, right] of [[`127.0.0.1:${port}`, `localhost:${port}`],
		[`[::1]:${port}`, `localhost:${port}`], ["127.0.0.1", "localhost"],
		["127.0.0.1:1", "localhost:1"], ["[::1]", "localhost"]]) {
		for (const path of ["/", "/file.js", "/two%20words.txt", "/%zz"]) {
			const { status, headers } = await ask(host, path);

			assert.deepEqual([status, headers.location],
				[307, `http://${right}${path}`]);
		}
	}
	assert.equal((await ask(`127.0.0.1:${port}`, `/${"a".repeat(3900)}`)).status, 307);
	// Who asks for an address gets that one; other machines are left alone.
	const one = await serve([folder, "--port", "0", "--host", "127.0.0.1"]);
	const all = await serve([folder, "--port", "0", "--host", "0.0.0.0"]);
	const right = `127.0.0.1:${one.port}`;

	assert.equal((await ask(right, "/", one.port)).status, 200);
	assert.equal((await ask(`localhost:${one.port}`, "/", one.port)).headers.location,
		`http://${right}/`);
	assert.equal((await ask("192.0.2.7", "/", all.port)).status, 200);
	assert.equal((await ask("127.0.0.1", "/", all.port)).headers.location,
		"http://localhost/");
	await Promise.all([one.stop(), all.stop()]);
});

test("HEAD is GET without the text", async () => {
	for (const path of ["/", "/file.wasm", "/large.txt", "/nothing.js", "/empty.txt"]) {
		const whole = await get(path);
		const head = await get(path, { method: "HEAD" });

		assert.equal(head.body.length, 0);
		assert.equal(head.status, whole.status);
		delete whole.headers.date;
		delete head.headers.date;
		assert.deepEqual(head.headers, whole.headers);
	}
});

test("what the client has already is not sent again", async () => {
	const first = await get("/file.js");
	const { etag, "last-modified": date } = first.headers;
	const ask = (headers) => get("/file.js", { headers });

	assert.match(etag, /^"[^"]+"$/);
	assert.equal(new Date(date).toUTCString(), date);
	for (const headers of [{ "if-none-match": etag }, { "if-none-match": "*" },
		{ "if-none-match": `"other", W/${etag}` }, { "if-modified-since": date },
		{ "if-none-match": etag, "if-modified-since": "Thu, 01 Jan 1970 00:00:00 GMT" }]) {
		const { status, headers: said, body } = await ask(headers);

		assert.deepEqual([status, body.length, said.etag], [304, 0, etag]);
	}
	for (const headers of [{ "if-none-match": '"other"' },
		{ "if-none-match": '"other"', "if-modified-since": date },
		{ "if-modified-since": "nonsense" }])
		assert.equal((await ask(headers)).status, 200);
	// Another text, or only another time, is another file.
	writeFileSync(join(folder, "file.js"), "JS");
	assert.equal(String((await ask({ "if-none-match": etag })).body), "JS");
	const { etag: second } = (await ask({})).headers;
	utimesSync(join(folder, "file.js"), 1e9, 1e9);
	const third = await ask({ "if-none-match": second });
	assert.deepEqual([third.status, third.headers["last-modified"]],
		[200, "Sun, 09 Sep 2001 01:46:40 GMT"]);
});

test("only reading is allowed", async () => {
	for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"]) {
		for (const body of [undefined, "some text"]) {
			const answer = await get("/index.html", { method, body });

			assert.deepEqual([answer.status, answer.headers.allow], [405, "GET, HEAD"]);
		}
	}
	for (const method of ["get", "GETX", "CONNECT", "PROPFIND"])
		assert.equal((await raw(`${method} / HTTP/1.1\r\n${rest}`)).status, 405);
});

test("nothing is listed, and what is no part of a page is not there", async () => {
	for (const path of ["/nothing.html", "/inner", "/inner/", "/inner/deep", "//",
		"//index.html", "/inner//index.html", "/index.html/", "/index.html/file.txt",
		"/folder.txt", "/folder.txt/", "/none", "/program.o", "/.hidden.txt",
		"/pipe.txt", "/INDEX.html", "/index.htm", "/index.html.", "/.", "/..",
		`/${"a".repeat(300)}.html`, `/${"inner/".repeat(200)}file.txt`]) {
		const { status, body } = await get(path);

		assert.equal(status, 404, path);
		assert.ok(!String(body).includes(secret));
	}
});

test("no path leads out of the folder", async () => {
	const ups = ["..", "%2e%2e", "%2E.", ".%2e", "%252e%252e", "%c0%ae%c0%ae",
		"..%00", "%00..", "...", "..;", ".. ", "..%20", "..\\", "..%5c", "..%2f",
		"%2e%2e%2f", "%uff0e%uff0e", "\xef\xbc\x8e\xef\xbc\x8e", "up", "root",
		"inner/../..", "inner/deep/../../..", "./..", "%2e/..", "..//.."];
	const paths = ["/link.txt", "/absolute.txt", "/loop.txt", "/up/secret.txt",
		`/root${scratch}/secret.txt`, `${scratch}/secret.txt`, `/${scratch}/secret.txt`,
		"/..2/secret.txt", "/../site2/secret.txt", "/link.txt%00.html",
		`/%2f${scratch.slice(1).replaceAll("/", "%2f")}%2fsecret.txt`,
		`file://${scratch}/secret.txt`, `http://localhost${scratch}/secret.txt`,
		"http://localhost/../secret.txt", "../secret.txt", "..\\secret.txt",
		"/index.html%00/../../secret.txt", "/index.html%", "/index.html%2",
		"/%g0", "/%0g", "/%-1", "/%+1index.html", "/%0d%0aX:%20y", "/%7f", "*", "?", "#"];

	for (const up of ups)
		for (const name of ["secret.txt", "site2/secret.txt", "etc/passwd", "secret%2etxt"])
			paths.push(`/${up}/${name}`, `/inner/${up}/${up}/${name}`, `${up}/${name}`,
				`/${`${up}/`.repeat(12)}${name}`, `/index.html/${up}/${name}`);
	for (const path of paths) {
		const { status, answer } = await raw(line(path));

		// With blanks in it, it is no request at all.
		assert.ok([400, 404].includes(status) || (!status && path.includes(" ")),
			`${path}: ${status}`);
		assert.ok(!answer.includes(secret) && !answer.includes("root:"), path);
	}
	// Where the path ends for the library, it ends inside the folder.
	for (const path of ["/index.html\0/../../secret.txt", "/../secret.txt\0.html"])
		assert.ok(!(await raw(line(path))).answer.includes(secret));
	assert.equal((await get("/")).status, 200);
});

test("too much is refused, and nonsense is no request", async () => {
	const long = "a".repeat(100000);

	for (const [bytes, ...statuses] of [
		[line(`/${long}`), 414], [line(`/${"%61".repeat(30000)}`), 414],
		[line(`/?${long}`), 414], [`GET / HTTP/1.1\r\nX: ${long}\r\n${rest}`, 431],
		[`GET / HTTP/1.1\r\n${"X: y\r\n".repeat(20000)}${rest}`, 431],
		[`GET / HTTP/1.1\r\n${long}: y\r\n${rest}`, 431],
		[long, 0, 400, 414, 431], [`${long} / HTTP/1.1\r\n${rest}`, 0, 400, 413, 414, 431],
		["\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n", 0, 400],
		[`GET / HTTP/9.9\r\n${rest}`, 505], [`GET / FTP/1.1\r\n${rest}`, 0, 400, 505],
		[`GET / HTTP/1.1\r\nContent-Length: -1\r\n${rest}`, 400],
		[`GET / HTTP/1.1\r\nContent-Length: ${"9".repeat(40)}\r\n${rest}`, 400, 413],
		["\r\n".repeat(50000), 0, 400, 414]]) {
		const { status } = await raw(bytes);

		assert.ok(statuses.includes(status), `${bytes.slice(0, 30)}: ${status}`);
	}
	assert.equal((await get("/")).status, 200);
});

test("a strange Host is not answered", async () => {
	const { port } = server;

	for (const host of ["localhost", `localhost:${port}`, "LOCALHOST", "localhost:1"])
		assert.equal((await get("/", { headers: { host } })).status, 200, host);
	for (const host of ["example.org", `example.org:${port}`, "localhost.example.org",
		"xlocalhost", "localhost.", "127.0.0.1.example.org", "127.0.0.2", "0.0.0.0",
		"192.168.1.5", "::1", "[::1", "[::2]", "[localhost]", "[127.0.0.1]", "[]",
		"localhost:port", "localhost:1:1", "user@localhost", "localhost/", "127.1",
		"a".repeat(5000)])
		assert.equal((await get("/", { headers: { host } })).status, 421, host);
	for (const [bytes, status] of [["GET / HTTP/1.0\r\n\r\n", 421],
		["GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
		["GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n", 421],
		[`GET / HTTP/1.1\r\nHost: example.org\r\n${rest}`, 421],
		[`GET / HTTP/1.1\r\nhost: localhost\r\n${rest}`, 421]])
		assert.equal((await raw(bytes)).status, status, bytes);
});

test("a connection serves many requests", async () => {
	const { answer } = await raw(`GET /file.css HTTP/1.1\r\nHost: localhost\r\n\r\n` +
		`HEAD /none HTTP/1.1\r\nHost: localhost\r\n\r\n${line("/file.json")}`);

	assert.deepEqual(answer.match(/HTTP\/1\.1 \d+/g),
		["HTTP/1.1 200", "HTTP/1.1 404", "HTTP/1.1 200"]);
	assert.match(answer, /\r\n\r\njson$/);
});

test("who is slow is alone with that, and is sent away", async () => {
	const began = Date.now();
	const open = () => net.connect(server.port, "127.0.0.1").on("error", () => {});
	const silent = open(), slow = open(), idle = open(), reader = open();
	const ends = [silent, slow, idle].map((socket) => {
		socket.resume();
		return once(socket, "close").then(() => Date.now() - began);
	});

	slow.write("GET / HT");
	idle.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
	reader.write(line("/large.txt")); // and never reads
	for (let i = 0; i < 20; i++) {
		const start = Date.now();

		assert.equal((await get("/")).status, 200);
		assert.ok(Date.now() - start < 2000);
		await sleep(20);
	}
	for (const time of await Promise.all(ends))
		assert.ok(time > 5000 && time < 25000, `${time} ms`);
	reader.destroy();
});

// Each keeps saying something, so none of them is ever silent.
test("64 that send a byte now and then, or read one, keep nobody out", async () => {
	const place = await serve([folder, "--port", "0"]);
	const slow = (act) => Array.from({ length: 64 }, () => {
		const socket = net.connect(place.port, "127.0.0.1").on("error", () => {});

		act(socket);
		return socket;
	});
	const ask = async () => {
		const start = Date.now();

		assert.equal((await get("/", { port: place.port })).status, 200);
		return Date.now() - start;
	};
	const writers = slow((socket) =>
		socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nX: "));
	const drip = setInterval(() => writers.forEach((socket) => socket.write("x")), 3000);

	try {
		await sleep(200);
		assert.ok(await ask() < 9000);
		writers.forEach((socket) => socket.destroy());
		const readers = slow((socket) => {
			socket.write(line("/large.txt"));
			socket.pause();
		});
		const sip = setInterval(() => readers.forEach((socket) => socket.read(1)), 3000);

		await sleep(200);
		assert.ok(await ask() < 25000);
		clearInterval(sip);
		readers.forEach((socket) => socket.destroy());
	} finally {
		clearInterval(drip);
		await place.stop();
	}
});

test("two hundred connections are bounded, and leave nothing behind", async () => {
	const files = () => readdirSync(`/proc/${server.child.pid}/fd`).length;
	const usual = files();
	const crowd = Array.from({ length: 200 }, () =>
		net.connect(server.port, "127.0.0.1").on("error", () => {}));

	for (const one of crowd)
		one.write("GET / HTTP/1.1\r\n");
	await sleep(500);
	assert.ok(files() - usual <= 64, `${files() - usual} files`);
	assert.ok(files() - usual >= 32);
	for (const one of crowd)
		one.destroy();
	assert.equal((await get("/")).status, 200);
	for (let i = 0; files() > usual && i < 50; i++)
		await sleep(100);
	assert.ok(files() <= usual, `${files()} files, before ${usual}`);
	// Two hundred that do ask all get their answer.
	const answers = await Promise.all(Array.from({ length: 200 }, () => get("/file.css")));
	assert.ok(answers.every(({ status }) => status === 200));
});

test("the usual port, the next one, any, a given one", async () => {
	const holder = await hold(8080).catch(() => null); // or somebody else has it
	const next = await serve([folder]);
	const any = await serve(["--port", "0", folder, "--no-open"]);

	assert.ok(next.port > 8080 && next.port < 8100, next.address);
	assert.equal(next.address, `http://localhost:${next.port}/`);
	assert.equal((await get("/", { port: any.port })).status, 200);
	refused([folder, "--port", String(next.port)], new RegExp(`port ${next.port} is taken`));
	refused([folder, "--host", "127.0.0.1", "--port", String(any.port)], /is taken/);
	await Promise.all([next.stop(), any.stop()]);
	holder?.close();
	// A port is free again at once.
	const again = await serve([folder, "--port", String(any.port)]);
	assert.equal(again.port, any.port);
	await again.stop();
});

test("both ways to this machine, and only those", async () => {
	const local = Object.values((await import("node:os")).networkInterfaces()).flat();
	const ways = ["127.0.0.1", ...local.some(({ address }) => address === "::1")
		? ["::1"] : []];

	for (const host of ways)
		assert.equal((await get("/", { host })).status, 200);
	for (const { address, internal, family } of local)
		if (!internal && family === "IPv4")
			await assert.rejects(get("/", { host: address }), /ECONNREFUSED/);
	await assert.rejects(get("/", { host: "127.0.0.2" }), /ECONNREFUSED/);
});

test("another address", async () => {
	const one = await serve([folder, "--port", "0", "--host", "127.0.0.2"]);
	const all = await serve([folder, "--port", "0", "--host", "0.0.0.0"]);
	const ask = (port, host) => get("/", { port, host: "127.0.0.2", headers: { host } });

	assert.equal(one.name, "127.0.0.2");
	assert.equal(all.name, "localhost");
	assert.equal((await ask(one.port, "127.0.0.2")).status, 200);
	assert.equal((await ask(one.port, "127.0.0.3")).status, 421);
	assert.equal((await ask(all.port, "127.0.0.3")).status, 200);
	assert.equal((await ask(all.port, "[fe80::1]")).status, 200);
	for (const host of ["example.org", "1.2.3", "1.2.3.4.5", "[1.2.3.4]", "fe80::1"])
		assert.equal((await ask(all.port, host)).status, 421, host);
	await Promise.all([one.stop(), all.stop()]);
	refused([folder, "--host", "192.0.2.1"], /cannot listen at 192\.0\.2\.1, port 8080: /);
});

test("signals end it at once, with status 0", async () => {
	for (const signal of ["SIGINT", "SIGTERM"]) {
		const busy = await serve([folder, "--port", "0"]);
		const sockets = ["", "GET / HT", line("/large.txt")].map((text) => {
			const socket = net.connect(busy.port, "127.0.0.1").on("error", () => {});

			socket.write(text);
			return socket;
		});
		const start = Date.now();

		await sleep(100);
		await busy.stop(signal);
		assert.ok(Date.now() - start < 3000);
		for (const socket of sockets)
			socket.destroy();
	}
});

test("a browser is opened where there is a display", async () => {
	const bin = join(scratch, "bin");
	const seen = join(scratch, "seen");
	const display = { DISPLAY: ":9", PATH: `${bin}:${process.env.PATH}` };
	const shown = () => existsSync(seen) && readFileSync(seen, "utf8");

	mkdirSync(bin);
	// In a group of its own it outlives Ctrl-C; what it says is nobody's concern.
	writeFileSync(join(bin, "xdg-open"), `#!/bin/sh
echo noise
echo noise >&2
read -r pid _ _ _ group _ </proc/$$/stat
echo "$@" $((pid - group)) >'${seen}.new'
while read -r name value; do
	case $name in SigBlk: | SigIgn:) echo $name $value ;; esac
done </proc/$$/status >>'${seen}.new'
mv '${seen}.new' '${seen}'
`);
	chmodSync(join(bin, "xdg-open"), 0o755);
	for (const env of [display, { ...display, DISPLAY: undefined, WAYLAND_DISPLAY: "w" }]) {
		const opened = await serve([folder, "--port", "0"], { env });

		for (let i = 0; !shown() && i < 100; i++)
			await sleep(50);
		const [address, blocked, ignored] = shown().split("\n");

		assert.equal(address, `${opened.address} 0`);
		assert.equal(blocked, "SigBlk: 0000000000000000");
		// SIGHUP to SIGSYS; beyond are the C library's own.
		assert.equal(BigInt(`0x${ignored.split(" ")[1]}`) & 0x7fffffffn, 0n);
		await opened.stop("SIGINT");
		rmSync(seen);
	}
	for (const [words, env] of [[["--no-open"], display],
		[[], { PATH: display.PATH }], [[], { DISPLAY: ":9", PATH: folder }]]) {
		const closed = await serve([folder, "--port", "0", ...words], { env });

		await sleep(300);
		assert.equal(shown(), false);
		await closed.stop();
	}
});

test("a folder that is none", () => {
	const alone = join(scratch, "rookery");

	refused([join(scratch, "no-such")], /cannot open .*no-such: No such file/);
	refused([join(scratch, "secret.txt")], /cannot open .*secret\.txt: Not a directory/);
	refused([join(scratch, "site2")], /site2 has no index\.html/);
	refused([""], /cannot open : No such file/);
	// A program without a page beside it.
	execFileSync("cp", [program, `${program}-web`, scratch]);
	const answer = spawnSync(alone, ["web"], { encoding: "utf8" });
	assert.equal(answer.status, 1);
	assert.match(answer.stderr, /^rookery: there is no page .*"make web".*FOLDER.*\n$/);
});

test("where the library was missing, the program says so", () => {
	const lonely = join(scratch, "lonely");

	mkdirSync(lonely);
	execFileSync("cp", [program, lonely]);
	const { status, stderr } = spawnSync(join(lonely, "rookery"), ["web"],
		{ encoding: "utf8", timeout: 120000, env: { PATH: lonely } });

	assert.equal(status, 1);
	assert.match(stderr,
		/^rookery: web needs the program rookery-web.*libmicrohttpd-dev.*make\n$/);
});

/** Asks the engine as the page does; other headers replace these. */
function engine(text, { port = server.port, headers = {}, ...more } = {}) {
	return get("/engine", { port, method: "POST", body: text, ...more, headers: {
		origin: `http://localhost:${port}`, "x-rookery": "1",
		"sec-fetch-site": "same-origin", "content-length": Buffer.byteLength(text),
		...headers } });
}

const first = "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const childrenOf = (pid) => readdirSync(`/proc/${pid}/task`)
	.map((task) => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8")).join("");

/** Fetches what is new until it is like this. */
async function until(job, pattern, options) {
	let all = "";

	for (let i = 0; i < 300 && !pattern.test(all); i++) {
		const { status, body } = await engine(`poll ${job}`, options);

		assert.equal(status, 200);
		all += body;
		await sleep(50);
	}
	assert.match(all, pattern);
	return all;
}

test("the engine of this machine thinks for the page", async () => {
	const place = await serve([folder, "--port", "0"]);
	const { port } = place;

	assert.match((await get("/", { port })).headers["x-rookery-engine"],
		/^threads=\d+ hash=\d+$/);
	assert.equal(childrenOf(place.child.pid), "");
	assert.equal((await engine(`ask 1\nthreads 1\nhash 8\nlines 2\n${first} moves e2e4\n` +
		"go depth 7", { port })).status, 200);
	const all = await until(1, /^bestmove \S+/m, { port });

	assert.match(all, /^info depth \d+ .*multipv 1 score cp .* wdl .* pv [a-h]7/m);
	assert.match(all, /multipv 2/);
	// A mate, and another job while one runs: only the last one is told.
	await engine(`ask 2\n${first}\ngo infinite`, { port });
	assert.equal((await engine("poll 1", { port })).status, 409);
	await engine("ask 3\nposition fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\ngo depth 5",
		{ port });
	const mate = await until(3, /^bestmove a1a8/m, { port });
	assert.doesNotMatch(mate, / pv [b-h]/);
	assert.match(mate, /score mate 1 /);
	// Stopped, it tells the best so far.
	await engine(`ask 4\n${first}\ngo infinite`, { port });
	await until(4, / pv /, { port });
	await engine("stop 4", { port });
	await until(4, /^bestmove/m, { port });
	assert.match(childrenOf(place.child.pid), /^\d+ $/);
	await place.stop();
});

test("the engine stops when its page is gone, and ends with the server", async () => {
	const place = await serve([folder, "--port", "0"]);
	const { port } = place;
	const time = (pid) => readFileSync(`/proc/${pid}/stat`, "utf8").split(" ")
		.slice(13, 15).reduce((sum, part) => sum + Number(part), 0);

	await engine(`ask 7\n${first}\ngo infinite`, { port });
	await until(7, / pv /, { port });
	const pid = Number(childrenOf(place.child.pid));
	assert.ok(pid > 0);
	await sleep(7000);
	const before = time(pid);
	await sleep(1000);
	assert.ok(time(pid) - before < 20, "it still thinks");
	// Killed, it is started again when it is asked.
	process.kill(pid, "SIGKILL");
	await sleep(600);
	assert.equal((await engine("poll 7", { port })).status, 200); // what it had said
	assert.equal((await engine("poll 7", { port })).status, 503);
	await engine(`ask 8\n${first}\ngo depth 3`, { port });
	await until(8, /^bestmove/m, { port });
	const other = Number(childrenOf(place.child.pid));
	assert.notEqual(other, pid);
	await place.stop();
	assert.ok(!existsSync(`/proc/${other}`));
});

test("nobody but the page itself may ask the engine", async () => {
	const { port } = server;
	const text = `ask 1\n${first}\ngo depth 1`;

	for (const headers of [{ origin: "http://example.org" }, { origin: "null" },
		{ origin: undefined }, { origin: `https://localhost:${port}` },
		{ origin: "http://localhost" }, { origin: `http://localhost:${port}.example.org` },
		{ "x-rookery": undefined }, { "sec-fetch-site": "cross-site" },
		{ "sec-fetch-site": "same-site" }, { host: "example.org" },
		{ host: "example.org", origin: "http://example.org" }]) {
		const given = { origin: `http://localhost:${port}`, "x-rookery": "1", ...headers };
		const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
		const { status } = await get("/engine", { method: "POST", body: text, headers: {
			"content-length": text.length, ...said } });

		assert.equal(status, 403, JSON.stringify(headers));
	}
	assert.equal(childrenOf(server.child.pid), "");
	for (const method of ["OPTIONS", "PUT"])
		assert.equal((await get("/engine", { method })).status, 405);
	assert.equal((await get("/engine")).status, 404);
	// Where others can reach the server, or it is not wanted, there is none.
	for (const words of [["--host", "0.0.0.0"], ["--host", "127.0.0.2"], ["--no-engine"]]) {
		const place = await serve([folder, "--port", "0", ...words]);
		const host = words[1] === "127.0.0.2" ? words[1] : "127.0.0.1";
		const options = { port: place.port, host };

		assert.equal((await get("/", options)).headers["x-rookery-engine"], undefined);
		assert.equal((await engine(text, options)).status, 405);
		await place.stop();
	}
});

test("what the engine is asked is checked", async () => {
	const good = `ask 1\n${first}\ngo depth 1`;

	for (const text of ["", "\n", "ask", "ask 0", "ask x", "ask -1", "ask 1", "quit",
		`${good}\nquit`, `${good}\nsetoption name Hash value 1`, `${good}\nthreads 0`,
		`${good}\nthreads 100000`, `${good}\nhash 999999`, `${good}\nlines 6`,
		`${good}\nlines 1 1`, `${good}\nvariant ffa`, `${good}\nvariant chess\0`,
		`${good}\ngo ponder`, `${good}\ngo depth`, `${good}\ngo depth 0`,
		`${good}\ngo depth 1 infinite`, `${good}\ngo movetime 99999999999`,
		`${good}\nposition startpos`, `${good}\nposition fen 8/8;quit`,
		`${good}\nposition fen\tx`, `${good}\r\n`, `ask 1\ngo depth 1`,
		`ask 1\nask 2\n${first}`, `ask 1 ${first}`, "poll 1\npoll 1",
		`${good}\n${"lines 1\n".repeat(5000)}`, "a".repeat(100000)])
		assert.equal((await engine(text)).status, 400, text.slice(0, 80));
	// A position that is none is the child's to refuse; the server goes on.
	assert.equal((await engine("ask 5\nposition fen nonsense\ngo depth 1")).status, 200);
	await engine(`ask 6\n${first}\ngo depth 2`);
	await until(6, /^bestmove/m);
});

test("a full disk in place of an output", () => {
	const { status, stderr } = spawnSync("sh", ["-c", `"$0" web "$1" --port 0 >/dev/full`,
		program, folder], { encoding: "utf8", timeout: 120000 });

	assert.equal(status, 1);
	assert.match(stderr, /^rookery: cannot write the output.*\n$/);
});

test("the page is found, loads and plays; and again without the server", async () => {
	const place = await serve(process.env.SITE ? [fileURLToPath(site), "--port", "0"]
		: ["--port", "0"]);
	const browser = await open();

	try {
		const page = await openPage(await browser.newContext());

		await page.goto(place.address.replace("localhost", "127.0.0.1"));
		assert.equal(page.url(), place.address);
		await ready(page);
		await type(page, "e4");
		assert.equal((await moves(page))[0], "e4");
		assert.equal(await page.evaluate(() => crossOriginIsolated), true);
		assert.deepEqual(page.errors, []);
		await page.evaluate(() => navigator.serviceWorker.ready);
		await page.waitForFunction(() => navigator.serviceWorker.controller);
		await place.stop("SIGINT");
		await page.reload();
		await ready(page);
		assert.equal((await moves(page))[0], "e4");
	} finally {
		place.child.kill("SIGKILL");
		await browser.close();
	}
});

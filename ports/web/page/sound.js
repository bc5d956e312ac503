// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Synthesised sounds: wood on wood, and a few notes.

let context = null;

function audio() {
	context ??= new AudioContext();
	if (context.state === "suspended")
		context.resume().catch(() => {});
	return context;
}

// A knock: decaying, filtered noise.
function knock(pitch, loud, after = 0) {
	const sound = audio();
	const at = sound.currentTime + after;
	const length = Math.floor(sound.sampleRate * 0.09);
	const buffer = sound.createBuffer(1, length, sound.sampleRate);
	const data = buffer.getChannelData(0);

	for (let i = 0; i < length; i++)
		data[i] = (Math.random() * 2 - 1) * Math.exp(-i / (length * 0.12));
	const source = sound.createBufferSource();
	const filter = sound.createBiquadFilter();
	const gain = sound.createGain();

	source.buffer = buffer;
	filter.type = "bandpass";
	filter.frequency.value = pitch;
	filter.Q.value = 1.6;
	gain.gain.value = loud;
	source.connect(filter).connect(gain).connect(sound.destination);
	source.start(at);
}

function note(pitch, after, length = 0.22, loud = 0.12) {
	const sound = audio();
	const at = sound.currentTime + after;
	const source = sound.createOscillator();
	const gain = sound.createGain();

	source.type = "triangle";
	source.frequency.value = pitch;
	gain.gain.setValueAtTime(0, at);
	gain.gain.linearRampToValueAtTime(loud, at + 0.015);
	gain.gain.exponentialRampToValueAtTime(0.0005, at + length);
	source.connect(gain).connect(sound.destination);
	source.start(at);
	source.stop(at + length);
}

const SOUNDS = {
	move() { knock(900, 0.9); },
	capture() { knock(620, 1); knock(1300, 0.5, 0.045); },
	check() { knock(900, 0.9); note(880, 0.03); },
	end() { note(392, 0, 0.5); note(523, 0.14, 0.5); note(659, 0.28, 0.7); },
};

/** Plays sounds once the user has interacted with the page. */
export function listenTo(store, settings) {
	let touched = false;
	const play = (name) => {
		if (!touched || !settings.get("sounds") || typeof AudioContext === "undefined")
			return;
		// The first sound opens the audio device, which takes time.
		setTimeout(() => {
			try {
				SOUNDS[name]();
			} catch {
				// Missing audio is not an error.
			}
		}, 20);
	};

	for (const type of ["pointerdown", "keydown"])
		addEventListener(type, () => { touched = true; }, { once: true });
	store.addEventListener("change", ({ detail: { kind, node } }) => {
		if (kind === "end")
			play("end");
		else if (kind === "move" && node.event.kind === "move")
			play(/[+#]/.test(node.event.san) ? "check"
				: node.event.captured === null ? "move" : "capture");
	});
}

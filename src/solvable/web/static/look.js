/** How the page looks and sounds to this player: colours, sound, full screen; kept for the next visit. */
import { styled } from "./dom.js";
import { read } from "./storage.js";

export const COLOURS = /** @type {const} */ (["amber", "ice", "mono"]);
/** @typedef {(typeof COLOURS)[number]} Colours */

/** Take a set of colours for lamps and tiles, in both themes. @param {string} wanted @returns {Colours} */
export function paint(wanted) {
  const colours = COLOURS.find(name => name === wanted) ?? "amber";
  if (colours !== "amber") void styled("colours.css");
  if (colours === "amber") delete document.documentElement.dataset.colours;
  else document.documentElement.dataset.colours = colours;
  return colours;
}

/** Take the colours of the last visit, and sound what happens if that is wanted. @param {import("./app.js").App} app */
export function install(app) {
  paint(read("colours") ?? "");
  const sound = (/** @type {Sound} */ name) => { if (read("sound") === "on") play(name); };
  app.on("moved", ({ session }) => { if (!session.isSolved) sound(session.model.family === "lights" ? "press" : "slide"); });
  app.on("won", () => sound("won"));
}

/** @typedef {"press"|"slide"|"won"} Sound */

/** Notes of a sound: hertz, and when it begins in seconds. @type {Record<Sound, [number, number][]>} */
const NOTES = { press: [[523, 0]], slide: [[262, 0]], won: [[523, 0], [659, 0.1], [784, 0.2], [1047, 0.3]] };
const LASTS = 0.09, LOUD = 0.12;  // seconds of a note; of the full volume

/** @type {AudioContext | undefined} */
let audio;

/** Play a sound; it is begun by what the player does, as browsers demand. @param {Sound} sound */
export function play(sound) {
  audio ??= new AudioContext();
  void audio.resume();
  for (const [pitch, after] of NOTES[sound]) {
    const tone = audio.createOscillator(), volume = audio.createGain(), start = audio.currentTime + after;
    tone.type = sound === "slide" ? "triangle" : "sine";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUD, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + LASTS);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + LASTS);
  }
}

/** Whether this browser shows a page on the whole screen. */
export const canFill = () => document.fullscreenEnabled === true;

/** Show the page on the whole screen, or no longer. */
export const fill = () => document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();

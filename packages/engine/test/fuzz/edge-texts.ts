/** Random texts in many scripts, with controls, marks and emoji, short and long. */
import type { RandomSource } from "../oracle/random-source.js";

const range = (from: number, to: number) => (random: RandomSource) => String.fromCodePoint(random.whole(from, to));

const WORDS = "Ship small things often; measure, then decide. Wörter, Größe 42 % & more".split(" ");

const SCRIPTS: readonly ((random: RandomSource) => string)[] = [
  (random) => `${random.pick(WORDS)} `,
  (random) => `${random.pick(WORDS)} `,
  () => "W",
  range(0x4e00, 0x9fa5),
  range(0xac00, 0xd7a3),
  range(0x3041, 0x30ff),
  range(0x0621, 0x064a),
  range(0x05d0, 0x05ea),
  range(0x0905, 0x0939),
  range(0x0e01, 0x0e4e),
  range(0x0391, 0x04ff),
  range(0x2190, 0x23ff),
  range(0x1f300, 0x1f64f),
  range(0x1d400, 0x1d7ff),
  range(0x20, 0xffff),
];

const SPECIALS = [
  "\u0301",
  "\u200d",
  "\u202e",
  "\u2066",
  "\ufe0f",
  "\ud800",
  "\n",
  "\u00ad",
  "\u200b",
  " ",
  "\t",
  "{{x}}",
  "{{length(x) / 3 | number: 1}} {{x == 'value' ? x : 'other'}}",
  "**",
  "[Ag]{#f00}",
  "[Ag 12]{big}",
];

/** A text of up to 10,000 characters, mostly short. */
export function randomText(random: RandomSource): string {
  const length = random.pick([0, 1, 3, 10, 10, 30, 30, 100, 300, random.chance(0.15) ? 10_000 : 50]);
  const scripts = [random.pick(SCRIPTS), random.pick(SCRIPTS)];
  const special = random.chance(0.25) ? random.between(0, 0.5) : 0;
  let text = "";
  while (text.length < length) {
    text += random.chance(special) ? random.pick(SPECIALS) : random.pick(scripts)(random);
    if (random.chance(0.1)) text += " ";
  }
  return text.slice(0, length);
}

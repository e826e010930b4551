/** Random texts of SVGs: lists of places, styles inside of each other, scripts, and broken values. */
import type { RandomSource } from "../oracle/random-source.js";

const WORDS = [
  "Hamburg",
  "fi ffl Typo",
  "  two   spaces ",
  "שלום עולם",
  "مرحبا",
  "नमस्ते",
  "日本語",
  "\u{1F600}\u{1F44D}\u{1F3FD}",
  "\u{F0000}",
  "e\u0301\u0302",
  "a\u202eb",
  "&amp;&lt;",
  "",
];
const FAMILIES = ["Inter", "'Playfair Display', serif", "monospace", "Nowhere", "", "inherit"];
const SIZES = ["16", "0", "-3", "0.01", "9999", "2em", "120%", "12pt", "x-large", "1e3", "a"];

/** The parts of a random SVG that its texts use. */
export interface SvgTextParts {
  readonly number: () => string;
  readonly paint: () => string;
}

/** Returns a random text element. */
export function randomSvgText(random: RandomSource, { number, paint }: SvgTextParts): string {
  const list = () => Array.from({ length: random.whole(1, 5) }, number).join(random.pick([" ", ",", ", "]));
  const look = () =>
    [
      ["font-size", () => random.pick(SIZES)],
      ["font-family", () => random.pick(FAMILIES)],
      ["font-weight", () => random.pick(["bold", "900", "100", "450", "lighter", "x"])],
      ["font-style", () => random.pick(["italic", "oblique 3deg", "normal"])],
      ["letter-spacing", () => random.pick(["3", "-2", "0.5em", "normal", "-100"])],
      ["text-anchor", () => random.pick(["start", "middle", "end"])],
      ["direction", () => random.pick(["ltr", "rtl"])],
      ["dominant-baseline", () => random.pick(["middle", "central", "hanging", "text-after-edge", "x"])],
      ["baseline-shift", () => random.pick(["super", "sub", "40%", "-3"])],
      ["text-decoration", () => random.pick(["underline", "line-through overline", "none"])],
      ["xml:space", () => random.pick(["preserve", "default"])],
      ["writing-mode", () => random.pick(["lr", "vertical-rl"])],
      ["dx", list],
      ["dy", list],
      ["rotate", list],
    ] as const;
  const attributes = (chance: number) =>
    look()
      .filter(() => random.chance(chance))
      .map(([name, value]) => `${name}="${value()}"`)
      .join(" ");
  const span = (depth: number): string => {
    const place = random.chance(0.3) ? `x="${list()}"` : "";
    const inside = depth > 0 && random.chance(0.4) ? span(depth - 1) : random.pick(WORDS);
    return `<tspan ${place} ${attributes(0.15)}>${inside}</tspan>`;
  };
  const parts = Array.from({ length: random.whole(1, 3) }, () => (random.chance(0.5) ? span(2) : random.pick(WORDS)));
  const size = random.chance(0.6) ? `font-size="${random.whole(5, 60)}"` : "";
  const own = attributes(0.1);
  const all = own.includes("font-size") ? own : `${size} ${own}`;
  return `<text x="${list()}" y="${list()}" ${all} ${paint()}>${parts.join(" ")}</text>`;
}

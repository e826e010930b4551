/** Random named styles and OpenType features, weighted to the edges of what they allow. */
import { BUILT_IN_FAMILIES } from "@image-render/fonts";
import type { RandomSource } from "../oracle/random-source.js";
import { edgeColor, edgeNumber } from "./edge-values.js";

const TAGS = ["tnum", "lnum", "liga", "kern", "frac", "calt", "smcp", "salt", "ss01", "cv99"];

/** A list of features: few or as many as possible. */
export function edgeFeatures(random: RandomSource): string {
  const feature = () =>
    random.pick([random.pick(TAGS), `-${random.pick(TAGS)}`, `${random.pick(TAGS)}=${random.whole(0, 99)}`]);
  return Array.from({ length: random.pick([0, 1, 1, 2, 16]) }, feature).join(random.pick([" ", ", "]));
}

/** The styles of a rich text. Marks of random texts name the first one. */
export function edgeStyles(random: RandomSource): object[] {
  const names = ["big", ...Array.from({ length: random.pick([0, 0, 1, 19]) }, (_, index) => `style-${index}`)];
  return names.map((name) => ({
    name,
    ...(random.chance(0.7) && { font_size: edgeNumber(random, { from: 1, to: 2000, step: 0 }) }),
    ...(random.chance(0.4) && { font_weight: random.whole(1, 9) * 100 }),
    ...(random.chance(0.3) && { font_style: random.pick(["normal", "italic"]) }),
    ...(random.chance(0.4) && { font_family: random.pick(BUILT_IN_FAMILIES) }),
    ...(random.chance(0.4) && { color: edgeColor(random) }),
  }));
}

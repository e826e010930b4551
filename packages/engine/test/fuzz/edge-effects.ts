/** Random shadows and masks, weighted to the edges of what they allow. */
import type { RandomSource } from "../oracle/random-source.js";
import { edgeColor, edgeNumber } from "./edge-values.js";

/** A list of shadows: few or as many as possible. */
export function edgeShadows(random: RandomSource): object[] {
  return Array.from({ length: random.pick([1, 1, 2, 8]) }, () => ({
    color: edgeColor(random),
    x: edgeNumber(random, { from: -1000, to: 1000, step: 0 }),
    y: edgeNumber(random, { from: -1000, to: 1000, step: 0 }),
    blur: random.chance(0.3) ? 0 : edgeNumber(random, { from: 0, to: 200, step: 0 }),
    spread: random.chance(0.5) ? 0 : edgeNumber(random, { from: -100, to: 100, step: 0 }),
    inset: random.chance(0.3),
  }));
}

/** A mask of any shape. */
export function edgeMask(random: RandomSource): object {
  const radius = () => edgeNumber(random, { from: 0, to: 16_384, step: 0 });
  const point = () => ({ x: random.between(0, 1), y: random.between(0, 1) });
  return random.pick<() => object>([
    () => ({ type: "ellipse" }),
    () => ({ type: "rectangle", border_radius: radius(), border_top_right_radius: radius() }),
    () => ({ type: "polygon", points: Array.from({ length: random.pick([3, 4, 100]) }, point) }),
    () => ({
      type: "polygon",
      sides: random.whole(3, 60),
      inner_radius: random.between(0, 1),
      corner_radius: radius(),
    }),
  ])();
}

import { type Box, overlaps } from "../paint/fragment.js";
import { type PlacedMask, shareInk } from "./glyph-mask.js";

/**
 * The largest number of pixels and boxes to compare in one text, which takes about 50 ms. No readable text needs a
 * tenth of it.
 */
const MAX_STEPS = 20_000_000;
const STEPS_PER_PAIR = 4;

/**
 * Returns the groups of glyphs that must be filled as one path, by index: glyphs whose outlines can overlap. If the
 * boxes of two outlines are apart, the coverage of a pixel that both touch is a sum. If the boxes overlap and both
 * outlines touch the same pixel, as in connected scripts, the coverage is that of the union. If thousands of letters
 * are on top of each other, all of them become one path.
 */
export function joinGlyphs(boxes: readonly Box[], masks: readonly PlacedMask[]): number[][] {
  const groups = new Groups(boxes.length);
  const order = boxes.map((_, index) => index).sort((a, b) => (boxes[a]?.x ?? 0) - (boxes[b]?.x ?? 0));
  let steps = 0;
  for (let place = 0; place < order.length; place++) {
    const index = order[place] ?? 0;
    const [box, mask] = [boxes[index], masks[index]];
    if (box === undefined || mask === undefined) continue;
    const right = box.x + box.width;
    for (let next = place + 1; next < order.length; next++) {
      const other = order[next] ?? 0;
      const [otherBox, otherMask] = [boxes[other], masks[other]];
      if (otherBox === undefined || otherMask === undefined || otherBox.x >= right) break;
      const isOpen = overlaps(box, otherBox) && !groups.hasBoth(index, other);
      const pixels = isOpen ? Math.min(mask.mask.coverage.length, otherMask.mask.coverage.length) : 0;
      steps += STEPS_PER_PAIR + pixels;
      if (steps > MAX_STEPS) return [boxes.map((_, each) => each)];
      if (isOpen && shareInk(mask, otherMask)) groups.join(index, other);
    }
  }
  return groups.list();
}

/** Indices that belong together. */
class Groups {
  /** For each index, another index of its group, or itself. */
  readonly #parents: number[];

  constructor(count: number) {
    this.#parents = Array.from({ length: count }, (_, index) => index);
  }

  join(one: number, other: number): void {
    const [first, second] = [this.#rootOf(one), this.#rootOf(other)];
    this.#parents[Math.max(first, second)] = Math.min(first, second);
  }

  /** Returns whether two indices are in one group. */
  hasBoth(one: number, other: number): boolean {
    return this.#rootOf(one) === this.#rootOf(other);
  }

  list(): number[][] {
    const lists = new Map<number, number[]>();
    this.#parents.forEach((_, index) => {
      const root = this.#rootOf(index);
      const list = lists.get(root);
      if (list === undefined) lists.set(root, [index]);
      else list.push(index);
    });
    return [...lists.values()];
  }

  #rootOf(index: number): number {
    let root = index;
    while (this.#parents[root] !== root) root = this.#parents[root] ?? root;
    // This makes the next search short.
    this.#parents[index] = root;
    return root;
  }
}

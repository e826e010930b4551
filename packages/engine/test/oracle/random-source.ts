/** Random choices from a seed. They are the same on every machine, so a failing run can be repeated by its seed. */
export interface RandomSource {
  /** A number from `from` up to, not including, `to`. */
  between(from: number, to: number): number;
  /** A whole number from `from` to `to`. */
  whole(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** Mulberry32, by Tommy Ettinger (public domain): 32 bits of state, which is enough to place layers. */
export function randomSource(seed: number): RandomSource {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + next() * (to - from);
  const whole = (from: number, to: number) => Math.floor(between(from, to + 1));
  return {
    between,
    whole,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new Error("There are no items to pick from.");
      return item;
    },
  };
}

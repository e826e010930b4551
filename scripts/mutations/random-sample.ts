import type { Mutation } from "./mutation.js";

/** Returns a random sample of changes, in different files as long as there are enough. The same seed has the same sample. */
export function randomSample(mutations: readonly Mutation[], seed: number, count: number): Mutation[] {
  const shuffled = shuffle(mutations, seed);
  const files = new Set<string>();
  const [first, further]: [Mutation[], Mutation[]] = [[], []];
  for (const mutation of shuffled) {
    (files.has(mutation.file) ? further : first).push(mutation);
    files.add(mutation.file);
  }
  return [...first, ...further].slice(0, count);
}

function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const random = randomNumbers(seed);
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** Mulberry32, by Tommy Ettinger (public domain). Returns numbers from 0 up to, not including, 1. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

import { randomNumbers } from "../random-numbers.js";
import type { Mutation } from "./mutation.js";

/** Returns a random sample of changes, in different files if there are enough. The same seed gives the same sample. */
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

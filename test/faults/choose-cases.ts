/** Chooses the cases of a run by its seed. */
import type { FaultCase } from "./fault-runs.js";

/** Numbers from 0 to 1, the same ones for each seed (a linear congruential generator). */
export function* numbers(seed: number): Generator<number, never, undefined> {
  for (let state = seed >>> 0; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Returns the cases in another order. */
export function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const random = numbers(seed);
  return items
    .map((item) => ({ item, at: random.next().value }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/** Yields first each case once, and then pairs of faults of one scenario, without an end. */
export function* casesOf(learned: readonly FaultCase[], seed: number): Generator<FaultCase, void, undefined> {
  yield* shuffled(learned, seed);
  const random = numbers(seed + 1);
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random.next().value * items.length)];
  for (;;) {
    const first = pick(learned);
    const second = pick(learned.filter(({ scenario }) => scenario === first?.scenario));
    if (first === undefined || second === undefined) return;
    yield { ...first, faults: [...first.faults, ...second.faults] };
  }
}

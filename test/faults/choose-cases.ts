/** Chooses the cases of a run by its seed: each fault once, several of them in one run, and then more combinations. */
import { randomNumbers } from "../../scripts/random-numbers.js";
import { type FaultCase, nameOf, slotOf } from "./fault-runs.js";

/** With more faults in one run, the caller would give up. */
const MAX_FAULTS = 3;

/** Returns the items in another order, the same one for each seed. */
export function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const random = randomNumbers(seed);
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/**
 * Combines single faults of the same scenario, at most one for each slot, so that one run tries several. Each function
 * then fails only once, as in a run with a single fault, and its calls keep their numbers.
 */
export function combine(singles: readonly FaultCase[]): readonly FaultCase[] {
  const groups: FaultCase[] = [];
  /** The places in `groups` that may take another fault, by scenario. */
  const open = new Map<string, number[]>();
  for (const one of singles) {
    const places = open.get(one.scenario.name) ?? [];
    const place = places.find((at) => fits(groups[at], one));
    if (place === undefined) {
      open.set(one.scenario.name, [...places, groups.push(one) - 1]);
      continue;
    }
    const faults = [...(groups[place]?.faults ?? []), ...one.faults];
    groups[place] = { ...one, faults };
    if (faults.length >= MAX_FAULTS)
      open.set(
        one.scenario.name,
        places.filter((at) => at !== place),
      );
  }
  return groups;
}

function fits(group: FaultCase | undefined, { faults }: FaultCase): boolean {
  const taken = new Set(group?.faults.map(slotOf));
  return faults.every((fault) => !taken.has(slotOf(fault)));
}

/** Yields each case that was not tried, combined with others, and then endless further combinations. */
export function* casesOf(
  learned: readonly FaultCase[],
  { seed, tried, combinations }: { seed: number; tried: ReadonlySet<string>; combinations: number },
): Generator<FaultCase, void, undefined> {
  const missing = learned.filter((one) => !tried.has(identityOf(one)));
  yield* shuffled(combine(shuffled(missing, seed)), seed);
  // A run that continues a log chooses different combinations from the earlier runs.
  const random = randomNumbers(seed + 1 + combinations);
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  for (;;) {
    const first = pick(learned);
    if (first === undefined) return;
    const others = learned.filter(({ scenario }) => scenario === first.scenario);
    const picked = [first, pick(others), pick(others)].flatMap((one) => one ?? []);
    const [combined] = combine([...new Set(picked)]);
    if (combined !== undefined) yield combined;
  }
}

/** Names a case in a log. */
export const identityOf = ({ scenario, faults, cold }: Omit<FaultCase, "scenario"> & { scenario: { name: string } }) =>
  `${scenario.name}${cold ? " (cold)" : ""}: ${faults.map(nameOf).join(", ")}`;

import type { Mutation } from "./mutation.js";

/** A change that no test can notice, because the program behaves the same. */
export interface EquivalentMutation extends Pick<Mutation, "file" | "source" | "change"> {
  /** Why the program behaves the same. */
  readonly reason: string;
}

/** The changes that are left out of samples. */
export const EQUIVALENT_MUTATIONS: readonly EquivalentMutation[] = [
  {
    file: "packages/encoders/src/jpeg/quantization-tables.ts",
    source: "[99, 99, 99, 99, 99, 99, 99, 99],",
    change: "99 becomes 98",
    reason: "24 % of 98 and of 99 are both rounded to 24, the divisor at quality 88.",
  },
  {
    file: "packages/encoders/src/jpeg/quantization-tables.ts",
    source: "[99, 99, 99, 99, 99, 99, 99, 99],",
    change: "99 becomes 100",
    reason: "24 % of 99 and of 100 are both rounded to 24, the divisor at quality 88.",
  },
  {
    file: "packages/encoders/src/jpeg/quantization-tables.ts",
    source: "[17, 18, 24, 47, 99, 99, 99, 99],",
    change: "99 becomes 100",
    reason: "24 % of 99 and of 100 are both rounded to 24, the divisor at quality 88.",
  },
];

/** Whether a change is known to have no effect. */
export function isEquivalent(mutation: Mutation): boolean {
  return EQUIVALENT_MUTATIONS.some(
    ({ file, source, change }) => file === mutation.file && source === mutation.source && change === mutation.change,
  );
}

import type { Mutation } from "./mutation.js";

/** A change that no test can notice, because the program behaves the same. */
export interface EquivalentMutation extends Pick<Mutation, "file" | "source" | "change"> {
  /** Why the program behaves the same. */
  readonly reason: string;
}

/** The changes that are left out of samples. */
export const EQUIVALENT_MUTATIONS: readonly EquivalentMutation[] = [];

/** Returns whether a change is known to have no effect. */
export function isEquivalent(mutation: Mutation): boolean {
  return EQUIVALENT_MUTATIONS.some(
    ({ file, source, change }) => file === mutation.file && source === mutation.source && change === mutation.change,
  );
}

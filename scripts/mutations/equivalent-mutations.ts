import type { Mutation } from "./mutation.js";

/** A change that no test can notice, because the program behaves the same. */
export interface EquivalentMutation extends Pick<Mutation, "file" | "source" | "change"> {
  /** Why the program behaves the same. */
  readonly reason: string;
}

/** The changes that are left out of samples. */
export const EQUIVALENT_MUTATIONS: readonly EquivalentMutation[] = [
  {
    file: "packages/studio/src/service/resources.ts",
    source: "loadedAtMs: 0,",
    change: "0 becomes 1",
    reason: "What was loaded in 1970 is too old, whether it was loaded at its first or at its second millisecond.",
  },
  {
    file: "packages/studio/src/service/use-pages.ts",
    source: "if (hasOtherTotal || Date.now() - (before.readAtMs ?? 0) > MAX_AGE_MS) return false;",
    change: "0 becomes 1",
    reason: "What was read in 1970 is too old, whether it was read at its first or at its second millisecond.",
  },
  {
    file: "packages/studio/src/service/import-svg/edit-image.ts",
    source: "const { left, top, width, height } = cropPixels(crop ?? { x: 0, y: 0, width: 1, height: 1 }, whole);",
    change: "1 becomes 2",
    reason: "A crop that is larger than the picture is the whole picture.",
  },
  {
    file: "packages/studio/src/screens/operations/format-dollars.ts",
    source: "return amount < 0.1 ? small.format(amount) : dollars.format(amount);",
    change: "`<` becomes `<=`",
    reason: "Both formats write $0.10.",
  },
  {
    file: "packages/engine/src/pdf/join-pdfs.ts",
    source: "if (number > last) file.reserve(number - last);",
    change: "`>` becomes `>=`",
    reason: "No objects are reserved for a number that was the last one.",
  },
  {
    file: "core/batches/download/make-download.ts",
    source: "yield { name: names[position] ?? job.id, modifiedMs: job.finishedAtMs ?? 0, body };",
    change: "0 becomes 1",
    reason: "The times of a ZIP begin in 1980.",
  },
];

/** Returns whether a change is known to have no effect. */
export function isEquivalent(mutation: Mutation): boolean {
  return EQUIVALENT_MUTATIONS.some(
    ({ file, source, change }) => file === mutation.file && source === mutation.source && change === mutation.change,
  );
}

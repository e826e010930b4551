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
  {
    file: "packages/engine/src/document/text-template/filters.ts",
    source: 'isCallValid: (call) => formatDate(0, call, { locale: "en", timeZone: "UTC" }) !== undefined,',
    change: "0 becomes 1",
    reason: "Whether the arguments of a date are valid does not depend on the date.",
  },
  {
    file: "packages/engine/src/document/text-template/filters.ts",
    source: "const [least = 0, most = least] = digits;",
    change: "0 becomes 1",
    reason: "Without digits, the minimum and the maximum are the same number.",
  },
  {
    file: "packages/engine/src/document/text-template/filters.ts",
    source: ": { isValid: false, call };",
    change: "`false` becomes `true`",
    reason: "The call still has the language among its named arguments, which no filter accepts.",
  },
  {
    file: "packages/engine/src/document/text-template/fill-text.ts",
    source: "return getOrCreate(canCompute ? work?.computedParts : work?.parts, text, () => {",
    change: "the condition is negated",
    reason: "Each kind of text still has a map of its own.",
  },
  {
    file: "packages/engine/src/document/text-template/fill-text.ts",
    source: "if (part.filters.length === 0) return value;",
    change: "the early exit is left out",
    reason: "No filters return the value itself.",
  },
  {
    file: "packages/engine/src/document/expression/parse-expression.ts",
    source: "const NOT_STRENGTH = 3;",
    change: "3 becomes 2",
    reason: "The next weaker operator has the strength 2, and an operand ends before an operator of the same strength.",
  },
  {
    file: "packages/engine/src/document/expression/parse-expression.ts",
    source: "const NEGATIVE_STRENGTH = 7;",
    change: "7 becomes 8",
    reason: "No operator has the strength 7 or 8.",
  },
  {
    file: "packages/engine/src/document/expression/parse-expression.ts",
    source: "const NEGATIVE_STRENGTH = 7;",
    change: "7 becomes 6",
    reason: "The strongest operators have the strength 6, and an operand ends before an operator of the same strength.",
  },
  {
    file: "packages/engine/src/document/expression/parse-expression.ts",
    source: '["and", 2],',
    change: "2 becomes 3",
    reason: 'No other operator between two values has the strength 3, and the operand of "not" ends before it.',
  },
  {
    file: "packages/engine/src/document/expression/parse-expression.ts",
    source: 'const END: Token = { kind: "end", text: "the end", at: 0 };',
    change: "0 becomes 1",
    reason: "The tokens end with an end of their own, and the parser reads nothing after it.",
  },
  {
    file: "packages/engine/src/document/expression/evaluate-expression.ts",
    source: "if (first === undefined) return 0;",
    change: "0 becomes 1",
    reason: "The parser reads at least one argument of a function.",
  },
  {
    file: "packages/engine/src/document/expression/functions.ts",
    source: "const MANY = { least: 1, most: 20 };",
    change: "1 becomes 0",
    reason: "The parser reads at least one argument of a function.",
  },
  {
    file: "packages/engine/src/document/expression/functions.ts",
    source: '["floor", { usage: "floor(number)", arguments: one(), compute: ([number = 0]) => Math.floor(number) }],',
    change: "0 becomes 1",
    reason: "The parser reads at least one argument of a function.",
  },
  {
    file: "packages/engine/src/document/expression/functions.ts",
    source: '["ceil", { usage: "ceil(number)", arguments: one(), compute: ([number = 0]) => Math.ceil(number) }],',
    change: "0 becomes 1",
    reason: "The parser reads at least one argument of a function.",
  },
  {
    file: "packages/engine/src/document/expression/functions.ts",
    source: '["abs", { usage: "abs(number)", arguments: one(), compute: ([number = 0]) => Math.abs(number) }],',
    change: "0 becomes 1",
    reason: "The parser reads at least one argument of a function.",
  },
  {
    file: "packages/engine/src/document/svg/sort-numbers.ts",
    source: "const target = starts[value] ?? 0;",
    change: "0 becomes 1",
    reason: "The list has a number for each value of the bits.",
  },
  {
    file: "packages/engine/src/text/describe-text.ts",
    source: "cutAt: layout.isCut ? (lines.at(-1)?.end ?? 0) : null,",
    change: "0 becomes 1",
    reason: "A text that is cut has at least one line.",
  },
  {
    file: "packages/engine/src/compile/compile-template.ts",
    source: "if (layer.name !== undefined || layers.get(layer.type).mayChange?.(layer) === true) return true;",
    change: "`||` becomes `&&`",
    reason: "A wrong guess only costs time, because each render compares the items of the base by content.",
  },
  {
    file: "packages/engine/src/document/outline.ts",
    source: ".slice(0, MAX_LAYERS + 1)",
    change: "1 becomes 2",
    reason: "One or two more than the limit are both too many.",
  },
  {
    file: "packages/engine/src/renderer/renderer.ts",
    source: "if (frameBytes > LARGE_FRAME_BYTES) await releaseNative(frameBytes);",
    change: "`>` becomes `>=`",
    reason: "For a frame of exactly this size, collecting takes as long as it saves.",
  },
];

/** Returns whether a change is known to have no effect. */
export function isEquivalent(mutation: Mutation): boolean {
  return EQUIVALENT_MUTATIONS.some(
    ({ file, source, change }) => file === mutation.file && source === mutation.source && change === mutation.change,
  );
}

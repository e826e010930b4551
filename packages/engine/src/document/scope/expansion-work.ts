/**
 * Counts the work of expanding a document while it is done. A short text can cause a lot of work: each placeholder can
 * shorten a long value, and a repeat fills the same text for each of its items.
 */
import type { ParsedExpression } from "../syntax/expression.js";
import type { TextPart } from "../syntax/text-part.js";
import type { Value } from "../attributes/values.js";

/** The work of one expansion, in steps. A step takes about 10 ns, so all of them take about 20 ms. */
export const MAX_EXPANSION_STEPS = 2_000_000;

/** Steps for a placeholder or a filter, regardless of its values. */
export const STEPS_PER_CALL = 30;

/** Steps for creating a formatter of numbers or dates. */
export const STEPS_PER_FORMATTER = 5_000;

/** Counts the work of one expansion, and keeps results that later parts of the same expansion need again. */
export class ExpansionWork {
  readonly parts = new Map<string, readonly TextPart[]>();
  /** The parts of texts that can compute. */
  readonly computedParts = new Map<string, readonly TextPart[]>();
  readonly expressions = new Map<string, ParsedExpression>();
  /** The result of a placeholder's filters, by the placeholder and the value. */
  readonly filtered = new WeakMap<TextPart, Map<Value, Value>>();
  readonly blank = new Map<string, boolean>();
  #left: number;

  constructor(steps = MAX_EXPANSION_STEPS) {
    this.#left = steps;
  }

  /** Counts steps. */
  spend(steps: number): void {
    this.#left -= steps;
  }

  /** Whether all steps are used up. Results are then incomplete, and the expansion has an issue. */
  get isSpent(): boolean {
    return this.#left < 0;
  }
}

/** Returns the value of a key. A missing value is created and kept. */
export function getOrCreate<Key, Kept>(
  known: { get(key: Key): Kept | undefined; set(key: Key, value: Kept): unknown } | undefined,
  key: Key,
  make: () => Kept,
): Kept {
  const found = known?.get(key);
  if (found !== undefined) return found;
  const made = make();
  known?.set(key, made);
  return made;
}

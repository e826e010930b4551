/** The parts of a text with placeholders. */
import type { Reference, Scalar } from "../attributes/values.js";

/** One filter of a placeholder. */
export interface FilterCall {
  readonly name: string;
  readonly positional: readonly Scalar[];
  readonly named: ReadonlyMap<string, Scalar>;
  /** The index of its name in the text, from 0. */
  readonly at: number;
}
export type TextPart =
  | { readonly kind: "literal"; readonly text: string }
  | {
      readonly kind: "placeholder";
      readonly reference: Reference;
      readonly filters: readonly FilterCall[];
      readonly at: number;
    }
  | {
      readonly kind: "computed";
      /** The expression between the braces, without filters. */
      readonly text: string;
      /** The index of the expression in the whole text, from 0. */
      readonly from: number;
      readonly references: readonly Reference[];
      readonly filters: readonly FilterCall[];
      readonly at: number;
    }
  | { readonly kind: "issue"; readonly message: string; readonly at: number };

/** Returns the variables and fields that a part inserts. */
export function referencesInPart(part: TextPart): readonly Reference[] {
  if (part.kind === "placeholder") return [part.reference];
  return part.kind === "computed" ? part.references : [];
}

/** Documents as JSON values. */
import { isDeepStrictEqual } from "node:util";

/** A document as it was written, with nothing filled in. */
export type Document = Readonly<Record<string, unknown>>;

/** Whether two documents say the same; the order of their keys says nothing. */
export function isSameDocument(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(plainOf(left), plainOf(right));
}

/** A document as a file of its own: its keys in their order, a line break at its end. */
export function formatDocument(document: Document): string {
  return JSON.stringify(document, null, 2) + "\n";
}

/** As the wire knows it: no -0, no special prototypes. */
function plainOf(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null)) as unknown;
}

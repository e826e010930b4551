/** Template documents as JSON values. */
import { isDeepStrictEqual } from "node:util";

/** A document as its author wrote it, without defaults. */
export type Document = Readonly<Record<string, unknown>>;

/** Returns whether two values are the same JSON. The order of keys does not matter. */
export function isSameDocument(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(plainOf(left), plainOf(right));
}

/** Returns the text of a document's file. Keeps the order of keys, indents by two spaces, and ends with a newline. */
export function formatDocument(document: Document): string {
  return JSON.stringify(document, null, 2) + "\n";
}

/** Returns the value as JSON transports it: without -0 and without special prototypes. */
function plainOf(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null)) as unknown;
}

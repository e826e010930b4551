import { type JsonPlaces } from "./scan-json.js";

/** A place in a file as editors count: both from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The line and column of an offset. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lineStart = Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1;
  return { line: before.split(/\r\n|\r|\n/).length, column: offset - lineStart + 1 };
}

/** Where a path stands in a text; what is missing stands where the nearest part around it does. */
export function positionOf(text: string, places: JsonPlaces, path: string): Position {
  for (let nearest = path; ; nearest = parentOf(nearest)) {
    const offset = places.get(nearest);
    if (offset !== undefined) return positionAt(text, offset);
    if (nearest === "") return positionAt(text, 0);
  }
}

/** The path without its last step; names may themselves hold dots and brackets, so this only ever shortens. */
function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("."), path.lastIndexOf("[")));
}

import type { JsonPlaces } from "./scan-json.js";

/** A place in a file as editors count it: both numbers start at 1, and columns count UTF-16 units. */
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

/** The position of a path. A path that does not exist has the position of its nearest existing parent. */
export function positionOf(text: string, places: JsonPlaces, path: string): Position {
  for (let nearest = path; ; nearest = parentOf(nearest)) {
    const offset = places.get(nearest);
    if (offset !== undefined) return positionAt(text, offset);
    if (nearest === "") return positionAt(text, 0);
  }
}

/** The path without its last step. A key can contain dots and brackets too, so this may remove less than a step. */
function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("."), path.lastIndexOf("[")));
}

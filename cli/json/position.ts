import type { JsonPlaces } from "./scan-json.js";

/** A place in a file as editors count it: both numbers start at 1, and columns count UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Returns the line and column of an offset. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lineStart = Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1;
  return { line: before.split(/\r\n|\r|\n/).length, column: offset - lineStart + 1 };
}

/** Returns the position of a path. If the path does not exist, returns the position of its nearest existing parent. */
export function positionOf(text: string, places: JsonPlaces, path: string): Position {
  for (let nearest = path; ; nearest = parentOf(nearest)) {
    const offset = places.get(nearest);
    if (offset !== undefined) return positionAt(text, offset);
    if (nearest === "") return positionAt(text, 0);
  }
}

/** Returns the path without its last step. Keys can contain dots and brackets, so this may remove only part of it. */
function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("."), path.lastIndexOf("[")));
}

/** Finds where the values of a JSON text are, to show a problem at its place. */

/** The offsets of values by their paths, such as `layers[2].color`. */
export type Places = ReadonlyMap<string, number>;

interface Container {
  readonly path: string;
  readonly isList: boolean;
  index: number;
  key: string;
  /** Whether the next string is a key, or the next character begins an item. */
  isAtStart: boolean;
}

/** Returns the places of all values of a valid JSON text. The value of a key begins at the key. */
export function placesOf(text: string): Places {
  const places = new Map<string, number>();
  const open: Container[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if (character <= " " || character === ":") continue;
    const inside = open.at(-1);
    if (character === "}" || character === "]") {
      open.pop();
      continue;
    }
    if (character === ",") {
      if (inside !== undefined) Object.assign(inside, { isAtStart: true, index: inside.index + 1 });
      continue;
    }
    const end = character === '"' ? endOfString(text, at) : at + 1;
    const isKey = inside?.isAtStart === true && !inside.isList;
    if (inside?.isAtStart === true) {
      if (isKey) inside.key = JSON.parse(text.slice(at, end)) as string;
      inside.isAtStart = false;
      places.set(pathIn(inside), at);
    }
    if (character === "{" || character === "[") {
      const path = inside === undefined ? "" : pathIn(inside);
      open.push({ path, isList: character === "[", index: 0, key: "", isAtStart: true });
    }
    at = end - 1;
  }
  return places;
}

/** Returns the offset of a value, or of the nearest one around it if it is missing. */
export function placeOf(places: Places, path: string): number {
  let rest = path;
  while (rest !== "") {
    const found = places.get(rest);
    if (found !== undefined) return found;
    rest = rest.replace(/\.?[^.[\]]*$|\[\d+\]$/, "");
  }
  return 0;
}

/** A line of a text. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the line that an offset is in. */
export function lineAt(text: string, offset: number): Line {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", offset);
  return { number: text.slice(0, offset).split("\n").length, start, end: end === -1 ? text.length : end };
}

function pathIn({ path, isList, index, key }: Container): string {
  if (isList) return `${path}[${index}]`;
  return path === "" ? key : `${path}.${key}`;
}

/** Strings can be megabytes of a picture, so this looks only at quotation marks. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
  return text.length;
}

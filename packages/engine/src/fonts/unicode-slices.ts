/**
 * Finds the file of a CJK family that has a character. Such a family is split into about 100 files, its slices. The
 * package's `unicode.json` contains the CSS `unicode-range` of each slice. It is read when a text first needs the
 * family.
 */
import { readFileSync } from "node:fs";
import { resolveInstalled } from "../shared/native.js";
import { findRange } from "./find-range.js";

/** The slices of one family. */
export interface UnicodeSlices {
  /** The names of the slices, as in the file names. */
  readonly names: readonly string[];
  /**
   * Returns the names of the slices that can have a code point: a numbered one, and a named one like Latin. The range
   * of a named slice contains more characters than its file.
   */
  slicesWith(codePoint: number): readonly string[];
}

interface Range {
  readonly first: number;
  readonly last: number;
  readonly name: string;
}

const known = new Map<string, UnicodeSlices>();

/** Reads the index of `@fontsource/<slug>` once per process. It is part of the installation and does not change. */
export function slicesOf(slug: string): UnicodeSlices {
  const found = known.get(slug) ?? readSlices(`@fontsource/${slug}/unicode.json`);
  known.set(slug, found);
  return found;
}

function readSlices(path: string): UnicodeSlices {
  const index = JSON.parse(readFileSync(resolveInstalled(path), "utf8")) as Record<string, string>;
  const names: string[] = [];
  const numbered: Range[] = [];
  const named: Range[] = [];
  for (const [key, list] of Object.entries(index)) {
    // The index puts the names of numbered slices in brackets, but the file names have none. Numbered slices do not
    // overlap each other. Named slices, like Latin, also contain a few characters of the numbered ones.
    const name = key.replace(/^\[(\d+)\]$/, "$1");
    names.push(name);
    const ranges = name === key ? named : numbered;
    for (const item of list.split(",")) ranges.push(rangeOf(item, name));
  }
  numbered.sort((a, b) => a.first - b.first);
  const slicesWith = (codePoint: number) => {
    const covering = [
      findRange(numbered, codePoint),
      named.find(({ first, last }) => codePoint >= first && codePoint <= last),
    ];
    return covering.flatMap((range) => (range === undefined ? [] : [range.name]));
  };
  return { names, slicesWith };
}

/** Reads `U+4e00` or `U+4e00-4eff`. */
function rangeOf(item: string, name: string): Range {
  const dash = item.indexOf("-");
  const first = Number.parseInt(item.slice(2, dash === -1 ? undefined : dash), 16);
  return { first, last: dash === -1 ? first : Number.parseInt(item.slice(dash + 1), 16), name };
}

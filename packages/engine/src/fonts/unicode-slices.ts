/**
 * Finds the file of a CJK family that has a character. Such a family is split into about 100 files, its slices. Their index
 * is read when a text first needs the family.
 */
import { slicesOfFamily } from "@image-render/fonts";
import { findRange } from "./find-range.js";

/** The slices of one family. */
export interface UnicodeSlices {
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

/** Reads the index of a family once per process. It is part of the installation and does not change. */
export function slicesOf(slug: string): UnicodeSlices {
  const found = known.get(slug) ?? readSlices(slug);
  known.set(slug, found);
  return found;
}

function readSlices(slug: string): UnicodeSlices {
  const numbered: Range[] = [];
  const named: Range[] = [];
  for (const { name, isNumbered, ranges } of slicesOfFamily(slug)) {
    const found = isNumbered ? numbered : named;
    for (const range of ranges) found.push(rangeOf(range, name));
  }
  numbered.sort((a, b) => a.first - b.first);
  const slicesWith = (codePoint: number) => {
    const covering = [
      findRange(numbered, codePoint),
      named.find(({ first, last }) => codePoint >= first && codePoint <= last),
    ];
    return covering.flatMap((range) => (range === undefined ? [] : [range.name]));
  };
  return { slicesWith };
}

/** Reads `U+4e00` or `U+4e00-4eff`. */
function rangeOf(item: string, name: string): Range {
  const dash = item.indexOf("-");
  const first = Number.parseInt(item.slice(2, dash === -1 ? undefined : dash), 16);
  return { first, last: dash === -1 ? first : Number.parseInt(item.slice(dash + 1), 16), name };
}

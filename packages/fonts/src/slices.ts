/** Reads the index of a CJK family: the CSS `unicode-range` of each of the roughly 100 files. */
import { readFileSync } from "node:fs";
import { FAMILIES } from "./families.js";
import { FONT_FOLDERS } from "./font-folders.js";
import { fontPath } from "./font-path.js";

/** One file of each face of a CJK family. */
export interface Slice {
  /** The name of the slice, as in the file names. */
  readonly name: string;
  /**
   * Numbered slices do not overlap each other. Named slices, like Latin, also contain a few characters of numbered
   * slices, and the range of a named slice contains more characters than its file.
   */
  readonly isNumbered: boolean;
  /** The Unicode ranges of the slice, each in the form `U+4e00` or `U+4e00-4eff`. */
  readonly ranges: readonly string[];
}

const indexOf = (slug: string): string => `${FONT_FOLDERS}/${slug}/unicode.json`;

/** Reads the slices of a CJK family from its folder. */
export function slicesOfFamily(slug: string): Slice[] {
  const index = JSON.parse(readFileSync(fontPath(indexOf(slug)), "utf8")) as Record<string, string>;
  return Object.entries(index).map(([key, list]) => {
    // The index puts the names of numbered slices in brackets, but the file names have none.
    const name = key.replace(/^\[(\d+)\]$/, "$1");
    return { name, isNumbered: name !== key, ranges: list.split(",") };
  });
}

/** Returns the index files of all CJK families. They must be deployed with the slices. */
export function allSliceIndexes(): string[] {
  return Object.values(FAMILIES).flatMap(({ slug, subsets }) => (subsets === "slices" ? [indexOf(slug)] : []));
}

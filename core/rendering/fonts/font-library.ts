import { readFileSync } from "node:fs";
import { type BuiltInFamily } from "../../contract/template/font-families.js";
import { resolveInstalled } from "../native.js";
import { readCharacterMap } from "./character-map.js";
import { type Face, FALLBACK_FAMILY, filesOfFace, nearestFace, SYMBOL_FILES } from "./families.js";

/** One file of a font: a face of a family in one Unicode subset. It is read when it is first asked for something. */
export interface FontFile {
  /** Unique among all files, and what a text's font list calls it by. */
  readonly name: string;
  /** Always the same object for the same file: the drawing library caches parsed fonts by its identity. */
  readonly data: Buffer;
  has(codePoint: number): boolean;
}

/** The fonts that texts are set in. */
export interface FontLibrary {
  /**
   * The files in which a text of the family looks its characters up, in this order: those of the family's face nearest
   * to `wanted`, then those of the fallback family and the symbols.
   */
  filesFor(family: BuiltInFamily, wanted: Face): readonly FontFile[];
}

/** A library of the built-in families. Files stay in memory once read: make one library a process. */
export function createFontLibrary(): FontLibrary {
  const files = new Map<string, FontFile>();

  const fileAt = (path: string): FontFile => {
    const file = files.get(path) ?? lazyFile(path);
    files.set(path, file);
    return file;
  };

  return {
    filesFor: (family, wanted) => {
      const own = filesOfFace(family, nearestFace(family, wanted));
      const fallback = filesOfFace(FALLBACK_FAMILY, nearestFace(FALLBACK_FAMILY, wanted));
      return [...new Set([...own, ...fallback, ...SYMBOL_FILES])].map(fileAt);
    },
  };
}

function lazyFile(path: string): FontFile {
  let data: Buffer | undefined;
  let characterMap: ((codePoint: number) => boolean) | undefined;
  return {
    name: path.slice(path.lastIndexOf("/") + 1).replace(/\.woff$/, ""),
    get data() {
      return (data ??= readFileSync(resolveInstalled(path)));
    },
    has(codePoint) {
      characterMap ??= readCharacterMap(this.data);
      return characterMap(codePoint);
    },
  };
}

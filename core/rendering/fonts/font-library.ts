import { readFileSync } from "node:fs";
import { BUILT_IN_FAMILIES, type BuiltInFamily } from "../../contract/template/font-families.js";
import { resolveInstalled } from "../native.js";
import { readCharacterMap } from "./character-map.js";
import { type Face, FAMILIES, fileOfSubset, nearestFace, SYMBOL_FILES } from "./families.js";
import { fallbackFamilies } from "./fallback-families.js";
import { slicesOf } from "./unicode-slices.js";

/** One file of a font: a face of a family in one Unicode subset. It is read when it is first asked for something. */
export interface FontFile {
  /** Unique among all files: the file's name without its ending. */
  readonly name: string;
  /** Inside `node_modules`; another unique name, by which a library finds the file again. */
  readonly path: string;
  /** The face that it holds, which may not be the one that was wanted. */
  readonly face: Face;
  /** What a message calls it. */
  readonly title: string;
  /** The weight that a variable font is set to; undefined for any other. */
  readonly variableWeight?: number | undefined;
  /** The file's bytes, bare OpenType or WOFF: whoever needs them keeps them in a form of their own. */
  read(): Buffer;
  has(codePoint: number): boolean;
}

/** What a text asks a font of. */
export interface FontWish {
  /** Built in, or one that the library was made for. */
  readonly family: string;
  readonly face: Face;
  /** BCP 47; decides which of the CJK families draws a Han character. */
  readonly language?: string | undefined;
}

/** The fonts that texts are set in. */
export interface FontLibrary {
  /**
   * The file that has all of some code points: of the family itself, else of a family for their script, else of the
   * fallback family, the symbols, and any other family. Undefined if no font has them.
   */
  fileWith(codePoints: readonly number[], script: string, wish: FontWish): FontFile | undefined;
  /** The file that stands at a path, as `FontFile.path` gives it. */
  fileAt(path: string): FontFile;
  /** What stands for a family in the keys of what is remembered: families of one name may not be the same. */
  identityOf(family: string): string;
  /** The library that lends a document's own one its fonts, and whose shaper and caches they share. */
  readonly base?: FontLibrary;
}

/** A library of the built-in families. It keeps which characters a file has once it was asked: make one a process. */
export function createFontLibrary(): FontLibrary {
  const files = new Map<string, FontFile>();

  const fileAt = (path: string): FontFile => {
    const file = files.get(path) ?? lazyFile(path);
    files.set(path, file);
    return file;
  };
  const hasAll = (file: FontFile, codePoints: readonly number[]) =>
    codePoints.every((codePoint) => file.has(codePoint));

  const inFamily = (family: BuiltInFamily, wanted: Face, codePoints: readonly number[]): FontFile | undefined => {
    const face = nearestFace(family, wanted);
    const { slug, subsets } = FAMILIES[family];
    const names = subsets === "slices" ? slicesOf(slug).slicesWith(codePoints[0] ?? 0) : subsets;
    for (const subset of names) {
      const file = fileAt(fileOfSubset(family, face, subset));
      if (hasAll(file, codePoints)) return file;
    }
    return undefined;
  };

  return {
    fileAt,
    identityOf: (family) => family,
    fileWith: (codePoints, script, { family, face, language }) => {
      const { first, last } = fallbackFamilies(script, language);
      for (const candidate of isBuiltIn(family) ? [family, ...first] : first) {
        const file = inFamily(candidate, face, codePoints);
        if (file !== undefined) return file;
      }
      const symbols = SYMBOL_FILES.map(fileAt).find((file) => hasAll(file, codePoints));
      if (symbols !== undefined) return symbols;
      for (const candidate of last) {
        const file = inFamily(candidate, face, codePoints);
        if (file !== undefined) return file;
      }
      return undefined;
    },
  };
}

function isBuiltIn(family: string): family is BuiltInFamily {
  return (BUILT_IN_FAMILIES as readonly string[]).includes(family);
}

function lazyFile(path: string): FontFile {
  let characterMap: ((codePoint: number) => boolean) | undefined;
  const read = () => readFileSync(resolveInstalled(path));
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.woff$/, "");
  return {
    name,
    path,
    title: name,
    face: faceOfPath(path),
    read,
    has(codePoint) {
      characterMap ??= readCharacterMap(read());
      return characterMap(codePoint);
    },
  };
}

/** Files are named `<slug>-<subset>-<weight>-<style>.woff` by the packages that they come in. */
function faceOfPath(path: string): Face {
  const [, weight = "400", style = "normal"] = /-(\d{3})-(normal|italic)\.woff$/.exec(path) ?? [];
  return { weight: Number(weight), style: style === "italic" ? "italic" : "normal" };
}

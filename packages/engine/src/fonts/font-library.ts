import { readFileSync } from "node:fs";
import {
  BUILT_IN_FAMILIES,
  type BuiltInFamily,
  type Face,
  FAMILIES,
  fileOfSubset,
  fontPath,
  SYMBOL_FILES,
} from "@image-render/fonts";
import { CURRENT_EDITION, type Edition } from "../document/edition.js";
import { readCharacterMap } from "./character-map.js";
import { fallbackFamilies } from "./fallback-families.js";
import { nearestFace } from "./nearest-face.js";
import { slicesOf } from "./unicode-slices.js";

/** One font file: a face of a family in one Unicode subset. It is read at the first use. */
export interface FontFile {
  /** The file name without its extension. Unique among all files. */
  readonly name: string;
  /** The result of `fontPath`, or another unique name. `FontLibrary.fileAt` accepts it. */
  readonly path: string;
  /** The file's face. It can differ from the wanted one. */
  readonly face: Face;
  /** The name for messages. */
  readonly title: string;
  /** The weight to set for a variable font. Undefined for other fonts. */
  readonly variableWeight?: number | undefined;
  /** Whether the font is an upload, which can be far more costly than the built-in fonts. */
  readonly isUploaded?: boolean;
  /** Reads the file: plain OpenType or WOFF. The bytes are not cached. */
  read(): Buffer;
  has(codePoint: number): boolean;
}

/** The font that a text asks for. */
export interface FontQuery {
  /** A built-in family, or one of the library's own. */
  readonly family: string;
  readonly face: Face;
  /** The language of the text (BCP 47). It decides which CJK family draws a Han character. */
  readonly language?: string | undefined;
}

/** Finds fonts for texts. */
export interface FontLibrary {
  /**
   * Returns a file that has all the code points, or undefined if no font has them. Searches in this order: the family
   * itself, a family for the script, the fallback family, the symbol files, all other families.
   */
  fileWith(codePoints: readonly number[], script: string, query: FontQuery): FontFile | undefined;
  /** Returns a file of the family itself that has all the code points, or undefined if the family lacks one of them. */
  ownFileWith(codePoints: readonly number[], query: FontQuery): FontFile | undefined;
  /** Returns the file with this `FontFile.path`. */
  fileAt(path: string): FontFile;
  /** Identifies a family in cache keys. Families of different documents can have the same name. */
  identityOf(family: string): string;
  /** Identifies all families together in cache keys. Empty for the built-in families of the current edition. */
  readonly identity: string;
  /** The library that this one extends: with the families of a document, or for an older edition. */
  readonly base?: FontLibrary;
  /**
   * The edition of the template language that the library serves. In edition 1, a space that the family lacks comes from
   * another family, and built-in families have fewer weights.
   */
  readonly edition: Edition;
  /** Returns the library for another edition. It shares all files, the shaper and the caches with this one. */
  inEdition(edition: Edition): FontLibrary;
}

/** Creates a library of the built-in families. It caches which characters each file has, so create one per process. */
export function createFontLibrary(): FontLibrary {
  const files = new Map<string, FontFile>();

  const fileAt = (path: string): FontFile => {
    const file = files.get(path) ?? lazyFile(path);
    files.set(path, file);
    return file;
  };
  const inFamily = createFamilySearch(fileAt);

  const editions = new Map<Edition, FontLibrary>();
  const inEdition = (edition: Edition, base?: FontLibrary): FontLibrary => {
    const known = editions.get(edition);
    if (known !== undefined) return known;
    const library: FontLibrary = {
      ...(base !== undefined && { base }),
      edition,
      inEdition: (other) => inEdition(other, base ?? library),
      fileAt,
      identity: base === undefined ? "" : `edition ${edition}`,
      identityOf: (family) => (base === undefined ? family : `${family} in edition ${edition}`),
      ownFileWith: (codePoints, { family, face }) =>
        isBuiltIn(family) ? inFamily(edition, family, face, codePoints) : undefined,
      fileWith: (codePoints, script, { family, face, language }) => {
        const { first, last } = fallbackFamilies(script, language);
        const find = (families: readonly BuiltInFamily[]) => {
          for (const candidate of families) {
            const file = inFamily(edition, candidate, face, codePoints);
            if (file !== undefined) return file;
          }
          return undefined;
        };
        return (
          find(isBuiltIn(family) ? [family, ...first] : first) ??
          SYMBOL_FILES.map(fileAt).find((file) => hasAll(file, codePoints)) ??
          find(last)
        );
      },
    };
    editions.set(edition, library);
    return library;
  };
  return inEdition(CURRENT_EDITION);
}

function isBuiltIn(family: string): family is BuiltInFamily {
  return (BUILT_IN_FAMILIES as readonly string[]).includes(family);
}

function lazyFile(path: string): FontFile {
  let characterMap: ((codePoint: number) => boolean) | undefined;
  const read = () => readFileSync(fontPath(path));
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

/** Reads the face from the name of a file: `<slug>-<subset>-<weight>-<style>.woff`. */
function faceOfPath(path: string): Face {
  const [, weight = "400", style = "normal"] = /-(\d{3})-(normal|italic)\.woff$/.exec(path) ?? [];
  return { weight: Number(weight), style: style === "italic" ? "italic" : "normal" };
}

type FamilySearch = (
  edition: Edition,
  family: BuiltInFamily,
  wanted: Face,
  codePoints: readonly number[],
) => FontFile | undefined;

const hasAll = (file: FontFile, codePoints: readonly number[]) => codePoints.every((codePoint) => file.has(codePoint));

/** Creates the function that finds the file of a family's nearest face that has all of some code points. */
function createFamilySearch(fileAt: (path: string) => FontFile): FamilySearch {
  // Cached, because each letter of a text needs the files of its face.
  const ofFaces = new Map<BuiltInFamily, Map<Face, readonly FontFile[]>>();
  const filesOf = (family: BuiltInFamily, face: Face, subsets: readonly string[]): readonly FontFile[] => {
    const ofFamily = ofFaces.get(family) ?? new Map<Face, readonly FontFile[]>();
    ofFaces.set(family, ofFamily);
    const files = ofFamily.get(face) ?? subsets.map((subset) => fileAt(fileOfSubset(family, face, subset)));
    ofFamily.set(face, files);
    return files;
  };

  return (edition, family, wanted, codePoints) => {
    const face = nearestFace(family, wanted, edition);
    const { slug, subsets } = FAMILIES[family];
    if (subsets !== "slices") return filesOf(family, face, subsets).find((file) => hasAll(file, codePoints));
    for (const slice of slicesOf(slug).slicesWith(codePoints[0] ?? 0)) {
      const file = fileAt(fileOfSubset(family, face, slice));
      if (hasAll(file, codePoints)) return file;
    }
    return undefined;
  };
}

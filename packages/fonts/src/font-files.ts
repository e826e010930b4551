/** The files of the built-in families, written as import paths. `fontPath` resolves them. */
import { type Face, FAMILIES } from "./families.js";
import type { BuiltInFamily } from "./family-names.js";
import { FONT_FOLDERS } from "./font-folders.js";
import { slicesOfFamily } from "./slices.js";

/** The files for arrows, mathematics, check marks, stars and dingbats. They only supply single characters. */
export const SYMBOL_FILES: readonly string[] = [
  `${FONT_FOLDERS}/noto-sans-math/files/noto-sans-math-latin-400-normal.woff`,
  `${FONT_FOLDERS}/noto-sans-symbols-2/files/noto-sans-symbols-2-symbols-400-normal.woff`,
  `${FONT_FOLDERS}/noto-sans-symbols/files/noto-sans-symbols-symbols-400-normal.woff`,
];

/** Returns the file of a face for one subset or slice. */
export function fileOfSubset(family: BuiltInFamily, face: Face, subset: string): string {
  const { slug } = FAMILIES[family];
  return `${FONT_FOLDERS}/${slug}/files/${slug}-${subset}-${face.weight}-${face.style}.woff`;
}

/** Returns the files of a face, one for each subset or slice. */
export function filesOfFace(family: BuiltInFamily, face: Face): string[] {
  const { slug, subsets } = FAMILIES[family];
  const names = subsets === "slices" ? slicesOfFamily(slug).map(({ name }) => name) : subsets;
  return names.map((subset) => fileOfSubset(family, face, subset));
}

/** Returns every font file of the built-in families, and the symbol files. */
export function allFontFiles(): string[] {
  const families = Object.keys(FAMILIES) as BuiltInFamily[];
  const ofFamilies = families.flatMap((family) => FAMILIES[family].faces.flatMap((face) => filesOfFace(family, face)));
  return [...ofFamilies, ...SYMBOL_FILES];
}

/** The built-in font families: their names, weights, styles and files. */
export { type Face, facesIn, FAMILIES, type FamilyKind, type FamilySpec, type FontStyle } from "./families.js";
export { BUILT_IN_FAMILIES, type BuiltInFamily } from "./family-names.js";
export { allFontFiles, fileOfSubset, filesOfFace, SYMBOL_FILES } from "./font-files.js";
export { fontPath } from "./font-path.js";
export { allSliceIndexes, type Slice, slicesOfFamily } from "./slices.js";

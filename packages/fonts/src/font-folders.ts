/** The name in the tarball, which packing defines. It is not defined in the repository and in bundles of functions. */
declare const PACKED_FAMILIES: string | undefined;

/**
 * Where each family has its folder: the packages that the files come from, or the files of this package in its tarball. Both
 * are written as in an import.
 */
export const FONT_FOLDERS = typeof PACKED_FAMILIES === "undefined" ? "@fontsource" : PACKED_FAMILIES;

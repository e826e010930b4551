/** The path of the families in the tarball. Packing defines it. It is undefined in the repository and in functions. */
declare const PACKED_FAMILIES: string | undefined;

/**
 * The parent of each family's folder, written as an import path. In the repository, it is the scope of the packages
 * that the files come from. In the tarball, it is a folder of this package.
 */
export const FONT_FOLDERS = typeof PACKED_FAMILIES === "undefined" ? "@fontsource" : PACKED_FAMILIES;

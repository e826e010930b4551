import { BUILT_IN_FAMILIES, type BuiltInFamily } from "@image-render/fonts/family-names";

/** The built-in families that replace the generic families of CSS. */
const GENERIC: ReadonlyMap<string, BuiltInFamily> = new Map([
  ["sans-serif", "Inter"],
  ["system-ui", "Inter"],
  ["ui-sans-serif", "Inter"],
  ["serif", "Playfair Display"],
  ["ui-serif", "Playfair Display"],
  ["monospace", "JetBrains Mono"],
  ["ui-monospace", "JetBrains Mono"],
  ["cursive", "Great Vibes"],
]);

/** The default family, for HTML that names no family. */
export const DEFAULT_FAMILY = "Inter";

/** Returns the names in a list of families, without quotes. */
export function familyNames(value: string): string[] {
  const names = value.split(",").map((name) =>
    name
      .trim()
      .replace(/^(["'])(.*)\1$/, "$2")
      .replace(/\s+/g, " "),
  );
  return names.filter((name) => name !== "");
}

/** Returns the family that a name stands for. */
export function resolveFamily(name: string): string {
  return GENERIC.get(name.toLowerCase()) ?? name;
}

const BUILT_IN: ReadonlySet<string> = new Set(BUILT_IN_FAMILIES);

/**
 * Returns the first family of a list that exists. `isOwn` says whether a family belongs to the document. A list without
 * any known family is an issue of the document.
 */
export function chosenFamily(families: readonly string[], isOwn: (family: string) => boolean): string {
  const known = families.find((family) => isOwn(family) || BUILT_IN.has(family));
  return known ?? families[0] ?? DEFAULT_FAMILY;
}

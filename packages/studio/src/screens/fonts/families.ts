/** The built-in families, as the generated list describes them. */
import list from "../../generated/families.json" with { type: "json" };

/** A built-in family. */
export interface Family {
  readonly family: string;
  /** For example `sans serif`. */
  readonly style: string;
  readonly scripts: readonly string[];
  /** For example `100–900, also italic`. */
  readonly weights: string;
}

export const FAMILIES: readonly Family[] = list;

/** The text that the list is searched for. An empty text matches everything. */
export interface FamilyFilter {
  readonly text: string;
  readonly style: string;
  readonly script: string;
}

/** Returns the families that fit. The text is looked for in names, styles and scripts. */
export function findFamilies(families: readonly Family[], { text, style, script }: FamilyFilter): readonly Family[] {
  const wanted = text.trim().toLowerCase();
  return families.filter(
    (one) =>
      (style === "" || one.style === style) &&
      (script === "" || one.scripts.includes(script)) &&
      [one.family, one.style, ...one.scripts].some((words) => words.toLowerCase().includes(wanted)),
  );
}

/** Returns the different values of all families, in the order of the list. */
export function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}

import { BUILT_IN_FAMILIES } from "@image-render/fonts";
import { DEFAULT_FAMILY, resolveFamily } from "../document/attributes/font-family.js";
import type { FontLibrary } from "../fonts/font-library.js";

/** The built-in families by their names in lowercase. CSS ignores the letter case of families. */
const BUILT_IN = new Map(BUILT_IN_FAMILIES.map((family) => [family.toLowerCase(), family]));

/** A list of families that do not exist, and the family that replaces them. */
export interface ReplacedFamily {
  readonly wanted: string;
  readonly used: string;
}

/** Chooses the families of texts, and collects those that do not exist. */
export class ChosenFamilies {
  readonly #fonts: FontLibrary;
  readonly #known = new Map<string, string>();
  readonly replaced: ReplacedFamily[] = [];

  constructor(fonts: FontLibrary) {
    this.#fonts = fonts;
  }

  /** Returns the first family of a list that the document has, or that is built in. */
  choose(names: readonly string[]): string {
    const key = names.join(",");
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = names.map((name) => this.#find(name)).find((family) => family !== undefined);
    const [wanted] = names;
    if (found === undefined && wanted !== undefined) this.replaced.push({ wanted, used: DEFAULT_FAMILY });
    const family = found ?? DEFAULT_FAMILY;
    this.#known.set(key, family);
    return family;
  }

  #find(name: string): string | undefined {
    const resolved = resolveFamily(name);
    // Only a family of the document has another identity than its name in this edition.
    if (this.#fonts.identityOf(resolved) !== resolved) return resolved;
    return BUILT_IN.get(resolved.toLowerCase());
  }
}

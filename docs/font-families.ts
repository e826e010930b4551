/** The built-in font families as data, for the MCP server. `font-tables.ts` shows the same as tables. */
import { BUILT_IN_FAMILIES, FAMILIES } from "@image-render/fonts";
import { scriptsOf, weightsOf } from "./font-tables.js";

/** A built-in family. */
export interface FontFamily {
  readonly family: string;
  readonly style: string;
  readonly scripts: readonly string[];
  /** Such as `100–900, also italic`. */
  readonly weights: string;
}

/** Describes all built-in families. */
export function fontFamilies(): FontFamily[] {
  return BUILT_IN_FAMILIES.map((family) => {
    const { kind, faces } = FAMILIES[family];
    return { family, style: kind, scripts: scriptsOf(family), weights: weightsOf(faces) };
  });
}

import type { ReplacedWeight } from "../text/prepared-text.js";
import type { ReplacedFamily } from "./chosen-families.js";

/** The features that the texts of an SVG lack. */
export interface TextFindings {
  readonly missing: readonly string[];
  readonly replacedWeights: readonly ReplacedWeight[];
  readonly replacedFamilies: readonly ReplacedFamily[];
  /** The parts of texts that are not drawn, or without an effect. */
  readonly ignored: readonly string[];
}

/** The findings of an SVG without texts. */
export const NO_FINDINGS: TextFindings = { missing: [], replacedWeights: [], replacedFamilies: [], ignored: [] };

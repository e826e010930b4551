/** The types that reading CSS and applying it share. */
import type { Hints } from "../../suggestions/suggest.js";
import type { CheckedDeclaration } from "./css-declaration.js";
import type { HtmlIssues } from "./html-issues.js";
import type { PlaceholderUse } from "./placeholder-use.js";
import type { Selector, SpendSteps } from "./selectors.js";

export interface Declaration extends CheckedDeclaration {
  readonly isImportant: boolean;
  /** The place of the property. */
  readonly at: number;
  /** Whether the value uses `var()`. It is checked for each element, because each can have other custom properties. */
  readonly isPending?: boolean;
}

export interface StyleRule {
  readonly selectors: readonly Selector[];
  readonly declarations: readonly Declaration[];
}

/** The parts of the surrounding layer that the CSS reader needs. */
export interface CssContext {
  readonly issues: HtmlIssues;
  readonly uses: PlaceholderUse;
  readonly hints: Hints;
  readonly spend: SpendSteps;
  /** The names of the parts that were left out because a still picture looks the same without them. */
  readonly ignored: Set<string>;
}

/** Decides the declarations of each element: those of the style sheets by specificity and order, then its own. */
import type { Declaration, StyleRule } from "./parse-css.js";
import { type SelectedElement, type Selector, selects, type SpendComparisons } from "./selectors.js";

/** The style of an element: values by property, in the order in which they apply. */
export type Style = ReadonlyMap<string, Declaration>;

interface Ranked {
  readonly declaration: Declaration;
  readonly rank: number;
}

/** Above the specificity of any selector. */
const OWN_STYLE = 1e9;
const IMPORTANT = 1e10;

/** `spend` counts the comparisons of selectors, and the declarations of the rules that apply. */
export function cascade(
  rules: readonly StyleRule[],
  own: readonly Declaration[],
  element: SelectedElement,
  around: readonly SelectedElement[],
  spend: SpendComparisons,
): Style {
  const ranked: Ranked[] = [];
  for (const { selectors, declarations } of rules) {
    const specificity = specificityAt(selectors, element, around, spend);
    if (specificity === undefined) continue;
    if (!spend(declarations.length)) break;
    addRanked(declarations, specificity, ranked);
  }
  addRanked(own, OWN_STYLE, ranked);
  const style = new Map<string, Declaration>();
  // Sorting is stable: of equal ranks, the later one applies.
  for (const { declaration } of ranked.sort((one, other) => one.rank - other.rank)) {
    // A property that is set again is applied last, so that it also overrides a shorthand in between.
    style.delete(declaration.property);
    style.set(declaration.property, declaration);
  }
  return style;
}

/** The specificity of the most specific selector of a rule that selects an element. Undefined if none does. */
function specificityAt(
  selectors: readonly Selector[],
  element: SelectedElement,
  around: readonly SelectedElement[],
  spend: SpendComparisons,
): number | undefined {
  let most: number | undefined;
  for (const selector of selectors) {
    if (selects(selector, element, around, spend)) most = Math.max(most ?? 0, selector.specificity);
  }
  return most;
}

function addRanked(declarations: readonly Declaration[], rank: number, ranked: Ranked[]): void {
  for (const declaration of declarations) {
    ranked.push({ declaration, rank: rank + (declaration.isImportant ? IMPORTANT : 0) });
  }
}

/** Decides the declarations of each element: those of the style sheets by specificity and order, then its own. */
import type { Declaration, StyleRule } from "./parse-css.js";
import { type SelectedElement, selects, type SpendComparisons } from "./selectors.js";

/** The style of an element: values by property, in the order in which they apply. */
export type Style = ReadonlyMap<string, Declaration>;

interface Ranked {
  readonly declaration: Declaration;
  readonly rank: number;
}

/** Above the specificity of any selector. */
const OWN_STYLE = 1e9;
const IMPORTANT = 1e10;

export function cascade(
  rules: readonly StyleRule[],
  own: readonly Declaration[],
  element: SelectedElement,
  around: readonly SelectedElement[],
  spend: SpendComparisons,
): Style {
  const ranked: Ranked[] = [];
  const add = (declarations: readonly Declaration[], rank: number) => {
    for (const declaration of declarations) {
      ranked.push({ declaration, rank: rank + (declaration.isImportant ? IMPORTANT : 0) });
    }
  };
  for (const { selectors, declarations } of rules) {
    const matching = selectors.filter((selector) => selects(selector, element, around, spend));
    if (matching.length > 0) add(declarations, Math.max(...matching.map(({ specificity }) => specificity)));
  }
  add(own, OWN_STYLE);
  const style = new Map<string, Declaration>();
  // Sorting is stable: of equal ranks, the later one applies.
  for (const { declaration } of ranked.sort((one, other) => one.rank - other.rank)) {
    // A property that is set again is applied last, so that it also overrides a shorthand in between.
    style.delete(declaration.property);
    style.set(declaration.property, declaration);
  }
  return style;
}

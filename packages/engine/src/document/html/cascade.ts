/**
 * Finds the declarations that apply to each element: those of the style sheets by specificity and order, then its own.
 */
import type { Declaration, StyleRule } from "./css-context.js";
import { type PseudoElement, type SelectedElement, type Selector, selects, type SpendSteps } from "./selectors.js";

/** The style of an element: values by property, in the order in which they apply. */
export type Style = ReadonlyMap<string, Declaration>;

/** The declarations of a rule, or of an element itself. */
interface Applying {
  readonly declarations: readonly Declaration[];
  readonly specificity: number;
}

/**
 * Returns the style of an element. `spend` counts the rules, the comparisons of their selectors, and the declarations
 * of the rules that apply.
 */
export function cascade(
  rules: readonly StyleRule[],
  own: readonly Declaration[],
  element: SelectedElement,
  around: readonly SelectedElement[],
  spend: SpendSteps,
): Style {
  const applying: Applying[] = [];
  for (const { selectors, declarations } of rules) {
    if (!spend(selectors.length)) break;
    const specificity = specificityAt(selectors, element, around, spend);
    if (specificity === undefined) continue;
    if (!spend(declarations.length)) break;
    applying.push({ declarations, specificity });
  }
  // Sorting is stable: of rules with equal specificity, the later one applies.
  applying.sort((one, other) => one.specificity - other.specificity).push({ declarations: own, specificity: Infinity });
  const style = new Map<string, Declaration>();
  for (const isImportant of [true, false]) addStrongest(applying, isImportant, style);
  // A property that is set again is applied last, so that it also overrides a shorthand in between.
  return new Map([...style].reverse());
}

/**
 * Adds the declarations from the last to the first. For each property, only the first declaration that is found
 * applies.
 */
function addStrongest(applying: readonly Applying[], isImportant: boolean, style: Map<string, Declaration>): void {
  for (let rule = applying.length - 1; rule >= 0; rule--) {
    const declarations = applying[rule]?.declarations ?? [];
    for (let index = declarations.length - 1; index >= 0; index--) {
      const declaration = declarations[index];
      if (declaration?.isImportant !== isImportant || style.has(declaration.property)) continue;
      style.set(declaration.property, declaration);
    }
  }
}

/**
 * Returns the specificity of the most specific selector of a rule that selects an element, or undefined if none does.
 */
function specificityAt(
  selectors: readonly Selector[],
  element: SelectedElement,
  around: readonly SelectedElement[],
  spend: SpendSteps,
): number | undefined {
  let most: number | undefined;
  for (const selector of selectors) {
    if (selects(selector, element, around, spend)) most = Math.max(most ?? 0, selector.specificity);
  }
  return most;
}

/** Returns the rules that style a pseudo-element, or those that style elements themselves, each with only their selectors. */
export function rulesFor(rules: readonly StyleRule[], pseudo: PseudoElement | undefined): readonly StyleRule[] {
  return rules.flatMap(({ selectors, declarations }) => {
    const own = selectors.filter((selector) => selector.pseudo === pseudo);
    return own.length === 0 ? [] : [{ selectors: own, declarations }];
  });
}

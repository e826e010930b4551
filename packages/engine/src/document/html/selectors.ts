/**
 * Selectors of style sheets: elements, classes, ids, attributes and places, alone, together (`p.big`), or inside of
 * others (`.card p`, `ul > li`).
 */
/** A place among the elements of a parent: each element whose number is `offset`, or `offset` and some steps more. */
export interface Position {
  readonly step: number;
  readonly offset: number;
  readonly isFromEnd: boolean;
}

/** Text before or after the content of an element, or the root of the layer. */
export type PseudoElement = "before" | "after" | "root";

/** An attribute that an element must have, with this value if there is one. */
export interface AttributeCondition {
  readonly name: string;
  readonly value?: string;
}

/** A list of selectors. An element must match one of them (`:is()` and `:where()`) or none of them (`:not()`). */
export interface Choice {
  readonly alternatives: readonly Compound[];
  readonly isNot: boolean;
  /** The amount that it adds to the specificity of its selector. */
  readonly specificity: number;
}

/** The conditions that one element must meet. */
export interface Compound {
  readonly element?: string;
  readonly classes: readonly string[];
  readonly ids: readonly string[];
  readonly positions: readonly Position[];
  readonly attributes: readonly AttributeCondition[];
  readonly choices: readonly Choice[];
  /** How the element is nested in the element of the previous part. */
  readonly inside: "anywhere" | "directly";
}

export interface Selector {
  /** From the outermost element to the one that is styled. */
  readonly parts: readonly Compound[];
  readonly specificity: number;
  /** The number of alternatives in it. They are compared in addition to the parts. */
  readonly alternatives: number;
  /** The pseudo-element that it styles, if it does not style the element itself. */
  readonly pseudo?: PseudoElement;
}

/** The properties of an element that selectors compare. */
export interface SelectedElement {
  readonly name: string;
  readonly classes: ReadonlySet<string>;
  readonly id: string;
  /** Its attributes by name. Attributes that HTML layers do not have are missing. */
  readonly attributes: ReadonlyMap<string, { readonly text: string }>;
  /** Its number among the elements of its parent, from 1, and the number of these elements. */
  readonly number: number;
  readonly siblings: number;
}

/** Counts steps of finding styles. Returns false when there have been too many. */
export type SpendSteps = (count: number) => boolean;

/**
 * Returns whether a selector selects an element. `around` has the elements around it, from the outermost: at most 30.
 * The work is at most one comparison for each part with each surrounding element. Trying all combinations would let a
 * hostile selector take very long.
 */
export function selects(
  { parts, alternatives }: Selector,
  element: SelectedElement,
  around: readonly SelectedElement[],
  spend: SpendSteps,
): boolean {
  if (alternatives > 0 && !spend(alternatives * (around.length + 1))) return false;
  const own = parts.at(-1);
  if (own === undefined || !matches(own, element)) return false;
  if (parts.length === 1) return true;
  if (!spend((parts.length - 1) * around.length)) return false;
  let { inside } = own;
  // One bit for each place where the last matched part can be, given all parts after it.
  let places = 1 << around.length;
  for (let index = parts.length - 2; index >= 0; index--) {
    const part = parts[index];
    if (part === undefined) return false;
    places = placesOf(part, around, inside === "directly" ? places >> 1 : bitsBelow(places));
    if (places === 0) return false;
    inside = part.inside;
  }
  return true;
}

/** Returns all bits below the highest set bit. */
function bitsBelow(bits: number): number {
  return (1 << (31 - Math.clz32(bits))) - 1;
}

/** Returns the possible places whose elements match a part. */
function placesOf(part: Compound, around: readonly SelectedElement[], possible: number): number {
  let places = 0;
  for (let index = 0; index < around.length; index++) {
    const candidate = around[index];
    const bit = 1 << index;
    if ((possible & bit) !== 0 && candidate !== undefined && matches(part, candidate)) places |= bit;
  }
  return places;
}

function matches(compound: Compound, candidate: SelectedElement): boolean {
  const { element, classes, ids, positions, attributes, choices } = compound;
  if (element !== undefined && element !== candidate.name) return false;
  for (const name of classes) if (!candidate.classes.has(name)) return false;
  for (const id of ids) if (id !== candidate.id) return false;
  for (const { name, value } of attributes) {
    const own = candidate.attributes.get(name)?.text;
    if (own === undefined || (value !== undefined && own !== value)) return false;
  }
  for (const { alternatives, isNot } of choices) {
    if (alternatives.some((alternative) => matches(alternative, candidate)) === isNot) return false;
  }
  return positions.every((position) => isAt(position, candidate));
}

function isAt({ step, offset, isFromEnd }: Position, { number, siblings }: SelectedElement): boolean {
  const beyond = (isFromEnd ? siblings + 1 - number : number) - offset;
  return step === 0 ? beyond === 0 : beyond % step === 0 && beyond / step >= 0;
}

/** A place of a document in the expansion: the copies of repeats around a layer, with the values of their items. */
import type { Issue } from "../issues/issue.js";
import type { Item } from "./attributes/values.js";
import { readVariables } from "./attributes/variable-values.js";
import { hasExpressions } from "./edition.js";
import type { TemplateDocument } from "./document.js";
import { pathOfReference } from "./expression/expression-failure.js";
import type { Layer } from "./layer-types/define-layer.js";
import type { Overrides } from "./request-overrides.js";
import type { ExpansionWork } from "./scope/expansion-work.js";
import type { Scope } from "./scope/scope.js";
import { referencesInPart } from "./syntax/text-part.js";
import { partsOf } from "./text-template/fill-text.js";

/** The place of a layer: the copies of repeats around it. */
export interface Place {
  readonly scope: Scope;
  /** The suffix of IDs, which keeps them unique. It is `[2]` in the third copy. */
  readonly suffix: string;
  /** The path of each item in scope, such as `variables.items[2]`. */
  readonly itemPaths: ReadonlyMap<string, string>;
  /** The layers that are already filled in this place. Conditions ask for the same layers many times. */
  readonly filled: Map<Layer, FilledLayer>;
}

/** A layer with its values, and the issues that they cause. */
export interface FilledLayer {
  readonly layer: Layer;
  readonly issues: readonly Issue[];
  /** The issues of expressions. They matter only if the layer is shown. */
  readonly boundIssues: readonly Issue[];
}

/** Returns the place outside all repeats. */
export function rootPlace(document: TemplateDocument, given: Overrides, work: ExpansionWork): Place {
  const scope = {
    variables: readVariables(document.variables, given.variables ?? {}),
    items: new Map(),
    locale: given.locale ?? document.locale,
    timeZone: given.timeZone ?? document.time_zone,
    hasExpressions: hasExpressions(document.edition),
    work,
  };
  return { scope, suffix: "", itemPaths: new Map(), filled: new Map() };
}

/** Returns the place of one copy of a group that repeats. */
export function placeOfCopy(
  { repeat = "", repeat_as = "item" }: Layer,
  { scope, suffix, itemPaths }: Place,
  { item, index, count }: { readonly item: Item; readonly index: number; readonly count: number },
): Place {
  return {
    scope: { ...scope, items: new Map([...scope.items, [repeat_as, item]]), copy: { index, count } },
    suffix: `${suffix}[${index}]`,
    itemPaths: new Map([...itemPaths, [repeat_as, `variables.${repeat}[${index}]`]]),
    filled: new Map(),
  };
}

/** Returns the path of the first variable that a text inserts. */
export function pathOfFirst(text: string, { itemPaths, scope }: Place): string {
  const [first] = partsOf(text, scope, true).flatMap(referencesInPart);
  return first === undefined ? "variables" : pathOfReference(first, itemPaths);
}

/** Returns the name of a layer in messages. */
export function labelOf({ name, id }: Layer): string {
  return name ?? id;
}

/** Returns the attributes of a layer by name. */
export function attributesOf(layer: Layer): Readonly<Record<string, unknown>> {
  return layer as unknown as Readonly<Record<string, unknown>>;
}

/** Returns the value of an attribute if it is a text, or undefined. */
export function textAt(layer: Layer, name: string): string | undefined {
  const value = attributesOf(layer)[name];
  return typeof value === "string" ? value : undefined;
}

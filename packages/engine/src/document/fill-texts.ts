/** Fills the texts of a layer with the values of variables. */
import type { Issue } from "../issues/issue.js";
import { quote } from "../suggestions/suggest.js";
import { expressionFailure } from "./expression/expression-failure.js";
import { fallbackFor } from "./image-variables.js";
import type { Layer } from "./layer-types/define-layer.js";
import type { RegisteredLayer } from "./layer-types/layer-registry.js";
import { labelOf, pathOfFirst, type Place, textAt } from "./place.js";
import { failedExpression } from "./text-template/fill-text.js";

interface FillOptions {
  readonly place: Place;
  readonly registered: RegisteredLayer;
  /** The attributes of the layer, with those that are expressions or in the request. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Returns whether the request has an attribute. Braces in it are plain text. */
  readonly isReplaced: (attribute: string) => boolean;
  /** The images that replace unavailable images of variables: see `imageFallbacks`. */
  readonly fallbacks: ReadonlyMap<string, string>;
}

/** The filled texts of a layer by attribute, and the issues that the values of variables cause. */
interface FilledTexts {
  readonly changed: Readonly<Record<string, unknown>>;
  readonly issues: readonly Issue[];
  /** The issues of expressions. They matter only if the layer is shown. */
  readonly boundIssues: readonly Issue[];
}

/** Returns the texts of a layer with their values. An override replaces a text as a whole. */
export function fillTexts(
  source: Layer,
  { place, registered, values, isReplaced, fallbacks }: FillOptions,
): FilledTexts {
  const changed: Record<string, unknown> = {};
  const issues: Issue[] = [];
  const boundIssues: Issue[] = [];
  const label = labelOf(source);
  const layer = { label, valueOf: (key: string) => values[key] };
  for (const [name, filler] of registered.definition.placeholders) {
    const text = textAt(source, name);
    if (text?.includes("{{") !== true || isReplaced(name)) continue;
    const result = filler.fill(text, place.scope, layer);
    const issue = filler.issue(result, layer);
    if (issue !== undefined) issues.push({ path: pathOfFirst(text, place), message: issue });
    changed[name] = issue === undefined ? result : "";
    if (filler.fallback !== undefined && values[filler.fallback] === "")
      changed[filler.fallback] = fallbackFor(text, place, fallbacks) ?? "";
    const failed = filler.computes === true ? failedExpression(text, place.scope) : undefined;
    if (failed === undefined) continue;
    const subject = `The ${quote(name)} of the layer ${quote(label)}`;
    boundIssues.push(expressionFailure({ subject, text: failed.text }, failed.reason, place));
  }
  return { changed, issues, boundIssues };
}

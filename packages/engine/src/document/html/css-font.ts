/** Divides the shorthand `font` into the properties that it sets. */
import { TokenType } from "@csstools/css-tokenizer";
import { cssProperties } from "./css-properties.js";
import { type CssValue, valueIssue } from "./css-values.js";

export interface Longhand {
  readonly property: string;
  readonly values: readonly CssValue[];
}

const EXPECTED = "The property font has a size and a family, as in font: bold 20px/1.5 Inter";

/** Returns the properties that a `font` sets. Those that it does not name get their usual values. */
export function fontLonghands(values: readonly CssValue[]): readonly Longhand[] | string {
  const sizeAt = values.findIndex((value) => isPossible("font-size", value));
  const size = values[sizeAt];
  if (size === undefined) return EXPECTED;
  const hasHeight = values[sizeAt + 1]?.text === "/";
  const height = hasHeight ? values[sizeAt + 2] : plain("normal");
  const families = values.slice(sizeAt + (hasHeight ? 3 : 1));
  if (height === undefined || families.length === 0) return EXPECTED;
  const before = values.slice(0, sizeAt).filter(({ text }) => text.toLowerCase() !== "normal");
  const weight = before.find((value) => isPossible("font-weight", value));
  const style = before.find((value) => value !== weight && isPossible("font-style", value));
  if (before.some((value) => value !== weight && value !== style)) return EXPECTED;
  return [
    { property: "font-style", values: [style ?? plain("normal")] },
    { property: "font-weight", values: [weight ?? plain("normal")] },
    { property: "font-size", values: [size] },
    { property: "line-height", values: [height] },
    { property: "font-family", values: families },
  ];
}

/** A number is a weight here, not a size: the only size without a unit is 0. */
function isPossible(property: string, value: CssValue): boolean {
  const allowed = cssProperties().get(property);
  const isSizeless = value.tokens[0]?.[0] === TokenType.Number && property === "font-size";
  return allowed !== undefined && !isSizeless && valueIssue(property, value, allowed) === undefined;
}

function plain(text: string): CssValue {
  return { tokens: [[TokenType.Ident, text, 0, text.length - 1, { value: text }]], text };
}

/** Checks the values of one declaration, and returns the declarations that it stands for. */
import { TokenType } from "@csstools/css-tokenizer";
import { fontLonghands } from "./css-font.js";
import { linesIssue, tracksIssue } from "./css-grid.js";
import { cssProperties, type PropertyValues } from "./css-properties.js";
import type { CssTokens, Span } from "./css-tokens.js";
import { type CssValue, lengthIssue, shadowIssue, valueIssue } from "./css-values.js";

/** A declaration whose values are possible. */
export interface CheckedDeclaration {
  readonly property: string;
  readonly value: string;
  /** The addresses of images in the value. */
  readonly urls: readonly string[];
}

/** The largest number of messages about the values of one declaration. */
const MAX_PROBLEMS = 20;

/** Reports a problem of a value, or of the whole declaration. */
export type ReportValue = (value: CssValue | undefined, message: string) => void;

/** Returns the declarations that a declaration stands for. Its problems are reported. */
export function checkDeclaration(
  property: string,
  values: readonly CssValue[],
  report: ReportValue,
): readonly CheckedDeclaration[] {
  const allowed = cssProperties().get(property);
  if (allowed === undefined) return [];
  if (values.length === 0) {
    report(undefined, `The property ${property} has no value`);
    return [];
  }
  if (property === "font" && !isInherited(values)) return checkFont(values, report);
  checkValues(property, values, allowed, report);
  return [{ property, value: textOf(property, values), urls: urlsOf(values) }];
}

function checkFont(values: readonly CssValue[], report: ReportValue): readonly CheckedDeclaration[] {
  const longhands = fontLonghands(values);
  if (typeof longhands === "string") {
    report(undefined, longhands);
    return [];
  }
  return longhands.flatMap(({ property, values: own }) => checkDeclaration(property, own, report));
}

function isInherited([first, ...others]: readonly CssValue[]): boolean {
  return others.length === 0 && (first?.text === "inherit" || first?.text === "initial");
}

function checkValues(
  property: string,
  values: readonly CssValue[],
  allowed: PropertyValues,
  report: ReportValue,
): void {
  const isOneWord = values.length === 1 && allowed.keywords.has(values[0]?.text.toLowerCase() ?? "");
  if (!isOneWord && (allowed.kinds.has("<tracks>") || allowed.kinds.has("<lines>"))) {
    const tokens = values.flatMap(({ tokens: own }) => own);
    const problem = allowed.kinds.has("<lines>") ? linesIssue(tokens) : tracksIssue(tokens, lengthIssue);
    if (problem !== undefined) report(undefined, `${problem}, in ${property}`);
    return;
  }
  let shown = 0;
  for (const value of values) {
    if (allowed.separators.has(value.text)) continue;
    shown += 1;
    if (shown === allowed.most + 1) report(value, tooManyValues(property, allowed.most));
  }
  let problems = 0;
  for (const value of values) {
    const message = allowed.separators.has(value.text) ? undefined : valueIssue(property, value, allowed);
    if (message === undefined) continue;
    report(value, message);
    // Each message can have a hint, which takes time. More messages do not help an author.
    if (++problems >= MAX_PROBLEMS) return;
  }
  const shadow = property.endsWith("-shadow") ? shadowIssue(values) : undefined;
  if (shadow !== undefined) report(undefined, shadow);
}

function tooManyValues(property: string, most: number): string {
  return `The property ${property} has at most ${most === 1 ? "one value" : `${most} values`}`;
}

/** Returns the values of a declaration, without the spaces between them. A function with everything inside is one value. */
export function valuesOf(all: CssTokens, { start, end }: Span): CssValue[] {
  const values: CssValue[] = [];
  for (let index = start; index < end; index++) {
    const token = all.at(index);
    if (token === undefined || token[0] === TokenType.Whitespace) continue;
    if (token[0] === TokenType.Function) {
      const last = Math.min(all.endOfBlock({ start: index, end }), end - 1);
      const tokens = all.in({ start: index, end: last + 1 });
      values.push({ tokens, text: tokens.map(([, text]) => text).join("") });
      index = last;
    } else values.push({ tokens: [token], text: token[1] });
  }
  return values;
}

/** Joins values with one space between them, but without a space before a comma. */
function textOf(property: string, values: readonly CssValue[]): string {
  const [first] = values;
  if (first === undefined) return "";
  if (property === "content") return contentOf(values);
  // Together with a line clamp, this name of an old kind of flexbox stands for a block.
  if (first.text.toLowerCase() === "-webkit-box") return "block";
  // The layout engine draws the markers of lists itself.
  if (first.text.toLowerCase() === "list-item") return "block";
  if (values.length === 1) return first.text;
  return values
    .map(({ text }) => text)
    .join(" ")
    .replaceAll(" ,", ",");
}

/** Returns the text of a `content` after a quotation mark, or its keyword. */
function contentOf(values: readonly CssValue[]): string {
  const texts = values.flatMap(({ tokens: [token] }) => (token?.[0] === TokenType.String ? [token[4].value] : []));
  return texts.length === 0 ? "none" : `"${texts.join("")}`;
}

function urlsOf(values: readonly CssValue[]): string[] {
  return values.flatMap(({ tokens: [first, ...rest] }) => {
    if (first?.[0] === TokenType.URL) return [first[4].value];
    if (first?.[0] !== TokenType.Function || first[4].value.toLowerCase() !== "url") return [];
    return rest.flatMap((token) => (token[0] === TokenType.String ? [token[4].value] : []));
  });
}

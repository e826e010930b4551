/** Checks the values of CSS declarations. */
import { withArticle } from "../../suggestions/article.js";
import { type CSSToken, TokenType } from "@csstools/css-tokenizer";
import { didYouMean, quote } from "../../suggestions/suggest.js";
import { imageUrlIssue } from "../attributes/image-url.js";
import { MAX_BLUR_PX } from "../attributes/shadow.js";
import { MAX_COORDINATE_PX } from "../attributes/shared-attributes.js";
import { conicIssue } from "./css-conic.js";
import { endOfFunction, outsideOfFunctions } from "./css-tokens.js";
import { MATH, readMath } from "./css-math.js";
import { isCalculated, type PropertyValues } from "./css-properties.js";
import { parseHtmlColor } from "./html-color.js";

/** One value of a declaration: a token, or a function with everything inside. */
export interface CssValue {
  readonly tokens: readonly CSSToken[];
  /** Its text in the source. */
  readonly text: string;
}

/** Replaces a variable's value that would end the value of its property or start something else. */
export const UNSAFE_CSS_MARK = "\u{FFFD}";

/** The largest number for each unit. Relative units have lower limits, so that no length becomes extremely large. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ["px", MAX_COORDINATE_PX],
  ["em", 200],
  ["rem", 200],
  ["vw", 1000],
  ["vh", 1000],
  ["vmin", 1000],
  ["vmax", 1000],
  ["ch", 200],
  ["pt", MAX_COORDINATE_PX],
]);
const ANGLES = new Set(["deg", "rad", "turn", "grad"]);
const MAX_NUMBER = 10_000;
const MAX_PERCENT = 10_000;
/** The maximum nesting depth of functions. */
const MAX_NESTED = 3;

const COLORS = new Set(["rgb", "rgba", "hsl", "hsla", "oklab", "oklch"]);
const GRADIENTS = new Set([
  "linear-gradient",
  "radial-gradient",
  "repeating-linear-gradient",
  "repeating-radial-gradient",
  "conic-gradient",
  "repeating-conic-gradient",
]);
const GRADIENT_WORDS = new Set(
  (
    "to at from left right top bottom center circle ellipse closest-side closest-corner farthest-side " +
    "farthest-corner in srgb oklab oklch hsl shorter longer hue"
  ).split(" "),
);
const TRANSFORMS = new Set(
  "translate translateX translateY scale scaleX scaleY rotate skew skewX skewY".toLowerCase().split(" "),
);

const FILTERS = new Set(
  "blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia".split(" "),
);
const SHAPES = new Set("circle ellipse inset polygon path".split(" "));
const SHAPE_WORDS = new Set("at round left right top bottom center nonzero evenodd".split(" "));
/** The largest number of values of a shape. */
const MAX_SHAPE_TOKENS = 800;
/** Path data, with nothing else. */
const PATH_DATA = /^[MLHVCSQTAZmlhvcsqtaze0-9 ,.+-]{1,4000}$/;

/** Returns a sentence that says why a property cannot have a value, or undefined if it can. */
export function valueIssue(property: string, value: CssValue, allowed: PropertyValues): string | undefined {
  const [first] = value.tokens;
  if (first === undefined) return `The property ${property} has no value`;
  if (value.text.includes(UNSAFE_CSS_MARK)) return `The value of ${property} ends the property or starts another one`;
  const problem = kindIssue(value, first, allowed, isCalculated(property));
  if (problem === undefined) return undefined;
  if (problem !== "") return `${problem}, in ${property}`;
  const hint = first[0] === TokenType.Ident ? didYouMean(value.text, allowed.keywords) : "";
  return `${quote(value.text)} is not possible for ${property}.${hint}${hint === "" ? ` Possible: ${listOf(allowed)}.` : ""}`;
}

function listOf({ keywords, kinds }: PropertyValues): string {
  const words = [...keywords].filter((word) => word !== "inherit" && word !== "initial");
  return [...[...kinds].map((kind) => withArticle(kind.slice(1, -1))), ...words].slice(0, 12).join(", ");
}

/**
 * Returns undefined if the value is possible. Otherwise, returns a sentence, or an empty text if no value of its kind
 * is possible.
 */
function kindIssue(
  { tokens, text }: CssValue,
  first: CSSToken,
  { keywords, kinds }: PropertyValues,
  canCalculate: boolean,
): string | undefined {
  switch (first[0]) {
    case TokenType.Ident: {
      const word = first[4].value.toLowerCase();
      const isWord = keywords.has(word) || (kinds.has("<color>") && isColor(word)) || kinds.has("<family>");
      return isWord ? undefined : "";
    }
    case TokenType.Hash:
      return kinds.has("<color>") && isColor(text) ? undefined : "";
    case TokenType.String:
      return kinds.has("<family>") || kinds.has("<text>") ? undefined : "";
    case TokenType.Number:
    case TokenType.Dimension:
    case TokenType.Percentage:
      return numberIssue(first, kinds);
    case TokenType.URL:
      return kinds.has("<image>") ? urlIssue(first[4].value) : "";
    case TokenType.Function:
      if (MATH.has(first[4].value.toLowerCase())) return canCalculate ? mathIssue(tokens, kinds) : "";
      return functionIssue(first[4].value.toLowerCase(), tokens, text, kinds);
    default:
      return "";
  }
}

function isColor(text: string): boolean {
  return text === "currentcolor" || parseHtmlColor(text) !== undefined;
}

/**
 * Checks a length, a percentage or a calculation. Returns undefined if it is possible, a sentence that says why it is
 * not, or an empty text if the tokens are none of these.
 */
export function lengthIssue(tokens: readonly CSSToken[]): string | undefined {
  const [first] = tokens;
  if (first?.[0] === TokenType.Function) return mathIssue(tokens, LENGTH);
  return first === undefined ? "" : numberIssue(first, LENGTH);
}

const LENGTH: ReadonlySet<string> = new Set(["<length>"]);

function mathIssue(tokens: readonly CSSToken[], kinds: ReadonlySet<string>): string | undefined {
  const term = readMath(tokens, (unit) => (unit === "%" ? MAX_PERCENT : UNITS.get(unit)));
  if (typeof term === "string") return term;
  if (!kinds.has(term.isLength ? "<length>" : "<number>")) return "";
  return term.most <= (term.isLength ? 1 : MAX_NUMBER) ? undefined : "The result of a calculation can be too large";
}

function urlIssue(url: string): string | undefined {
  const issue = imageUrlIssue(url);
  return issue === undefined ? undefined : `The image cannot be used: ${issue.replace(/\.$/, "")}`;
}

function numberIssue(token: CSSToken, kinds: ReadonlySet<string>): string | undefined {
  if (token[0] === TokenType.Percentage) {
    if (!kinds.has("<length>") && !kinds.has("<percentage>")) return "";
    return boundIssue(token[4].value, MAX_PERCENT, "%");
  }
  if (token[0] === TokenType.Dimension) {
    const unit = token[4].unit.toLowerCase();
    const most = UNITS.get(unit);
    if (!kinds.has("<length>")) return "";
    return most === undefined ? `The unit ${quote(unit)} is not supported` : boundIssue(token[4].value, most, unit);
  }
  if (token[0] !== TokenType.Number) return "";
  if (kinds.has("<number>")) return boundIssue(token[4].value, MAX_NUMBER, "");
  if (!kinds.has("<length>")) return "";
  return token[4].value === 0 ? undefined : `The length ${token[1]} has no unit, such as px`;
}

function boundIssue(value: number, most: number, unit: string): string | undefined {
  return Math.abs(value) <= most ? undefined : `A number is over ${most}${unit}`;
}

function functionIssue(
  name: string,
  tokens: readonly CSSToken[],
  text: string,
  kinds: ReadonlySet<string>,
): string | undefined {
  if (COLORS.has(name)) return kinds.has("<color>") && isColor(text) ? undefined : "";
  const inside = tokens.slice(1, -1);
  if (name === "url" && kinds.has("<image>")) {
    const [string, ...rest] = inside.filter(([type]) => type !== TokenType.Whitespace);
    return string?.[0] === TokenType.String && rest.length === 0 ? urlIssue(string[4].value) : "";
  }
  const isGradient = GRADIENTS.has(name) && kinds.has("<image>");
  if (name === "path" && kinds.has("<shape>")) {
    const [data, ...rest] = inside.filter(([type]) => type !== TokenType.Whitespace);
    const isPath = data?.[0] === TokenType.String && rest.length === 0 && PATH_DATA.test(data[4].value);
    return isPath ? undefined : "";
  }
  if (kinds.has("<shape>")) return SHAPES.has(name) ? shapeIssue(inside) : "";
  if (kinds.has("<filter>")) return FILTERS.has(name) ? filterIssue(name, inside) : "";
  const isTransform = TRANSFORMS.has(name) && kinds.has("<transform>");
  if (!isGradient && !isTransform) return "";
  if (isGradient && inside.every(([type]) => type === TokenType.Whitespace))
    return "A gradient needs at least two colors";
  const inner = isGradient ? GRADIENT : TRANSFORM;
  return insideIssue(inside, inner) ?? (name.endsWith("conic-gradient") ? conicIssue(inside, name) : undefined);
}

/** The values that can be inside of a function. */
interface Inner {
  readonly words: ReadonlySet<string>;
  readonly hasColors: boolean;
  readonly isCalculated: boolean;
}

const NO_WORDS: ReadonlySet<string> = new Set();
const GRADIENT: Inner = { words: GRADIENT_WORDS, hasColors: true, isCalculated: false };
const TRANSFORM: Inner = { words: NO_WORDS, hasColors: false, isCalculated: true };
const SHAPE: Inner = { words: SHAPE_WORDS, hasColors: false, isCalculated: false };
const SHADOW: Inner = { words: NO_WORDS, hasColors: true, isCalculated: false };
const AMOUNT: Inner = { words: NO_WORDS, hasColors: false, isCalculated: false };

function shapeIssue(inside: readonly CSSToken[]): string | undefined {
  return inside.length > MAX_SHAPE_TOKENS ? "A shape has too many corners" : insideIssue(inside, SHAPE);
}

function filterIssue(name: string, inside: readonly CSSToken[]): string | undefined {
  const problem = insideIssue(inside, name === "drop-shadow" ? SHADOW : AMOUNT);
  if (problem !== undefined) return problem;
  const isBlurred = name === "blur" || name === "drop-shadow";
  const values = outsideOfFunctions(inside).map((token) => ({ tokens: [token], text: token[1] }));
  return isBlurred ? shadowIssue(values, name === "blur" ? 1 : 3) : undefined;
}

/** Checks the content of a function: numbers, and depending on the function also colors, words and calculations. */
function insideIssue(tokens: readonly CSSToken[], inner: Inner): string | undefined {
  let depth = 0;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    if (inner.isCalculated && token[0] === TokenType.Function && MATH.has(token[4].value.toLowerCase())) {
      const end = endOfFunction(tokens, index);
      const problem = mathIssue(tokens.slice(index, end + 1), INNER_KINDS);
      if (problem !== undefined) return problem === "" ? `${quote(token[1])} is not possible here` : problem;
      index = end;
      continue;
    }
    const problem = insideTokenIssue(token, inner, depth > 0);
    if (problem !== undefined) return problem;
    if (token[0] === TokenType.Function) depth += 1;
    if (token[0] === TokenType.CloseParen) depth -= 1;
    if (depth > MAX_NESTED) return "Functions are nested too deep";
  }
  return undefined;
}

const INNER_KINDS: ReadonlySet<string> = new Set(["<length>", "<number>"]);

function insideTokenIssue(token: CSSToken, inner: Inner, isInColor: boolean): string | undefined {
  const unknown = `${quote(token[1])} is not possible here`;
  switch (token[0]) {
    case TokenType.Whitespace:
    case TokenType.Comma:
    case TokenType.CloseParen:
      return undefined;
    case TokenType.Delim:
      return isInColor && token[1] === "/" ? undefined : unknown;
    case TokenType.Number:
    case TokenType.Percentage:
      return numberIssue(token, INNER_KINDS);
    case TokenType.Dimension:
      return ANGLES.has(token[4].unit.toLowerCase())
        ? boundIssue(token[4].value, MAX_NUMBER, "")
        : numberIssue(token, INNER_KINDS);
    case TokenType.Hash:
      return inner.hasColors && isColor(token[1]) ? undefined : unknown;
    case TokenType.Ident: {
      const word = token[1].toLowerCase();
      return (inner.hasColors && isColor(word)) || inner.words.has(word) ? undefined : unknown;
    }
    case TokenType.Function:
      return inner.hasColors && COLORS.has(token[4].value.toLowerCase()) ? undefined : unknown;
    default:
      return unknown;
  }
}

/** Returns a sentence about a shadow that would cost too much, or undefined. Its blur is the length at `blurAt`. */
export function shadowIssue(values: readonly CssValue[], blurAt = 3): string | undefined {
  let lengths = 0;
  for (const { tokens } of values) {
    const [first] = tokens;
    if (first?.[0] === TokenType.Comma) lengths = 0;
    if (first?.[0] !== TokenType.Dimension && first?.[0] !== TokenType.Number) continue;
    // Units other than px are rare in a shadow. One such unit counts as 16 px.
    const px = first[0] === TokenType.Dimension && first[4].unit.toLowerCase() !== "px" ? 16 : 1;
    const length = Math.abs(first[4].value) * px;
    lengths += 1;
    if (lengths === blurAt && length > MAX_BLUR_PX) return `The blur of a shadow is over ${MAX_BLUR_PX}px`;
    if (length > 1000) return "A length of a shadow is over 1000px";
  }
  return undefined;
}

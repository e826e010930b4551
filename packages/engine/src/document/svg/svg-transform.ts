import { firstNumber } from "./number-scanner.js";
import { numbersIn } from "./svg-bounds.js";

/**
 * Returns the maximum factor by which an element enlarges its content, through its transforms and through its view box,
 * if it has one.
 */
export function enlargementOf(attributes: ReadonlyMap<string, string>): number {
  let product = attributes.has("viewBox") ? viewBoxNorm(attributes) : 1;
  for (const name of TRANSFORMS) {
    const list = attributes.get(name);
    if (list !== undefined) product *= transformNorm(list);
  }
  return product;
}

const TRANSFORMS = ["transform", "patternTransform", "gradientTransform"];

/**
 * Returns an upper bound for the factor by which a list of transforms, such as `scale(2) rotate(30)`, lengthens a line.
 * It takes one pass. A regular expression for names and parentheses would search a long text again from each place.
 */
function transformNorm(list: string): number {
  let product = 1;
  let from = 0;
  let close = -1;
  for (let open = list.indexOf("("); open !== -1; open = list.indexOf("(", from)) {
    if (close < open) close = list.indexOf(")", open);
    if (close === -1) break;
    const name = lastWord(list.slice(from, open));
    if (name !== "") product *= normOf(name, list.slice(open + 1, close));
    from = name === "" ? open + 1 : close + 1;
  }
  return product;
}

/** Returns the last word of a text, which can have spaces after it. */
function lastWord(text: string): string {
  const trimmed = text.trimEnd();
  let start = trimmed.length;
  while (start > 0 && isLetter(trimmed.charCodeAt(start - 1))) start -= 1;
  return trimmed.slice(start);
}

/** Returns whether a character is an ASCII letter. The names of transforms have no other characters. */
function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function normOf(name: string, inside: string): number {
  if (!ENLARGING.has(name)) return 1;
  const numbers = numbersIn(inside);
  const [a = 1, b = 0, c = 0, d = 1] = numbers;
  if (name === "scale") return Math.max(Math.abs(a), Math.abs(numbers[1] ?? a));
  if (name === "matrix") return Math.hypot(a, b, c, d);
  return 1 + Math.abs(Math.tan((a * Math.PI) / 180));
}

const ENLARGING = new Set(["scale", "matrix", "skewX", "skewY"]);

function viewBoxNorm(attributes: ReadonlyMap<string, string>): number {
  const [, , boxWidth = 0, boxHeight = 0] = numbersIn(attributes.get("viewBox") ?? "");
  const width = firstNumber(attributes.get("width"));
  const height = firstNumber(attributes.get("height"));
  const scales = [width, height].flatMap((side, index) => {
    const inside = index === 0 ? boxWidth : boxHeight;
    return side === undefined || !(inside > 0) ? [] : [Math.abs(side) / inside];
  });
  return Math.max(1, ...scales);
}

import { numbersIn } from "./svg-bounds.js";

/** How much an element enlarges what is inside, at most: its transforms, and its view box if it has one. */
export function enlargementOf(attributes: ReadonlyMap<string, string>): number {
  let product = attributes.has("viewBox") ? viewBoxNorm(attributes) : 1;
  for (const name of TRANSFORMS) {
    const list = attributes.get(name);
    if (list !== undefined) product *= transformNorm(list);
  }
  return product;
}

const TRANSFORMS = ["transform", "patternTransform", "gradientTransform"];

/** An upper bound for how much a list of transforms lengthens a line. */
function transformNorm(list: string): number {
  return [...list.matchAll(/(\w+)\s*\(([^)]*)\)/g)].reduce((product, [, name = "", inside = ""]) => {
    const numbers = numbersIn(inside);
    return product * normOf(name, numbers);
  }, 1);
}

function normOf(name: string, numbers: readonly number[]): number {
  const [a = 1, b = 0, c = 0, d = 1] = numbers;
  if (name === "scale") return Math.max(Math.abs(a), Math.abs(numbers[1] ?? a));
  if (name === "matrix") return Math.hypot(a, b, c, d);
  if (name === "skewX" || name === "skewY") return 1 + Math.abs(Math.tan((a * Math.PI) / 180));
  return 1;
}

function viewBoxNorm(attributes: ReadonlyMap<string, string>): number {
  const [, , boxWidth = 0, boxHeight = 0] = numbersIn(attributes.get("viewBox") ?? "");
  const [width] = numbersIn(attributes.get("width") ?? "");
  const [height] = numbersIn(attributes.get("height") ?? "");
  const scales = [width, height].flatMap((side, index) => {
    const inside = index === 0 ? boxWidth : boxHeight;
    return side === undefined || !(inside > 0) ? [] : [Math.abs(side) / inside];
  });
  return Math.max(1, ...scales);
}

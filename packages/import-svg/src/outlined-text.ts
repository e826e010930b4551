/** Recognizes texts that a design tool exported as outlines. */
import type { XmlElement } from "@image-render/engine/svg";
import { boxAround } from "./matrix.js";
import { pathPoints } from "./path-points.js";
import { transformOf } from "./read-values.js";
import type { Source } from "./source.js";

/** The advice for an SVG with outlined texts. */
export const OUTLINED_TEXT =
  "This looks like text that was exported as outlines, so it is a drawing that no request can change. In Figma, open " +
  'the export settings ("…" beside the format), clear "Outline text", and export again. In Illustrator, choose "SVG" for ' +
  '"Font" in the SVG options. In Inkscape, export before "Object to Path". Canva always exports outlines: replace the ' +
  "drawing by a text layer.";

/** The smallest number of letters. A logo or an icon can have a few parts in a row, too. */
const MIN_LETTERS = 6;

/** Returns the first element that looks like an outlined text. */
export function findOutlinedText({ root }: Source): XmlElement | undefined {
  return find(root);
}

function find(element: XmlElement): XmlElement | undefined {
  if (element.name === "defs" || element.name === "clipPath" || element.name === "mask") return undefined;
  if (element.name === "path" && isRowOfLetters(element.attributes.get("d") ?? "")) return element;
  if (hasPlacedLetters(element)) return element;
  for (const child of element.children) {
    const found = find(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns whether a path has many parts of about the same height side by side, as the letters of a line. */
function isRowOfLetters(data: string): boolean {
  const { subpaths, isStraight } = pathPoints(data);
  if (isStraight || subpaths.length < MIN_LETTERS) return false;
  const boxes = subpaths.map(boxAround);
  const heights = boxes.map(({ height }) => height).sort((a, b) => a - b);
  const median = heights[Math.floor(heights.length / 2)] ?? 0;
  const whole = boxAround(subpaths.flat());
  const alike = heights.filter((height) => height > 0.4 * median && height < 1.7 * median).length;
  return median > 0 && whole.width > 3 * median && alike > 0.6 * heights.length && median > 0.06 * whole.height;
}

/** Returns whether a group has many children that each move one path to the right, as Canva writes letters. */
function hasPlacedLetters({ children }: XmlElement): boolean {
  let [count, x, y] = [0, -Infinity, Number.NaN];
  for (const child of children) {
    const [, , , , left, top] = transformOf(child.attributes.get("transform"));
    const isLetter = child.name === "g" && child.attributes.has("transform") && endsInOnePath(child, 4);
    if (isLetter && top === y && left > x) count += 1;
    else count = isLetter ? 1 : 0;
    [x, y] = [left, top];
    if (count >= MIN_LETTERS) return true;
  }
  return false;
}

function endsInOnePath({ children }: XmlElement, depth: number): boolean {
  const [only, ...others] = children;
  if (only === undefined || others.length > 0 || depth === 0) return false;
  return only.name === "path" || (only.name === "g" && endsInOnePath(only, depth - 1));
}

/** Reads the characters of a text element with their styles and their places. */
import type { SafeElement } from "../document/svg/safe-element.js";
import { TEXT_NODE } from "../document/svg/xml-tree.js";
import { type LengthContext, lengthOf, lengthsIn } from "./lengths.js";
import { lookOf, type TextLook } from "./text-look.js";

/** A part of a text with one style: an element without the elements inside. */
export interface Span {
  readonly look: TextLook;
  /** The attributes that paint its letters, without those of the text element. */
  readonly paint: ReadonlyMap<string, string>;
  /** The distance by which its letters are raised, in user units. */
  readonly raised: number;
  /** The line of its letters that is placed at y, if it differs from that of the text around it. */
  readonly alignment: string | undefined;
}

/** A character at its place in reading order. */
export interface Letter {
  readonly character: string;
  readonly span: Span;
  /** Where a new line of letters begins. Undefined to continue after the previous letter. */
  readonly x: number | undefined;
  readonly y: number | undefined;
  readonly dx: number;
  readonly dy: number;
  /** In degrees. */
  readonly rotate: number;
}

/** The size of the area that percentages refer to. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

/** The lists of an element, for the characters from its first one. */
interface Lists {
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly dx: readonly number[];
  readonly dy: readonly number[];
  readonly rotate: readonly number[];
  /** The index of its first character among those that are not collapsed. */
  start: number;
}

interface RawLetter {
  readonly character: string;
  readonly span: Span;
  /** The lists of the elements around it, from the innermost to the text element. */
  readonly lists: readonly Lists[];
}

/** The attributes of a `tspan` that its letters have as shapes. */
const PAINTS: ReadonlySet<string> = new Set(
  (
    "fill fill-opacity stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit " +
    "stroke-dasharray stroke-dashoffset color visibility paint-order opacity"
  ).split(" "),
);

/** Returns the letters of a text element. `look` is its own look. */
export function readLetters(text: SafeElement, look: TextLook, viewport: Viewport): Letter[] {
  const raw: RawLetter[] = [];
  const span: Span = { look, paint: new Map(), raised: 0, alignment: undefined };
  collect(text, span, [listsOf(text, look, viewport)], viewport, raw);
  return withoutSpaces(raw).map(({ character, span: of, lists }, index): Letter => {
    for (const each of lists) if (each.start < 0) each.start = index;
    const found = (key: "x" | "y" | "dx" | "dy") =>
      lists.map((each) => each[key][index - each.start]).find((value) => value !== undefined);
    const rotated = lists.find(({ rotate }) => rotate.length > 0);
    const rotate = rotated?.rotate[index - rotated.start] ?? rotated?.rotate.at(-1) ?? 0;
    return { character, span: of, x: found("x"), y: found("y"), dx: found("dx") ?? 0, dy: found("dy") ?? 0, rotate };
  });
}

function collect(
  element: SafeElement,
  span: Span,
  lists: readonly Lists[],
  viewport: Viewport,
  raw: RawLetter[],
): void {
  for (const child of element.children) {
    if (child.name === TEXT_NODE) for (const character of child.text ?? "") raw.push({ character, span, lists });
    if (child.name !== "tspan" || child.attributes.get("display")?.trim() === "none") continue;
    const look = lookOf(child.attributes, span.look);
    const inner = {
      look,
      paint: paintOf(child.attributes, span.paint),
      raised: span.raised + raisedBy(child.attributes.get("baseline-shift"), span.look.fontSize),
      alignment: child.attributes.get("alignment-baseline")?.trim(),
    };
    collect(child, inner, [listsOf(child, look, viewport), ...lists], viewport, raw);
  }
}

function paintOf(
  attributes: ReadonlyMap<string, string>,
  around: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const paint = new Map(around);
  for (const [name, value] of attributes) {
    if (!PAINTS.has(name) || value.trim() === "inherit") continue;
    // Unlike other attributes, opacities are multiplied.
    const before = name === "opacity" ? around.get(name) : undefined;
    paint.set(name, before === undefined ? value : String(Number(before) * Number(value) || 0));
  }
  return paint;
}

/** The distances of raised and lowered letters, in sizes of the letters around them. */
const SHIFTS: ReadonlyMap<string, number> = new Map([
  ["super", 0.33],
  ["sub", -0.2],
  ["baseline", 0],
]);

function raisedBy(value: string | undefined, fontSize: number): number {
  if (value === undefined) return 0;
  const shift = SHIFTS.get(value.trim());
  return shift === undefined ? (lengthOf(value, { fontSize, whole: fontSize }) ?? 0) : shift * fontSize;
}

function listsOf({ attributes }: SafeElement, { fontSize }: TextLook, { width, height }: Viewport): Lists {
  const read = (name: string, whole: number) => {
    const context: LengthContext = { fontSize, whole };
    return lengthsIn(attributes.get(name), context);
  };
  return {
    x: read("x", width),
    y: read("y", height),
    dx: read("dx", width),
    dy: read("dy", height),
    rotate: read("rotate", 0),
    start: -1,
  };
}

/**
 * Collapses spaces as browsers do: line breaks and tabs become spaces, and of several spaces only the first one stays,
 * but none at the beginning and at the end.
 */
function withoutSpaces(raw: readonly RawLetter[]): RawLetter[] {
  const kept: RawLetter[] = [];
  for (const letter of raw) {
    const isSpace = /^[ \t\r\n]$/.test(letter.character);
    const before = kept.at(-1);
    const follows = before === undefined || (before.character === " " && !before.span.look.keepsSpaces);
    if (isSpace && !letter.span.look.keepsSpaces && follows) continue;
    kept.push(isSpace ? { ...letter, character: " " } : letter);
  }
  const last = kept.at(-1);
  if (last?.character === " " && !last.span.look.keepsSpaces) kept.pop();
  return kept;
}

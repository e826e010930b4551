/** The styles of text that elements of an SVG pass on to the elements inside. */
import { familyNames } from "../document/attributes/font-family.js";
import { lengthOf } from "./lengths.js";

/** The attributes that determine how letters look, except for the family and the paints that stay attributes. */
export interface TextLook {
  /** The names of the font families, in order of preference. */
  readonly families: readonly string[];
  /** In user units. */
  readonly fontSize: number;
  readonly weight: number;
  readonly style: "normal" | "italic";
  /** The space after each letter, in user units. */
  readonly letterSpacing: number;
  readonly anchor: "start" | "middle" | "end";
  readonly direction: "ltr" | "rtl";
  readonly isVertical: boolean;
  /** Whether spaces stay as they are. */
  readonly keepsSpaces: boolean;
  /** The line of the letters that is placed at y. */
  readonly baseline: string;
  readonly decorations: readonly Decoration[];
  /** Paints that an element can inherit, because they can be gradients that depend on the size of the text. */
  readonly fill: string;
  readonly stroke: string;
  /** Whether shapes inherit attributes that texts do not have: another fill rule, or markers. */
  readonly needsReset: boolean;
}

export type Decoration = "underline" | "line-through" | "overline";
const DECORATIONS: readonly Decoration[] = ["underline", "line-through", "overline"];

export const INITIAL_LOOK: TextLook = {
  families: [],
  fontSize: 16,
  weight: 400,
  style: "normal",
  letterSpacing: 0,
  anchor: "start",
  direction: "ltr",
  isVertical: false,
  keepsSpaces: false,
  baseline: "auto",
  decorations: [],
  fill: "#000",
  stroke: "none",
  needsReset: false,
};

const SIZES: ReadonlyMap<string, number> = new Map([
  ["xx-small", 9],
  ["x-small", 10],
  ["small", 13],
  ["medium", 16],
  ["large", 18],
  ["x-large", 24],
  ["xx-large", 32],
]);
/** The ratio of `larger` and `smaller` to the size around, as in browsers. */
const STEP = 1.2;
const [NORMAL, BOLD, HEAVIEST, LIGHTEST] = [400, 700, 900, 100];
const RESET = /^(?:marker|fill-rule$|clip-rule$)/;

/** Returns the look of an element in an element with another look. */
export function lookOf(attributes: ReadonlyMap<string, string>, around: TextLook): TextLook {
  if (attributes.size === 0) return around;
  const of = (name: string) => {
    const value = attributes.get(name)?.trim();
    return value === undefined || value === "inherit" || value === "" ? undefined : value;
  };
  const fontSize = sizeOf(of("font-size"), around.fontSize);
  const family = of("font-family");
  const spacing = of("letter-spacing");
  const style = of("font-style");
  const mode = of("writing-mode");
  const space = of("xml:space");
  return {
    families: family === undefined ? around.families : familyNames(family),
    fontSize,
    weight: weightOf(of("font-weight"), around.weight),
    style: style === undefined ? around.style : /^(?:italic|oblique)/.test(style) ? "italic" : "normal",
    letterSpacing:
      spacing === undefined ? around.letterSpacing : (lengthOf(spacing, { fontSize, whole: fontSize }) ?? 0),
    anchor: oneOf(of("text-anchor"), ["start", "middle", "end"], around.anchor),
    direction: oneOf(of("direction"), ["ltr", "rtl"], around.direction),
    isVertical: mode === undefined ? around.isVertical : /^(?:tb|vertical|sideways)/.test(mode),
    keepsSpaces: space === undefined ? around.keepsSpaces : space === "preserve",
    baseline: of("dominant-baseline") ?? around.baseline,
    decorations: decorationsOf(of("text-decoration"), around.decorations),
    fill: of("fill") ?? around.fill,
    stroke: of("stroke") ?? around.stroke,
    needsReset: around.needsReset || [...attributes.keys()].some((name) => RESET.test(name)),
  };
}

function oneOf<Choice extends string>(value: string | undefined, choices: readonly Choice[], around: Choice): Choice {
  return choices.find((choice) => choice === value) ?? around;
}

function sizeOf(value: string | undefined, around: number): number {
  if (value === undefined) return around;
  if (value === "larger") return around * STEP;
  if (value === "smaller") return around / STEP;
  const size = SIZES.get(value) ?? lengthOf(value, { fontSize: around, whole: around });
  return size === undefined || size < 0 ? around : size;
}

function weightOf(value: string | undefined, around: number): number {
  if (value === undefined) return around;
  if (value === "normal") return NORMAL;
  if (value === "bold") return BOLD;
  if (value === "bolder") return around < 350 ? NORMAL : around < 550 ? BOLD : HEAVIEST;
  if (value === "lighter") return around < 550 ? LIGHTEST : around < 750 ? NORMAL : BOLD;
  const weight = Number(value);
  return Number.isFinite(weight) ? Math.min(HEAVIEST, Math.max(LIGHTEST, weight)) : around;
}

/** A line of a surrounding element continues in the elements inside. */
function decorationsOf(value: string | undefined, around: readonly Decoration[]): readonly Decoration[] {
  if (value === undefined) return around;
  const words = value.split(/\s+/);
  return DECORATIONS.filter((line) => around.includes(line) || words.includes(line));
}

/** The cost of texts: shaping, line breaks, outlines, and drawing the letters. */
import { MAX_FONT_SIZE } from "../document/attributes/text-styles.js";
import { boxCost, blurCost, type BoxLook, drawnCost, isDrawnWhole, isVisible, visiblePixels } from "./box-cost.js";
import { addCosts, type Cost, costOf, FREE, type PlacedBox } from "./cost.js";
import { EMOJI_SIDE, sideForEmoji } from "../limits/rasterizer-area.js";
import { GRADIENT_PIXEL_NS, UNUSED_PIXEL_BYTES, UNUSED_PIXEL_NS } from "./cost-figures.js";
import { countLetters, type Letters } from "./count-letters.js";
import { familyCost, scriptsCost } from "./letters-cost.js";
import { uploadedLettersCost } from "./uploaded-fonts.js";

/** The attributes of a text that determine its cost. */
export interface TextLook extends BoxLook {
  readonly width: number | "hug" | "fill";
  readonly height: number | "hug" | "fill";
  readonly text: string;
  readonly rich: boolean;
  readonly text_styles?: readonly StyleLook[] | undefined;
  readonly font_family: string;
  readonly font_size: number;
  readonly line_height: number;
  readonly letter_spacing: number;
  readonly max_lines?: number | undefined;
  readonly text_fit: "cut" | "shrink" | "grow" | "both";
  readonly text_wrap: "greedy" | "balance";
  readonly min_font_size: number;
  readonly max_font_size: number;
  readonly text_gradient?: object | undefined;
  readonly stroke_color: string;
  readonly stroke_width: number;
  readonly highlight_color: string;
}

/** The attributes of a named style that determine the cost of its letters. */
interface StyleLook {
  readonly font_size?: number | undefined;
  readonly font_family?: string | undefined;
}

/** Nanoseconds for each character: choosing its font, shaping it, and breaking lines. */
const SHAPED_NS = 9_000;
/** For each character that is drawn: its outline is written and read. */
const CHARACTER_NS = 13_000;
/** For each pixel of the height of a letter. */
const LETTER_PIXEL_NS = 350;
/** The time for a stroke: for each letter, and for each letter and pixel of the stroke's width. */
const STROKE_NS = 40_000;
const STROKE_PIXEL_NS = 3_300;
/** For each character in each round of the search for a size or a width. */
const ROUND_NS = 500;
/** For each line and each character of its paragraph, because the layout of a line looks at all of them. */
const LINE_CHARACTER_NS = 28;
/** The memory of a letter's outline as path data, in the SVG and in the rasterizer. */
const OUTLINE_BYTES = 3_000;

/** Returns the cost of a text in its box. */
export function textCost(look: TextLook, box: PlacedBox): Cost {
  if (look.text.trim() === "") return boxCost({ ...look, shadow_color: undefined }, box);
  return lettersCost(inSmallestSize(look), box);
}

/** A text in the smallest size of its letters. */
interface SizedLook extends TextLook {
  /** The largest size of its letters, as a multiple of the smallest one. */
  readonly growth: number;
  /** The families of its letters. */
  readonly families: readonly string[];
}

/**
 * Returns a text as if all its letters had the smallest size. How many of them have another size is unknown: a value of a
 * variable can be any text.
 */
function inSmallestSize(look: TextLook): SizedLook {
  const styles = look.rich ? (look.text_styles ?? []) : [];
  const sizes = [look.font_size, ...styles.flatMap(({ font_size }) => font_size ?? [])];
  const families = [...new Set([look.font_family, ...styles.flatMap(({ font_family }) => font_family ?? [])])];
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  const share = smallest / look.font_size;
  const { min_font_size } = look;
  // The largest letters never grow beyond the largest size of a text.
  const max_font_size = Math.min(look.max_font_size, (MAX_FONT_SIZE * look.font_size) / largest);
  return {
    ...look,
    font_size: smallest,
    min_font_size: min_font_size * share,
    max_font_size: max_font_size * share,
    growth: largest / smallest,
    families,
  };
}

function lettersCost(look: SizedLook, box: PlacedBox): Cost {
  const letters = countLetters(look.text, box.picture.fonts.characters);
  const sizePx = fontSizeOf(look, box, letters.count) * look.growth * box.picture.scale;
  const ink = inkOf(look, box, letters.count);
  const hasShadow = isVisible(look.shadow_color);
  const blur = look.shadow_blur ?? 0;
  const drawn = drawnLetters(look, box, letters.count);
  const outlines = addCosts([
    outlineCost(look, letters, drawn, sizePx, box.picture.scale),
    ...look.families
      .filter((family) => box.picture.uploadedFamilies.has(family))
      .map(() => uploadedLettersCost(drawn, countDifferent(letters))),
  ]);
  return addCosts([
    boxCost({ ...look, shadow_color: undefined }, box),
    ...look.families.map((family) => familyCost(family, box.picture.fonts.families)),
    layoutCost(look, box, letters.count),
    outlines,
    drawnCost(letters.emoji > 0 ? { ...ink, at: undefined } : ink, look.opacity, true, hasShadow ? blur * 1.5 : 0),
    look.text_gradient === undefined ? FREE : costOf("its gradient", visiblePixels(ink), GRADIENT_PIXEL_NS),
    hasShadow ? { ...outlines, reason: "a shadow of its letters" } : FREE,
    hasShadow && blur > 0 ? blurCost(ink, blur) : FREE,
    hasShadow && letters.emoji > 0 ? blurCost(ink, Math.max(blur, 10)) : FREE,
    letters.emoji > 0 ? emojiAreaCost(sizePx, box) : FREE,
  ]);
}

/** Returns the cost of drawing emoji on an area that is larger than the picture. */
function emojiAreaCost(sizePx: number, { picture, isRotated }: PlacedBox): Cost {
  const least = sideForEmoji(EMOJI_SIDE * sizePx, isRotated);
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(side * picture.scale, least));
  const beyond = (width ?? least) * (height ?? least) - picture.pixels;
  return costOf("the area that its emoji need", Math.max(0, beyond), UNUSED_PIXEL_NS, UNUSED_PIXEL_BYTES);
}

function countDifferent({ different }: Letters): number {
  return different.simple + different.hangul + different.han + different.emoji;
}

/**
 * Returns the cost of the letters' outlines, and of drawing their edges. `drawn` is the number of letters that have
 * room in the box.
 */
function outlineCost(look: SizedLook, letters: Letters, drawn: number, sizePx: number, scale: number): Cost {
  const { stroke_width, stroke_color } = look;
  const strokePx = stroke_width > 0 && isVisible(stroke_color) ? stroke_width * scale : 0;
  const stroke = strokePx > 0 ? STROKE_NS + strokePx * STROKE_PIXEL_NS : 0;
  const each = CHARACTER_NS + sizePx * LETTER_PIXEL_NS + stroke;
  return addCosts([costOf(`${letters.count} characters`, drawn, each, OUTLINE_BYTES), scriptsCost(letters)]);
}

function layoutCost(look: SizedLook, box: PlacedBox, count: number): Cost {
  const rounds = (look.text_fit === "cut" ? 0 : 12) + (look.text_wrap === "balance" ? 11 : 0) + 1;
  const hugs = look.width === "hug" || look.height === "hug";
  const measured = (hugs ? box.layouts : 0) + (box.baselines ?? 0);
  // The template is laid out when it is compiled, and again for each request. A height that hugs needs a layout of its
  // own.
  const passes = box.picture.hugs ? 3 : 2;
  const lines = linesOf(look, box, count);
  return addCosts([
    costOf(`${count} characters`, count, SHAPED_NS),
    costOf("its line breaks", count * rounds, ROUND_NS),
    costOf("its layout", (measured * passes + 1) * count, SHAPED_NS / 2),
    costOf("its many lines", (measured * passes + 1) * count * lines, LINE_CHARACTER_NS),
  ]);
}

/** The width of a narrow letter, in font sizes. */
const NARROW_EM = 0.3;

function linesOf(look: SizedLook, box: PlacedBox, count: number): number {
  const size = fontSizeOf(look, box, count);
  const advance = size * look.growth * Math.max(0.1, 1 + look.letter_spacing);
  const breaks = look.text.split("\n").length;
  const wanted = breaks + Math.min(count, (count * advance) / Math.max(1, box.width));
  const room = look.height === "hug" ? count : 1 + box.height / (size * look.line_height);
  return Math.min(wanted, room, look.max_lines ?? count);
}

/** Returns the number of letters that have room in the box. */
function drawnLetters(look: SizedLook, box: PlacedBox, count: number): number {
  const narrow = fontSizeOf(look, box, count) * Math.max(0.1, NARROW_EM + look.letter_spacing);
  return Math.min(count, linesOf(look, box, count) * (1 + box.width / narrow));
}

/**
 * Returns the largest font size that the text can have, in document pixels. A text that fits its box cannot exceed the
 * area of the box.
 */
function fontSizeOf(look: TextLook, box: PlacedBox, count: number): number {
  const { font_size: own, text_fit: fit } = look;
  if (fit === "cut") return own;
  const largest = fit === "shrink" ? own : Math.max(own, look.max_font_size);
  const smallest = fit === "grow" ? own : Math.min(own, look.min_font_size);
  const advance = Math.max(0.1, NARROW_EM + look.letter_spacing) * look.line_height;
  const fitting = Math.min(box.height, Math.sqrt((box.width * box.height) / (count * advance)));
  return Math.max(smallest, Math.min(largest, fitting));
}

/** Returns the box of the letters. Short texts need less than the box of their layer. */
function inkOf(look: SizedLook, box: PlacedBox, count: number): PlacedBox {
  const size = fontSizeOf(look, box, count) * look.growth;
  const lineHeight = size * Math.max(1.2, look.line_height);
  const height = Math.min(box.height, (1 + linesOf(look, box, count)) * lineHeight);
  // The place of the letters in their box depends on the fonts. They are inside of the picture if the whole box is.
  return { ...box, height, at: isDrawnWhole(box) ? undefined : box.at };
}

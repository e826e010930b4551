/** The cost of texts: shaping, line breaks, outlines, and drawing the letters. */
import { boxCost, blurCost, type BoxLook, drawnCost, isDrawnWhole, isVisible, visiblePixels } from "./box-cost.js";
import { addCosts, type Cost, costOf, FREE, type PlacedBox } from "./cost.js";
import { GRADIENT_PIXEL_NS } from "./cost-figures.js";
import { countLetters, type Letters } from "./count-letters.js";
import { uploadedLettersCost } from "./uploaded-fonts.js";

/** The attributes of a text that decide on its cost. */
export interface TextLook extends BoxLook {
  readonly width: number | "hug" | "fill";
  readonly height: number | "hug" | "fill";
  readonly text: string;
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

/** Nanoseconds for each character: choosing its font, shaping it, and breaking lines. */
const SHAPED_NS = 9_000;
/** For each character that is drawn: its outline is written and read. */
const CHARACTER_NS = 13_000;
/** Additionally for a character of a script whose letters change their form. */
const COMPLEX_NS = 15_000;
const EAST_ASIAN_NS = 20_000;
/** Reading one of the font files of a large script. */
const FONT_FILE_NS = 3_500_000;
/** The font files of a family that are read for its first text, and of the families that have what it lacks. */
const FILES_OF_FAMILY = 8;
/** For each place where another font or script begins. */
const CHANGE_NS = 25_000;
/** Additionally for each different character: its outline, and for large scripts also its font file. */
const DIFFERENT_NS = { simple: 20_000, hangul: 120_000, han: 530_000, emoji: 450_000 } as const;
/** For each emoji: a drawing of its own. */
const EMOJI_NS = 280_000;
/** For each pixel of the height of a letter. */
const LETTER_PIXEL_NS = 350;
/** A stroke: for each letter, and for each letter and pixel of its width. */
const STROKE_NS = 40_000;
const STROKE_PIXEL_NS = 3_300;
/** For each character and round of a search for a size or for a width. */
const ROUND_NS = 500;
/** Each line looks at all characters of its paragraph. */
const LINE_CHARACTER_NS = 28;
/** The outline of a letter as path data, in the SVG and in the rasterizer. */
const OUTLINE_BYTES = { simple: 3_000, han: 14_000 } as const;

/** The cost of a text in its box. */
export function textCost(look: TextLook, box: PlacedBox): Cost {
  if (look.text.trim() === "") return boxCost({ ...look, shadow_color: undefined }, box);
  const letters = countLetters(look.text, box.picture.fontsOf);
  const sizePx = fontSizeOf(look, box, letters.count) * box.picture.scale;
  const ink = inkOf(look, box, letters.count);
  const hasShadow = isVisible(look.shadow_color);
  const blur = look.shadow_blur ?? 0;
  const drawn = drawnLetters(look, box, letters.count);
  const outlines = addCosts([
    outlineCost(look, letters, drawn, sizePx, box.picture.scale),
    box.picture.uploadedFamilies.has(look.font_family) ? uploadedLettersCost(drawn, countDifferent(letters)) : FREE,
  ]);
  return addCosts([
    boxCost({ ...look, shadow_color: undefined }, box),
    familyCost(look.font_family, box),
    layoutCost(look, box, letters.count),
    outlines,
    drawnCost(letters.emoji > 0 ? { ...ink, at: undefined } : ink, look.opacity, true, hasShadow ? blur * 1.5 : 0),
    look.text_gradient === undefined ? FREE : costOf("its gradient", visiblePixels(ink), GRADIENT_PIXEL_NS),
    hasShadow ? { ...outlines, reason: "a shadow of its letters" } : FREE,
    hasShadow && blur > 0 ? blurCost(ink, blur) : FREE,
    hasShadow && letters.emoji > 0 ? blurCost(ink, Math.max(blur, 10)) : FREE,
  ]);
}

function familyCost(family: string, { picture }: PlacedBox): Cost {
  // The usual family is read when the process starts.
  if (family === "Inter" || picture.familiesOf.has(family)) return FREE;
  picture.familiesOf.add(family);
  return costOf("the font files of its family", FILES_OF_FAMILY, FONT_FILE_NS);
}

function countDifferent({ different }: Letters): number {
  return different.simple + different.hangul + different.han + different.emoji;
}

/** Outlines of the letters, and drawing their edges. `drawn` letters have room in the box. */
function outlineCost(look: TextLook, letters: Letters, drawn: number, sizePx: number, scale: number): Cost {
  const { stroke_width, stroke_color } = look;
  const { count, eastAsian, fontFiles, changes, complex, emoji, different } = letters;
  const strokePx = stroke_width > 0 && isVisible(stroke_color) ? stroke_width * scale : 0;
  const stroke = strokePx > 0 ? STROKE_NS + strokePx * STROKE_PIXEL_NS : 0;
  return addCosts([
    costOf(`${count} characters`, drawn, CHARACTER_NS + sizePx * LETTER_PIXEL_NS + stroke, OUTLINE_BYTES.simple),
    costOf("its script", complex, COMPLEX_NS),
    costOf("its script", eastAsian, EAST_ASIAN_NS),
    costOf("its changing scripts", changes, CHANGE_NS),
    costOf("the font files of its characters", fontFiles, FONT_FILE_NS),
    costOf("its different characters", different.simple, DIFFERENT_NS.simple),
    costOf("its different characters", different.hangul, DIFFERENT_NS.hangul, OUTLINE_BYTES.han),
    costOf("its different Chinese characters", different.han, DIFFERENT_NS.han, OUTLINE_BYTES.han),
    costOf("its different emoji", different.emoji, DIFFERENT_NS.emoji, OUTLINE_BYTES.han),
    costOf("its emoji", emoji, EMOJI_NS),
  ]);
}

function layoutCost(look: TextLook, box: PlacedBox, count: number): Cost {
  const rounds = (look.text_fit === "cut" ? 0 : 12) + (look.text_wrap === "balance" ? 11 : 0) + 1;
  const measured = look.width === "hug" || look.height === "hug" ? box.layouts : 0;
  // The template is laid out when it is compiled, and again for each request. A height that hugs has a layout of its own.
  const passes = box.picture.hugs ? 3 : 2;
  const lines = linesOf(look, box, count);
  return addCosts([
    costOf(`${count} characters`, count, SHAPED_NS),
    costOf("its line breaks", count * rounds, ROUND_NS),
    costOf("its layout", (measured * passes + 1) * count, SHAPED_NS / 2),
    costOf("its many lines", (measured * passes + 1) * count * lines, LINE_CHARACTER_NS),
  ]);
}

/** The width of an average letter and the widest one, in font sizes. */
const NARROW_EM = 0.3;

function linesOf(look: TextLook, box: PlacedBox, count: number): number {
  const size = fontSizeOf(look, box, count);
  const advance = size * Math.max(0.1, 1 + look.letter_spacing);
  const breaks = look.text.split("\n").length;
  const wanted = breaks + Math.min(count, (count * advance) / Math.max(1, box.width));
  const room = look.height === "hug" ? count : 1 + box.height / (size * look.line_height);
  return Math.min(wanted, room, look.max_lines ?? count);
}

/** The letters that have room in the box. */
function drawnLetters(look: TextLook, box: PlacedBox, count: number): number {
  const narrow = fontSizeOf(look, box, count) * Math.max(0.1, NARROW_EM + look.letter_spacing);
  return Math.min(count, linesOf(look, box, count) * (1 + box.width / narrow));
}

/** The largest font size that the text can have, in document pixels. A text that fits its box cannot exceed its area. */
function fontSizeOf(look: TextLook, box: PlacedBox, count: number): number {
  const { font_size: own, text_fit: fit } = look;
  if (fit === "cut") return own;
  const largest = fit === "shrink" ? own : Math.max(own, look.max_font_size);
  const smallest = fit === "grow" ? own : Math.min(own, look.min_font_size);
  const advance = Math.max(0.1, NARROW_EM + look.letter_spacing) * look.line_height;
  const fitting = Math.min(box.height, Math.sqrt((box.width * box.height) / (count * advance)));
  return Math.max(smallest, Math.min(largest, fitting));
}

/** The box of the letters. Short texts need less than their box. */
function inkOf(look: TextLook, box: PlacedBox, count: number): PlacedBox {
  const size = fontSizeOf(look, box, count);
  const lineHeight = size * Math.max(1.2, look.line_height);
  const height = Math.min(box.height, (1 + linesOf(look, box, count)) * lineHeight);
  // Where the letters are in their box depends on the fonts. They are in the picture if all of the box is.
  return { ...box, height, at: isDrawnWhole(box) ? undefined : box.at };
}

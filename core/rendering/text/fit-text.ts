import { type TextLayer } from "../../contract/template/layers.js";
import { type FontFile, type FontLibrary } from "../fonts/font-library.js";
import { chooseFonts } from "../fonts/choose-fonts.js";
import { labelOf, type RenderWarning } from "../warnings.js";
import { measureText, type TextMeasure } from "./measure-text.js";
import { lineHeightPx, type TextSpec } from "./text-spec.js";
import { transformText } from "./transform-text.js";

/** A text with the size and the number of lines that it is drawn with. */
export interface FittedText {
  readonly spec: TextSpec;
  readonly fontSize: number;
  /** The lines after which it is cut; undefined if all of it is shown. */
  readonly cutAfter: number | undefined;
  readonly fonts: readonly FontFile[];
}

export interface FitResult {
  readonly text: FittedText;
  readonly warnings: readonly RenderWarning[];
}

/** Sizes that one measuring call tries, and the grain of a size: four calls tell 6,500 steps of half a pixel apart. */
const SIZES_PER_CALL = 8;
const STEP_PX = 0.5;

/** Finds a text's fonts, size and lines: shrinks it if the layer says so, else cuts what its box has no room for. */
export async function fitText(layer: TextLayer, library: FontLibrary): Promise<FitResult> {
  const text = transformText(layer.text, layer.text_transform);
  const face = { weight: layer.font_weight, style: layer.font_style };
  const { files, missing } = chooseFonts(text, layer.font_family, face, library);
  const spec: TextSpec = { text, fontNames: files.map(({ name }) => name), layer };
  const room = roomOf(layer);
  const measure = (sizes: readonly number[]) => measureText(spec, sizes, room.width, files);

  const chosen = text.trim() === "" ? undefined : await chooseSize(layer, room, measure);
  const fontSize = chosen?.fontSize ?? layer.font_size;
  const maxLines = linesIn(layer, room, fontSize);
  const isCut = chosen !== undefined && chosen.height > maxLines * lineHeightPx(layer, fontSize);
  const warnings = [
    ...(missing.length > 0 ? [missingGlyphs(layer, missing)] : []),
    ...(isCut ? [cutText(layer, maxLines)] : []),
  ];
  return { text: { spec, fontSize, cutAfter: isCut ? maxLines : undefined, fonts: files }, warnings };
}

interface Room {
  readonly width: number;
  readonly height: number;
}

/** The room inside a layer's border and padding, a pixel at least. */
function roomOf(layer: TextLayer): Room {
  const inset = 2 * (layer.padding + layer.border_width);
  return { width: Math.max(1, layer.width - inset), height: Math.max(1, layer.height - inset) };
}

/** The whole lines that a box has room for: one at least, so that a tight box shows its text rather than nothing. */
function linesIn(layer: TextLayer, room: Room, fontSize: number): number {
  const fitting = Math.max(1, Math.floor(room.height / lineHeightPx(layer, fontSize)));
  return Math.min(fitting, layer.max_lines ?? fitting);
}

async function chooseSize(
  layer: TextLayer,
  room: Room,
  measure: (sizes: readonly number[]) => Promise<TextMeasure[]>,
): Promise<TextMeasure | undefined> {
  const fits = ({ fontSize, height, widestWord }: TextMeasure) =>
    widestWord <= room.width && height <= linesIn(layer, room, fontSize) * lineHeightPx(layer, fontSize);
  const [full] = await measure([layer.font_size]);
  if (layer.text_fit === "cut" || (full !== undefined && fits(full))) return full;

  const smallest = Math.min(layer.min_font_size, layer.font_size);
  let best = (await measure([smallest]))[0];
  let [low, high] = [0, Math.ceil((layer.font_size - smallest) / STEP_PX)];
  while (high - low > 1) {
    const sizes = stepsBetween(low, high).map((step) => ({ step, size: smallest + step * STEP_PX }));
    const measures = await measure(sizes.map(({ size }) => size));
    const failing = measures.findIndex((candidate) => !fits(candidate));
    const fittingCount = failing === -1 ? measures.length : failing;
    best = measures[fittingCount - 1] ?? best;
    low = sizes[fittingCount - 1]?.step ?? low;
    high = sizes[fittingCount]?.step ?? high;
  }
  return best;
}

/** Whole numbers strictly between two, spread evenly, at most as many as one call measures. */
function stepsBetween(low: number, high: number): number[] {
  const gap = (high - low) / (SIZES_PER_CALL + 1);
  const steps = Array.from({ length: SIZES_PER_CALL }, (_, index) => Math.round(low + gap * (index + 1)));
  return [...new Set(steps)].filter((step) => step > low && step < high);
}

const MAX_LISTED_CHARACTERS = 10;

function missingGlyphs(layer: TextLayer, missing: readonly string[]): RenderWarning {
  const listed = missing.slice(0, MAX_LISTED_CHARACTERS).map((character) => `"${character}"`);
  const more = missing.length > listed.length ? ` and ${missing.length - listed.length} more` : "";
  const message = `No font has these characters of the layer "${labelOf(layer)}": ${listed.join(", ")}${more}.`;
  return { code: "MISSING_GLYPH", layer: labelOf(layer), message, retryable: false };
}

function cutText(layer: TextLayer, lines: number): RenderWarning {
  const advice = layer.text_fit === "shrink" ? "a smaller min_font_size" : 'text_fit "shrink"';
  const message =
    `The text of the layer "${labelOf(layer)}" was cut after ${lines === 1 ? "one line" : `${lines} lines`}: ` +
    `give it more room or ${advice}.`;
  return { code: "TEXT_CUT", layer: labelOf(layer), message, retryable: false };
}

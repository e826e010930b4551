/**
 * Turns HTML into a drawing: the layout engine lays it out, it is sanitized like any SVG, and the pixels of its images
 * are added.
 */
import type { Edition } from "../document/edition.js";
import type { SafeHtml } from "../document/html/safe-html.js";
import { MAX_COST } from "../document/svg/drawing-cost-sum.js";
import { readGeneratedSvg } from "../document/svg/read-svg.js";
import { rewriteSvgFile } from "../document/svg/write-svg-file.js";
import { EngineError } from "../issues/engine-error.js";
import type { LayerItemTools } from "../items/item.js";
import { loadImages } from "../images/load-images.js";
import type { LoadedImage } from "../images/loaded-image.js";
import { markAsSafe } from "../images/safe-image.js";
import { textEngineOf } from "../layout/measure-layer.js";
import { labelOf, type Labeled, type RenderWarning } from "../shared/warnings.js";
import { crowdedWork } from "./crowded-paths.js";
import { type CutLetters, cutLetters } from "./cut-letters.js";
import { withoutDegenerateTransforms } from "./degenerate-transforms.js";
import { HtmlDrawings } from "./html-drawings.js";
import { fontNames, fontOptions, type HtmlLetters, lettersOf, letterWarnings } from "./html-fonts.js";
import { HtmlImages, withSmallHeads } from "./html-images.js";
import { treeOf } from "./html-tree.js";
import { ignoredCss } from "./ignored-css.js";
import { optimizeDrawing } from "./optimize-drawing.js";

/** Microseconds of the layout engine, and of checking its output. */
const MICROSECONDS = { layer: 2_000, element: 700, character: 120, repeated: 6 } as const;
/** The memory of a letter that the layout engine writes again, in bytes. */
const REPEATED_BYTES = 4_000;

/** The HTML of a layer, and the size to lay it out in, in document pixels. */
export interface HtmlSpec extends Labeled {
  readonly content: SafeHtml;
  readonly width: number;
  readonly height: number;
  /** The language of the texts (BCP 47). */
  readonly language: string;
}

/** The file of a drawing, and its warnings. */
export interface HtmlDrawing {
  readonly loaded: LoadedImage;
  readonly warnings: readonly RenderWarning[];
}

/**
 * The largest number of pixels of all elements with gradients: `pixels`, or `share` times those of the layer if that is
 * more. Each gradient needs a buffer as large as its element, even for parts that the layer does not show. The estimate
 * does not know how large the layout makes the element.
 */
const GRADIENTS = { pixels: 4_000_000, share: 16 };

/**
 * The longest time for letters in the same place, in microseconds. They take the rasterizer far more time than the
 * estimate assumes.
 */
const MAX_CROWDED_US = 1_500_000;

/** Draws the HTML of a layer. @throws EngineError `VALIDATION_ERROR` if the drawing would cost too much. */
export async function drawHtml(spec: HtmlSpec, tools: LayerItemTools): Promise<HtmlDrawing> {
  const { content, width, height, language } = spec;
  const { resources, scale } = tools;
  const spend = resources.work.of(spec);
  const { elements, textCharacters, repeatedCharacters } = content;
  spend(
    MICROSECONDS.layer +
      elements * MICROSECONDS.element +
      textCharacters * MICROSECONDS.character +
      repeatedCharacters * MICROSECONDS.repeated,
  );
  resources.work.announce(repeatedCharacters * REPEATED_BYTES);
  const letters = await lettersOf(content, resources.fonts, language);
  const images = new HtmlImages(spec);
  const drawings = await addImages(images, spec, letters, tools);
  const { written, warnings } = await layOut(spec, letters, images, resources.fonts.edition);
  const read = readGeneratedSvg(written);
  if ("issue" in read) throw notDrawn(spec, read.issue);
  const cut = cutLetters(read.svg.children, read.svg.viewBox);
  const mostPixels = Math.max(GRADIENTS.share * width * height * scale ** 2, GRADIENTS.pixels);
  const mended = optimizeDrawing(read.svg);
  if (mended.cost.tiles * scale ** 2 > mostPixels) {
    throw notDrawn(spec, "It has gradients on elements that are far larger than the layer.");
  }
  const crowded = crowdedWork(mended.children);
  if (crowded > MAX_CROWDED_US) throw notDrawn(spec, "Too many of its letters are on top of each other.");
  spend(crowded);
  const announce = (bytes: number) => {
    resources.work.announce(bytes);
  };
  const preparation = { scale, limits: resources.limits, spend, announce, decoded: resources.decoded };
  const filled = await images.fill(mended.children, preparation);
  if (filled === undefined) throw notDrawn(spec, "Its emoji are far larger than the layer.");
  const { children, imagePixels } = filled;
  if (imagePixels > MAX_COST.imagePixels) throw notDrawn(spec, "Its images have too many pixels.");
  const svg = { ...mended, children, cost: { ...mended.cost, imagePixels } };
  const size = new Map([...svg.attributes, ["width", String(width)], ["height", String(height)]]);
  const bytes = Buffer.from(rewriteSvgFile({ ...svg, attributes: size }));
  markAsSafe(bytes, svg);
  return {
    loaded: { bytes },
    warnings: [
      ...[...letterWarnings(spec, letters), ...ignoredCss(spec), ...drawings],
      ...[...images.warnings, ...warnings, ...cutHtml(spec, cut)],
    ],
  };
}

/** Adds the images of a layer, and the drawings of its emoji. Returns the warnings about its SVGs. */
async function addImages(images: HtmlImages, spec: HtmlSpec, { emoji }: HtmlLetters, tools: LayerItemTools) {
  const { resources } = tools;
  const { urls } = spec.content;
  const drawings = new HtmlDrawings(spec, resources.fonts);
  const missing = urls.filter((url) => !tools.images.has(url));
  const decoded = missing.length === 0 ? new Map<string, LoadedImage>() : await loadImages(missing, resources);
  for (const url of urls) {
    const loaded = tools.images.get(url) ?? decoded.get(url);
    if (loaded !== undefined) await images.add(url, await drawings.drawable(loaded, resources.work.of(spec)));
  }
  const { emoji: library } = (await textEngineOf(resources.fonts)).parts;
  for (const key of new Set(emoji.values())) {
    const drawing = library.drawing(key);
    if (drawing === undefined) continue;
    const { body, width, height } = drawing;
    const file = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;
    images.addDrawing(emojiUrl(key), Buffer.from(file), { width, height });
  }
  return drawings.warnings;
}

const emojiUrl = (key: string) => `emoji ${key}`;

/** Runs the layout engine. It gets all fonts and images as data, so it has nothing to fetch. */
async function layOut(spec: HtmlSpec, letters: HtmlLetters, images: HtmlImages, edition: Edition) {
  const { content, width, height } = spec;
  const { satori, withoutUnusedClips } = await import("./html-library.js");
  const emoji = [...letters.emoji].map(([text, key]) => [text, images.hrefOf(emojiUrl(key))] as const);
  const names = fontNames(letters.files);
  const fonts = fontOptions(names, edition);
  const ignored: string[] = [];
  try {
    const written = await satori(treeOf(content, { letters, names, images }), {
      width,
      height,
      fonts,
      graphemeImages: Object.fromEntries(emoji),
      // Every character has its font already, so there is no `loadAdditionalAsset`.
      onStyleError: ({ message }) => {
        // The author did not choose the fonts, so these errors are not theirs. satori 0.63 passes the fonts of a list
        // to its marks in a form that it cannot read.
        if (!message.includes("`fontFamily: ")) ignored.push(message);
      },
    });
    const drawn = withoutDegenerateTransforms(withoutUnusedClips(withSmallHeads(written)));
    if (drawn.isChanged) ignored.push(DEGENERATE);
    return {
      written: drawn.written,
      warnings: [...new Set(ignored)].slice(0, MAX_WARNINGS).map((reason) => ignoredStyle(spec, reason)),
    };
  } catch (cause) {
    throw notDrawn(spec, "The layout engine does not know what to do with it.", cause);
  }
}

/** Returns the warning about letters that are outside of the layer. */
function cutHtml(layer: Labeled, { right, bottom }: CutLetters): RenderWarning[] {
  if (right === 0 && bottom === 0) return [];
  const label = labelOf(layer);
  const missing = [
    ...(bottom > 0 ? [`${Math.ceil(bottom)} more pixels in height`] : []),
    ...(right > 0 ? [`${Math.ceil(right)} more pixels in width`] : []),
  ];
  const message =
    `The text in the HTML of the layer "${label}" is cut. It needs ${missing.join(" and ")}. ` +
    "Make the layer larger, or the text shorter or smaller.";
  return [{ code: "HTML_CUT", layer: label, message, retryable: false }];
}

const DEGENERATE = "a transform makes an element too large or too thin to be seen, so the element is not drawn";

/** The largest number of warnings about one layer. More do not help its author. */
const MAX_WARNINGS = 5;

function ignoredStyle(layer: Labeled, reason: string): RenderWarning {
  const label = labelOf(layer);
  const [line = ""] = reason.split("\n");
  const message = `A style in the HTML of the layer "${label}" was ignored: ${line.slice(0, 200).replace(/\.$/, "")}.`;
  return { code: "STYLE_IGNORED", layer: label, message, retryable: false };
}

function notDrawn(layer: Labeled, reason: string, cause?: unknown): EngineError {
  const label = labelOf(layer);
  const message = `The HTML of the layer "${label}" cannot be drawn: ${reason} Use fewer elements or effects.`;
  const details = { issues: [{ path: `layers.${label}.html`, message }] };
  return new EngineError("VALIDATION_ERROR", `The picture can't be made. ${message}`, { details, cause });
}

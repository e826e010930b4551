/** The cost of an HTML layer: reading it, laying it out, and drawing what comes out. */
import type { Layer } from "../document/layer-types/define-layer.js";
import { DEFAULT_FAMILY } from "../document/html/font-family.js";
import type { LetterStyle, SafeHtml } from "../document/html/safe-html.js";
import { squaresOf } from "../document/svg/svg-work.js";
import { boxCost, type BoxLook, visiblePixels } from "./box-cost.js";
import { MAX_RENDER_CPU_MS } from "./cost-limits.js";
import { addCosts, type Cost, costOf, FREE, type Picture, type PlacedBox } from "./cost.js";
import { countLetters } from "./count-letters.js";
import { pixelsCost } from "./image-cost.js";
import { differentEmoji } from "./different-emoji.js";
import { familyCost, scriptsCost } from "./letters-cost.js";
import { sourceCost } from "./svg-source-cost.js";
import { UPLOADED_LETTER_LENGTH, uploadedLettersCost } from "./uploaded-fonts.js";

/** The attributes of an HTML layer that decide on its cost. */
export interface HtmlLook extends BoxLook {
  readonly html: string;
  readonly border_radius: number;
}

/** Loading the layout engine and its first font: once in a process, but the estimate does not know in which render. */
const ENGINE_NS = 250_000_000;
/**
 * Each different emoji is drawn and encoded as an image of its own. Their places are not known: 50 can cover the layer, and the
 * render refuses those that have far more pixels.
 */
const EMOJI_NS = 4_500_000;
const COVERING_EMOJI = 50;
/** The letters of these families have two to four times the path data of others. */
const SCRIPT_FAMILIES: ReadonlySet<string> = new Set(["Great Vibes", "Pinyon Script"]);
const SCRIPT_LETTER_NS = 150_000;
/** Reading HTML that is not drawn: once in a process as well. */
const HIDDEN_NS = 50_000_000;
/** Each character of the source is read. */
const SOURCE_NS = 300;
/** Each element is laid out, and drawn as a few shapes. */
const ELEMENT_NS = 700_000;
/** Each character is shaped, written as an outline, checked, and filled. */
const CHARACTER_NS = 170_000;
const OUTLINE_BYTES = 4_000;
/** A letter that cuts off a background is written and checked once more. */
const CLIPPING_NS = 100_000;
/** Writing it again for nothing: for each character of its path data. */
const REPEATED_NS = 3;
const REPEATED_BYTES = 1.8;
/** The path data of a letter of a built-in font. Those of `cursive` have this much, others less. */
const LETTER_LENGTH = 2_500;
/** For each pixel of the layer: its drawing, and what each group of its own adds. */
const DRAWN_PIXEL_NS = 30;
const GROUP_PIXEL_NS = 45;
/**
 * For each pixel of the layer and each gradient. The sizes of boxes are not known: one as large as the layer takes 20 ns, and 27
 * again in each further square if it does not fill its box. The render refuses more of those than 16 layers have pixels.
 */
const GRADIENT_PIXEL_NS = 7;
const TILE_PIXEL_NS = 20;
const MOST_TILES = 16;
const PIXEL_BYTES = 16;
/**
 * For each pixel of the layer and each of its squares (`squaresOf`). The sizes of boxes are not known: a shadow as large as the
 * layer takes 150 ns, that of a large text up to 200, and that of a button 20 to 40.
 */
const BOX_SHADOW_NS = 100;
const TEXT_SHADOW_NS = 80;
/** An image is resized, encoded, and decoded again in the drawing. */
const IMAGE_PIXEL_NS = 450;
const IMAGE_BYTES = 48;
/** An image can have more pixels than its layer, but at most three times as many, or 500,000. */
const IMAGE_PIXELS = 150_000;

export function htmlCost(look: HtmlLook, box: PlacedBox): Cost {
  if (look.html.trim() === "") return boxCost(look, box);
  const html = box.picture.html.read(look.html);
  if ("excess" in html) return { ...FREE, cpuMs: MAX_RENDER_CPU_MS, reason: html.excess };
  const drawn = drawnSize(box);
  const pixels = drawn.width * drawn.height;
  return addCosts([
    boxCost(look, box),
    fontsCost(html, box.picture),
    costOf("its HTML", look.html.length, SOURCE_NS),
    costOf(`its ${html.elements} elements`, html.elements, ELEMENT_NS),
    lettersCost(html, box.picture),
    emojiCost(html, pixels),
    costOf("drawing its HTML", pixels, DRAWN_PIXEL_NS, PIXEL_BYTES),
    costOf("the shadows in its HTML", pixels * squaresOf(drawn), shadowsNs(html)),
    gradientsCost(html, pixels, squaresOf(drawn)),
    costOf("the opacities and cut-offs in its HTML", pixels * html.groups, GROUP_PIXEL_NS),
    ...html.urls.map((url) => imageCost(url, pixels, box)),
    pixelsCost(look, box),
    costOf("its area", visiblePixels(box), DRAWN_PIXEL_NS),
  ]);
}

/** Layers that are hidden are read as well, the first ones by code that a new process has not compiled. */
export function hiddenHtmlCost(layers: readonly Layer[], { htmlFonts }: Picture): Cost {
  return htmlFonts.families.size === 0 && hasHtml(layers) ? costOf("reading hidden HTML", 1, HIDDEN_NS) : FREE;
}

function hasHtml(layers: readonly Layer[]): boolean {
  return layers.some((layer) => "html" in layer || hasHtml(layer.children ?? []));
}

/** The size of the drawing in pixels. It is not reduced, and does not have more pixels than a picture. */
function drawnSize({ picture, width, height }: PlacedBox): { width: number; height: number } {
  const scale = Math.min(Math.max(1, picture.scale), Math.sqrt(picture.maxPixels / (width * height)));
  return { width: width * scale, height: height * scale };
}

/** Loading the engine, and the fonts that no HTML before needs. Each face of a family has files of its own. */
function fontsCost({ texts }: SafeHtml, { htmlFonts: { families } }: Picture): Cost {
  const engine = families.size === 0 ? costOf("its layout engine", 1, ENGINE_NS) : FREE;
  families.add(faceName({ family: DEFAULT_FAMILY, weight: 400, style: "normal" }));
  return addCosts([engine, ...texts.map(({ letters }) => familyCost(faceName(letters), families))]);
}

function faceName({ family, weight, style }: LetterStyle): string {
  return `${family} ${weight} ${style}`;
}

function lettersCost({ texts, ...html }: SafeHtml, { htmlFonts, uploadedFamilies }: Picture): Cost {
  const { textCharacters, clippingCharacters, repeatedCharacters } = html;
  const outlined = textCharacters + clippingCharacters;
  const isUploaded = texts.some(({ letters }) => uploadedFamilies.has(letters.family));
  const length = isUploaded ? UPLOADED_LETTER_LENGTH : LETTER_LENGTH;
  return addCosts([
    costOf(`its ${textCharacters} characters`, textCharacters, CHARACTER_NS, OUTLINE_BYTES),
    costOf("its letters of a script font", scriptLetters(texts), SCRIPT_LETTER_NS),
    scriptsCost(countLetters(texts.map(({ text }) => text).join(""), htmlFonts.characters)),
    costOf("its backgrounds cut off by letters", clippingCharacters, CLIPPING_NS, OUTLINE_BYTES),
    costOf("its backgrounds cut off by letters", repeatedCharacters * length, REPEATED_NS, REPEATED_BYTES),
    isUploaded ? uploadedLettersCost(outlined, outlined) : FREE,
  ]);
}

function scriptLetters(texts: SafeHtml["texts"]): number {
  return texts.reduce((sum, { text, letters }) => sum + (SCRIPT_FAMILIES.has(letters.family) ? text.length : 0), 0);
}

function emojiCost({ texts }: SafeHtml, pixels: number): Cost {
  const count = differentEmoji(texts.map(({ text }) => text).join("\n"));
  const covered = pixels * Math.min(1, count / COVERING_EMOJI);
  return addCosts([
    costOf("its different emoji", count, EMOJI_NS),
    costOf("its different emoji", covered, IMAGE_PIXEL_NS, IMAGE_BYTES),
  ]);
}

function gradientsCost({ gradients }: SafeHtml, pixels: number, squares: number): Cost {
  const again = Math.min(gradients, MOST_TILES) * (squares - 1) * TILE_PIXEL_NS;
  return costOf("the gradients in its HTML", pixels, gradients * GRADIENT_PIXEL_NS + again);
}

function shadowsNs({ boxShadows, textShadows }: SafeHtml): number {
  return boxShadows * BOX_SHADOW_NS + textShadows * TEXT_SHADOW_NS;
}

function imageCost(url: string, pixels: number, box: PlacedBox): Cost {
  const size = box.picture.images.sizeOf(url);
  return addCosts([
    { ...FREE, decodedPixels: size.pixels },
    size.svg === undefined ? FREE : sourceCost(size.svg, "file", "fill", box),
    costOf("the images in its HTML", Math.max(pixels, IMAGE_PIXELS), IMAGE_PIXEL_NS, IMAGE_BYTES),
  ]);
}

/** The cost of an HTML layer: reading it, laying it out, and drawing the result. */
import type { RoundedCorners } from "../document/attributes/corner-radii.js";
import type { Layer } from "../document/layer-types/define-layer.js";
import { chosenFamily, DEFAULT_FAMILY } from "../document/attributes/font-family.js";
import type { LetterStyle, SafeHtml } from "../document/html/safe-html.js";
import { tileCount } from "../document/svg/svg-work.js";
import { boxCost, type BoxLook, visiblePixels } from "./box-cost.js";
import { MAX_RENDER_CPU_MS } from "./cost-limits.js";
import { addCosts, type Cost, costOf, FREE, type Picture, type PlacedBox } from "./cost.js";
import { countLetters } from "./count-letters.js";
import { pixelsCost } from "./image-cost.js";
import { differentEmoji } from "./different-emoji.js";
import { familyCost, scriptsCost } from "./letters-cost.js";
import { sourceCost } from "./svg-source-cost.js";
import { pinnedFontCost, UPLOADED_LETTER_LENGTH, uploadedLettersCost } from "./uploaded-fonts.js";

/** The attributes of an HTML layer that determine its cost. */
export interface HtmlLook extends BoxLook, RoundedCorners {
  readonly html: string;
}

/**
 * The time for loading the layout engine and its first font. A process does so once, but the estimate does not know in
 * which render.
 */
const ENGINE_NS = 250_000_000;
/**
 * Each different emoji is drawn and encoded as an image of its own. Their places are not known. The estimate assumes
 * that 50 of them cover the layer, and the render refuses emoji with far more pixels.
 */
const EMOJI_NS = 4_500_000;
const COVERING_EMOJI = 50;
/**
 * The letters of these families have two to four times the path data of others. A run of 2,400 `&` of `cursive` takes
 * 1.0 s, most of it in the rasterizer.
 */
const SCRIPT_FAMILIES: ReadonlySet<string> = new Set(["Great Vibes", "Pinyon Script"]);
const SCRIPT_LETTER_NS = 240_000;
/** The time for reading HTML that is not drawn. This also counts once in a process. */
const HIDDEN_NS = 50_000_000;
/** For each character of the source: reading it. */
const SOURCE_NS = 300;
/** For each element: laying it out, and drawing it as a few shapes. */
const ELEMENT_NS = 700_000;
/** For each character: shaping it, writing its outline, checking it, and filling it. */
const CHARACTER_NS = 170_000;
const OUTLINE_BYTES = 4_000;
/** For each letter that clips a background: writing and checking it once more. */
const CLIPPING_NS = 100_000;
/** For each character of the path data of such a letter that the layout engine needlessly writes again. */
const REPEATED_NS = 3;
const REPEATED_BYTES = 1.8;
/**
 * The length of the path data of a letter of a built-in font. Letters of `cursive` have this length, others are
 * shorter.
 */
const LETTER_LENGTH = 2_500;
/** For each pixel of the layer: the time for its drawing, and the additional time for each group. */
const DRAWN_PIXEL_NS = 30;
const GROUP_PIXEL_NS = 45;
/**
 * For each pixel of the layer and each gradient. The sizes of boxes are not known: a gradient as large as the layer
 * takes 20 ns. If it does not fill its box, it takes another 27 ns in each further tile (`tileCount`). The render
 * refuses such gradients if together they have more pixels than 16 layers.
 */
const GRADIENT_PIXEL_NS = 7;
const TILE_PIXEL_NS = 20;
const MAX_TILED_GRADIENTS = 16;
const PIXEL_BYTES = 16;
/**
 * For each pixel of the layer and each of its tiles (`tileCount`). The sizes of boxes are not known: a shadow as large
 * as the layer takes 150 ns, the shadow of a large text up to 200 ns, and that of a button 20 to 40 ns.
 */
const BOX_SHADOW_NS = 100;
const TEXT_SHADOW_NS = 80;
/**
 * For each pixel of the layer, each of its tiles and each function of a filter. A blur of an element as large as the
 * layer takes 150 ns, as its shadow does. A change of colors takes less.
 */
const FILTER_NS = 150;
/** For each conic gradient: up to 700 wedges, which are laid out, checked and filled. */
const CONIC_NS = 60_000_000;
const CONIC_PIXEL_NS = 60;
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
    costOf("the shadows in its HTML", pixels * tileCount(drawn), shadowsNs(html)),
    costOf("the filters in its HTML", pixels * tileCount(drawn), html.filters * FILTER_NS),
    gradientsCost(html, pixels, tileCount(drawn)),
    costOf("the conic gradients in its HTML", html.conics, CONIC_NS + pixels * tileCount(drawn) * CONIC_PIXEL_NS),
    costOf("the opacities and cut-offs in its HTML", pixels * html.groups, GROUP_PIXEL_NS),
    ...html.urls.map((url) => imageCost(url, pixels, box)),
    pixelsCost(look, box),
    costOf("its area", visiblePixels(box), DRAWN_PIXEL_NS),
  ]);
}

/**
 * Returns the cost of hidden layers. They are read too, and a new process has not compiled the code that reads the
 * first ones.
 */
export function hiddenHtmlCost(layers: readonly Layer[], { htmlFonts }: Picture): Cost {
  return htmlFonts.families.size === 0 && hasHtml(layers) ? costOf("reading hidden HTML", 1, HIDDEN_NS) : FREE;
}

function hasHtml(layers: readonly Layer[]): boolean {
  return layers.some((layer) => "html" in layer || hasHtml(layer.children ?? []));
}

/**
 * Returns the size of the drawing in pixels. The drawing is not reduced, and it does not have more pixels than a
 * picture.
 */
function drawnSize({ picture, width, height }: PlacedBox): { width: number; height: number } {
  const scale = Math.min(Math.max(1, picture.scale), Math.sqrt(picture.maxPixels / (width * height)));
  return { width: width * scale, height: height * scale };
}

/**
 * Returns the cost of loading the engine, and of loading the fonts that no previous HTML needs. Each face of a family
 * has files of its own.
 */
function fontsCost({ texts }: SafeHtml, picture: Picture): Cost {
  const { families } = picture.htmlFonts;
  const engine = families.size === 0 ? costOf("its layout engine", 1, ENGINE_NS) : FREE;
  families.add(faceName(DEFAULT_FAMILY, { weight: 400, style: "normal" }));
  return addCosts([engine, ...texts.map(({ letters }) => faceCost(letters, picture))]);
}

/** Returns the cost of a face, unless previous HTML needs it. */
function faceCost(letters: LetterStyle, { htmlFonts: { families }, uploadedFamilies, pinnedFamilies }: Picture): Cost {
  const family = familyOf(letters, uploadedFamilies);
  const name = faceName(family, letters);
  if (families.has(name)) return FREE;
  const files = familyCost(name, families);
  return pinnedFamilies.has(family) ? addCosts([files, pinnedFontCost()]) : files;
}

function familyOf({ families }: LetterStyle, uploaded: ReadonlySet<string>): string {
  return chosenFamily(families, (family) => uploaded.has(family));
}

function faceName(family: string, { weight, style }: Pick<LetterStyle, "weight" | "style">): string {
  return `${family} ${weight} ${style}`;
}

function lettersCost({ texts, ...html }: SafeHtml, { htmlFonts, uploadedFamilies }: Picture): Cost {
  const { textCharacters, clippingCharacters, repeatedCharacters } = html;
  const outlined = textCharacters + clippingCharacters;
  const isUploaded = texts.some(({ letters }) => uploadedFamilies.has(familyOf(letters, uploadedFamilies)));
  const length = isUploaded ? UPLOADED_LETTER_LENGTH : LETTER_LENGTH;
  return addCosts([
    costOf(`its ${textCharacters} characters`, textCharacters, CHARACTER_NS, OUTLINE_BYTES),
    costOf("its letters of a script font", scriptLetters(texts, uploadedFamilies), SCRIPT_LETTER_NS),
    scriptsCost(countLetters(texts.map(({ text }) => text).join(""), htmlFonts.characters)),
    costOf("its backgrounds cut off by letters", clippingCharacters, CLIPPING_NS, OUTLINE_BYTES),
    costOf("its backgrounds cut off by letters", repeatedCharacters * length, REPEATED_NS, REPEATED_BYTES),
    isUploaded ? uploadedLettersCost(outlined, outlined) : FREE,
  ]);
}

function scriptLetters(texts: SafeHtml["texts"], uploaded: ReadonlySet<string>): number {
  const isScript = (letters: LetterStyle) => SCRIPT_FAMILIES.has(familyOf(letters, uploaded));
  return texts.reduce((sum, { text, letters }) => sum + (isScript(letters) ? text.length : 0), 0);
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
  const again = Math.min(gradients, MAX_TILED_GRADIENTS) * (squares - 1) * TILE_PIXEL_NS;
  return costOf("the gradients in its HTML", pixels, gradients * GRADIENT_PIXEL_NS + again);
}

function shadowsNs({ boxShadows, textShadows }: SafeHtml): number {
  return boxShadows * BOX_SHADOW_NS + textShadows * TEXT_SHADOW_NS;
}

function imageCost(url: string, pixels: number, box: PlacedBox): Cost {
  const image = box.picture.images.workOf(url);
  return addCosts([
    { ...FREE, images: [image] },
    image.svg === undefined ? FREE : sourceCost(image.svg, "file", "fill", box),
    costOf("the images in its HTML", Math.max(pixels, IMAGE_PIXELS), IMAGE_PIXEL_NS, IMAGE_BYTES),
  ]);
}

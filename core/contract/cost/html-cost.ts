/** The cost of an HTML layer: reading it, laying it out, and drawing what comes out. */
import { knownHtml } from "../template/html/html-facts.js";
import { visiblePixels, boxCost, type BoxLook } from "./box-cost.js";
import { addCosts, type Cost, costOf, FREE, type PlacedBox } from "./cost.js";
import { pixelsCost } from "./image-cost.js";
import { sourceCost } from "./svg-source-cost.js";
import { uploadedLettersCost } from "./uploaded-fonts.js";

/** The attributes of an HTML layer that decide on its cost. */
export interface HtmlLook extends BoxLook {
  readonly html: string;
  readonly border_radius: number;
}

/** Loading the layout engine: once in a process, but the estimate does not know in which render. */
const ENGINE_NS = 250_000_000;
/** Each character of the source is read. */
const SOURCE_NS = 300;
/** Each element is laid out, and drawn as a few shapes. */
const ELEMENT_NS = 700_000;
/** Each character is shaped, written as an outline, checked, and filled. */
const CHARACTER_NS = 170_000;
const OUTLINE_BYTES = 4_000;
/** For each pixel of the layer: its drawing, and what a shadow and a group of their own add. */
const DRAWN_PIXEL_NS = 30;
const SHADOW_PIXEL_NS = 330;
const GROUP_PIXEL_NS = 45;
const PIXEL_BYTES = 16;
/** An image is resized, encoded, and decoded again in the drawing. */
const IMAGE_PIXEL_NS = 450;
const IMAGE_BYTES = 48;
/** What counts once for all HTML layers of a picture, among the font families. */
const ENGINE = "html engine";

export function htmlCost(look: HtmlLook, box: PlacedBox): Cost {
  if (look.html.trim() === "") return boxCost(look, box);
  const { html } = knownHtml(look.html);
  const { familiesOf, uploadedFamilies, maxPixels, scale } = box.picture;
  const pixels = Math.min(maxPixels, box.width * box.height * Math.max(1, scale) ** 2);
  const isFirst = !familiesOf.has(ENGINE);
  familiesOf.add(ENGINE);
  const hasUploaded = html.families.some(({ name }) => uploadedFamilies.has(name));
  return addCosts([
    boxCost(look, box),
    isFirst ? costOf("its layout engine", 1, ENGINE_NS) : FREE,
    costOf("its HTML", look.html.length, SOURCE_NS),
    costOf(`its ${html.elements} elements`, html.elements, ELEMENT_NS),
    costOf(`its ${html.textCharacters} characters`, html.textCharacters, CHARACTER_NS, OUTLINE_BYTES),
    hasUploaded ? uploadedLettersCost(html.textCharacters, html.textCharacters) : FREE,
    costOf("drawing its HTML", pixels, DRAWN_PIXEL_NS, PIXEL_BYTES),
    costOf("the shadows in its HTML", pixels * html.shadows, SHADOW_PIXEL_NS),
    costOf("the opacities and cut-offs in its HTML", pixels * html.groups, GROUP_PIXEL_NS),
    ...html.urls.map((url) => imageCost(url, pixels, box)),
    pixelsCost(look, box),
    costOf("its area", visiblePixels(box), DRAWN_PIXEL_NS),
  ]);
}

function imageCost(url: string, pixels: number, box: PlacedBox): Cost {
  const size = box.picture.images.sizeOf(url);
  return addCosts([
    { ...FREE, decodedPixels: size.pixels },
    size.svg === undefined ? FREE : sourceCost(size.svg, "file", "fill", box),
    costOf("the images in its HTML", pixels, IMAGE_PIXEL_NS, IMAGE_BYTES),
  ]);
}

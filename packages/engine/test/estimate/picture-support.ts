import { LAYERS } from "../../src/document/layers/registry.js";
import type { Picture, PlacedBox } from "../../src/estimate/cost.js";
import type { KnownImages } from "../../src/estimate/image-work.js";
import { PictureHtml } from "../../src/estimate/picture-html.js";
import { PictureImages } from "../../src/estimate/picture-images.js";

/** Returns a picture of 100 × 50 document pixels at scale 2: 20,000 pixels. */
export function pictureWith(more: Partial<Picture> = {}, known: KnownImages = {}): Picture {
  const { width = 100, height = 50, scale = 2 } = more;
  return {
    width,
    height,
    scale,
    pixels: width * height * scale ** 2,
    hugs: false,
    shadowsFollowAlpha: true,
    layerTypes: LAYERS,
    drawsSvgTexts: true,
    maxPixels: 25_000_000,
    fonts: { characters: new Set(), families: new Set() },
    htmlFonts: { characters: new Set(), families: new Set() },
    images: new PictureImages(known),
    html: new PictureHtml(),
    uploadedFamilies: new Set(),
    pinnedFamilies: new Set(),
    ...more,
  };
}

/** Returns a box in such a picture. */
export function boxAt(
  [x, y, width, height]: readonly [x: number, y: number, width: number, height: number],
  more: Partial<PlacedBox> = {},
): PlacedBox {
  return { picture: pictureWith(), width, height, at: { x, y }, isRotated: false, layouts: 1, ...more };
}

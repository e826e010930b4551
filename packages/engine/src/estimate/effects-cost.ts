/** The cost of painting a layer as one: masks, and shadows that follow its alpha. */
import type { Layer } from "../document/layer-types/define-layer.js";
import type { Shadow } from "../document/attributes/shadow.js";
import { blurredPixels, isDrawnWhole, visiblePixels } from "./box-cost.js";
import { addCosts, type Cost, costOf, FREE, type PlacedBox } from "./cost.js";
import { UNUSED_PIXEL_BYTES, UNUSED_PIXEL_NS } from "./cost-figures.js";
import { BLUR_REACH, type EffectsLook, hasMaskImage, isFilled, reachOfShadows } from "./effects-look.js";
import { imageCost } from "./image-cost.js";
import { PLAIN_SHAPES } from "./plain-shapes.js";
import type { ImageWork } from "./image-work.js";

/** For each pixel of a layer that is painted as one: a tile of its own, and blending it over the picture. */
const BLENDED_PIXEL_NS = 30;
const BLENDED_BYTES = 8;
/** For each pixel that a mask cuts: drawing the mask, and multiplying by it. */
const MASKED_PIXEL_NS = 30;
/** For each pixel that a shadow reaches: its alpha, its blur, and blending it. A blur of 8 pixels takes the longest. */
const SHADOW_PIXEL_NS = 110;
const SHADOW_BYTES = 32;
/** The time for each pixel that a spread reaches, in total and for each pixel of its length. */
interface SpreadRate {
  readonly pixelNs: number;
  readonly lengthNs: number;
}

/** The additional time for a shadow with a spread. */
const SPREAD_BY_ROWS: SpreadRate = { pixelNs: 40, lengthNs: 10 };
/**
 * The additional time if most pixels of the alpha have one value. Measured: at most 108 ns for each pixel, for rectangles
 * and ellipses with spreads of 40 to 400 pixels.
 */
const SPREAD_BY_DISTANCE: SpreadRate = { pixelNs: 100, lengthNs: 1 };
/** The least thickness of such a shape in pixels. The ends of a long and thin ellipse consist of edges. */
const MIN_THICKNESS_PX = 16;
/** The largest area that shadows of content outside of the picture are drawn on: see `composite-room.ts`. */
const MAX_ROOM_PIXELS = 32_000_000;

/** Returns the cost of a layer's mask and of the shadows that follow its alpha. */
export function effectsCost(layer: Layer & EffectsLook, shadows: readonly Shadow[], box: PlacedBox): Cost {
  const { mask, mask_image_url: url = "" } = layer;
  const isMasked = mask !== undefined || hasMaskImage(layer);
  if (!isMasked && shadows.length === 0) return FREE;
  const isPlain = isPlainShape(layer, box);
  const isBox = isMasked || layer.children === undefined;
  const { width, height } = box.picture;
  const content = isBox ? box : { ...box, width, height, at: undefined };
  return addCosts([
    costOf("drawing it as one", visiblePixels(content), BLENDED_PIXEL_NS, BLENDED_BYTES),
    mask === undefined ? FREE : costOf("its mask", visiblePixels(content), MASKED_PIXEL_NS, BLENDED_BYTES),
    url === "" ? FREE : maskImageCost(url, layer, content),
    ...shadows.map((shadow) => shadowCost(shadow, content, isPlain)),
    roomCost(shadows, layer.children?.length ?? 1, content),
  ]);
}

function maskImageCost(url: string, { mask_fit: fit = "contain" }: EffectsLook, box: PlacedBox): Cost {
  const plain = { opacity: 1, border_radius: 0, blur: 0, greyscale: false, brightness: 1, tint: "transparent" };
  const look = { ...plain, image_url: url, fallback_image_url: "", fit, crop: "focus" } as const;
  const image = { ...imageCost(look, box), images: [] };
  return addCosts([image, costOf("its mask", visiblePixels(box), MASKED_PIXEL_NS, BLENDED_BYTES)]);
}

/** Returns the image of a mask. It is decoded after that of the layer, so that their memory does not add up. */
export function maskImages({ mask_image_url: url = "" }: EffectsLook, { picture }: PlacedBox): readonly ImageWork[] {
  return url === "" ? [] : [picture.images.workOf(url)];
}

/** Returns whether the alpha of a layer has one value except at its edges. */
function isPlainShape(layer: Layer & EffectsLook, { width, height, picture }: PlacedBox): boolean {
  const thicknessPx = Math.min(width, height) * picture.scale;
  return PLAIN_SHAPES.has(layer.type) && isFilled(layer) && thicknessPx >= MIN_THICKNESS_PX;
}

function shadowCost({ blur, spread }: Shadow, box: PlacedBox, isPlain: boolean): Cost {
  const pixels = blurredPixels(box, blur * BLUR_REACH + Math.abs(spread) + 1);
  const shadow = costOf("a shadow that follows its alpha", pixels, SHADOW_PIXEL_NS, SHADOW_BYTES);
  if (spread === 0) return shadow;
  const lengthPx = Math.abs(spread) * box.picture.scale;
  const rates = isPlain ? [SPREAD_BY_ROWS, SPREAD_BY_DISTANCE] : [SPREAD_BY_ROWS];
  const ns = Math.min(...rates.map(({ pixelNs, lengthNs }) => pixelNs + lengthPx * lengthNs));
  return addCosts([shadow, costOf("the spread of its shadow", pixels, ns)]);
}

/** Returns the cost of drawing content outside of the picture, which shadows can show. */
function roomCost(shadows: readonly Shadow[], parts: number, box: PlacedBox): Cost {
  const { picture } = box;
  const reach = reachOfShadows(shadows);
  if (reach === 0 || !isDrawnWhole(box)) return FREE;
  const whole = (picture.width + 2 * reach) * (picture.height + 2 * reach) * picture.scale ** 2;
  const beyond = Math.max(0, Math.min(MAX_ROOM_PIXELS, whole) - picture.pixels);
  return costOf("the area that its shadows need", beyond, parts * UNUSED_PIXEL_NS, UNUSED_PIXEL_BYTES);
}

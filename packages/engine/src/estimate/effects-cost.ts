/** The cost of painting a layer as one: masks, and shadows that follow its alpha. */
import type { Layer } from "../document/layer-types/define-layer.js";
import type { Mask } from "../document/attributes/mask.js";
import type { Shadow } from "../document/attributes/shadow.js";
import { parseColor } from "../document/attributes/color.js";
import { blurredPixels, isDrawnWhole, isVisible, visiblePixels } from "./box-cost.js";
import { addCosts, type Cost, costOf, FREE, type PlacedBox } from "./cost.js";
import { UNUSED_PIXEL_BYTES, UNUSED_PIXEL_NS } from "./cost-figures.js";
import { imageCost } from "./image-cost.js";
import type { ImageWork } from "./image-work.js";

/** The attributes of a layer that determine the cost of its effects. */
export interface EffectsLook {
  readonly background_color?: string | undefined;
  readonly background_gradient?: { readonly stops: readonly { readonly color: string }[] } | undefined;
  readonly shadow_color?: string | undefined;
  readonly shadow_x?: number | undefined;
  readonly shadow_y?: number | undefined;
  readonly shadow_blur?: number | undefined;
  readonly shadows?: readonly Shadow[] | undefined;
  readonly mask?: Mask | undefined;
  readonly mask_image_url?: string | undefined;
  readonly mask_fit?: "cover" | "contain" | "fill" | "none" | undefined;
}

/** For each pixel of a layer that is painted as one: a tile of its own, and blending it over the picture. */
const BLENDED_PIXEL_NS = 30;
const BLENDED_BYTES = 8;
/** For each pixel that a mask cuts: drawing the mask, and multiplying by it. */
const MASKED_PIXEL_NS = 30;
/** For each pixel that a shadow reaches: its alpha, its blur, and blending it. A blur of 8 pixels takes the longest. */
const SHADOW_PIXEL_NS = 110;
const SHADOW_BYTES = 24;
/** The additional time for each pixel of a shadow with a spread, and for each pixel of the spread's length. */
const SPREAD_NS = 40;
const SPREAD_LENGTH_NS = 10;
/** The reach of a blur, in blur radii. */
const BLUR_REACH = 1.5;
/** The largest area that shadows of content outside of the picture are drawn on: see `composite-room.ts`. */
const MAX_ROOM_PIXELS = 32_000_000;

/** Returns the shadows of a layer that follow its alpha. `followsAlpha` says whether the one of `shadow_color` can. */
export function alphaShadows(look: EffectsLook, isText: boolean, followsAlpha: boolean): readonly Shadow[] {
  const { shadows = [], mask, mask_image_url = "", shadow_color: color = "transparent" } = look;
  const isRequired = shadows.length > 0 || mask !== undefined || mask_image_url !== "";
  const isOwn = isVisible(color) && (isRequired || (followsAlpha && (isText || !isFilled(look))));
  const { shadow_x: x = 0, shadow_y: y = 0, shadow_blur: blur = 0 } = look;
  return [...(isOwn ? [{ color, x, y, blur, spread: 0, inset: false }] : []), ...shadows];
}

function isFilled({ background_color, background_gradient }: EffectsLook): boolean {
  const isOpaque = (color: string) => parseColor(color)?.alpha === 1;
  return (
    isOpaque(background_color ?? "") || (background_gradient?.stops.every(({ color }) => isOpaque(color)) ?? false)
  );
}

/** Returns the cost of a layer's mask and of the shadows that follow its alpha. */
export function effectsCost(layer: Layer & EffectsLook, shadows: readonly Shadow[], box: PlacedBox): Cost {
  const { mask, mask_image_url: url = "" } = layer;
  const isMasked = mask !== undefined || url !== "";
  if (!isMasked && shadows.length === 0) return FREE;
  const isBox = isMasked || layer.children === undefined;
  const { width, height } = box.picture;
  const content = isBox ? box : { ...box, width, height, at: undefined };
  return addCosts([
    costOf("drawing it as one", visiblePixels(content), BLENDED_PIXEL_NS, BLENDED_BYTES),
    mask === undefined ? FREE : costOf("its mask", visiblePixels(content), MASKED_PIXEL_NS, BLENDED_BYTES),
    url === "" ? FREE : maskImageCost(url, layer, content),
    ...shadows.map((shadow) => shadowCost(shadow, content)),
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

function shadowCost({ blur, spread }: Shadow, box: PlacedBox): Cost {
  const pixels = blurredPixels(box, blur * BLUR_REACH + Math.abs(spread) + 1);
  const length = Math.abs(spread) * box.picture.scale;
  return addCosts([
    costOf("a shadow that follows its alpha", pixels, SHADOW_PIXEL_NS, SHADOW_BYTES),
    spread === 0 ? FREE : costOf("the spread of its shadow", pixels, SPREAD_NS + length * SPREAD_LENGTH_NS),
  ]);
}

/** Returns the cost of drawing content outside of the picture, which shadows can show. */
function roomCost(shadows: readonly Shadow[], parts: number, box: PlacedBox): Cost {
  const { picture } = box;
  const reach = Math.max(
    0,
    ...shadows.map(({ x, y, blur, spread }) => Math.hypot(x, y) + blur * BLUR_REACH + Math.abs(spread)),
  );
  if (reach === 0 || !isDrawnWhole(box)) return FREE;
  const whole = (picture.width + 2 * reach) * (picture.height + 2 * reach) * picture.scale ** 2;
  const beyond = Math.max(0, Math.min(MAX_ROOM_PIXELS, whole) - picture.pixels);
  return costOf("the area that its shadows need", beyond, parts * UNUSED_PIXEL_NS, UNUSED_PIXEL_BYTES);
}

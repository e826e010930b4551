/** The effects of layers that are painted as one: masks, and shadows that follow their alpha. */
import { parseColor } from "../document/attributes/color.js";
import type { Mask } from "../document/attributes/mask.js";
import type { Shadow } from "../document/attributes/shadow.js";
import type { Layer } from "../document/layer-types/define-layer.js";
import { isVisible } from "./box-cost.js";
import type { Picture } from "./cost.js";

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

/** The reach of a blur, in blur radii. */
export const BLUR_REACH = 1.5;

/** Returns the shadows of a layer that follow its alpha. */
export function alphaShadows(
  layer: Layer & EffectsLook,
  { shadowsFollowAlpha, layerTypes }: Picture,
): readonly Shadow[] {
  const { shadows = [], mask, shadow_color: color = "transparent" } = layer;
  const isRequired = shadows.length > 0 || mask !== undefined || hasMaskImage(layer);
  const { shadowOf } = layerTypes.get(layer.type).definition;
  const canFollow = shadowsFollowAlpha && (shadowOf === "content" || !isFilled(layer));
  const isOwn = isVisible(color) && (isRequired || canFollow);
  const { shadow_x: x = 0, shadow_y: y = 0, shadow_blur: blur = 0 } = layer;
  return [...(isOwn ? [{ color, x, y, blur, spread: 0, inset: false }] : []), ...shadows];
}

/** Returns whether a layer has an opaque fill. */
export function isFilled({ background_color, background_gradient }: EffectsLook): boolean {
  const isOpaque = (color: string) => parseColor(color)?.alpha === 1;
  return (
    isOpaque(background_color ?? "") || (background_gradient?.stops.every(({ color }) => isOpaque(color)) ?? false)
  );
}

/** Returns whether the alpha of an image cuts a layer. */
export function hasMaskImage({ mask_image_url: url = "" }: EffectsLook): boolean {
  return url !== "";
}

/** Returns the distance in document pixels from which shadows read content, or 0 without shadows. */
export function reachOfShadows(shadows: readonly Shadow[]): number {
  const reaches = shadows.map(({ x, y, blur, spread }) => Math.hypot(x, y) + blur * BLUR_REACH + Math.abs(spread));
  return Math.max(0, ...reaches);
}

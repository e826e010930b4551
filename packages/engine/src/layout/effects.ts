/** Decides which layers are painted as one, because they have a mask, or shadows that follow their alpha. */
import type { Gradient } from "../document/attributes/gradient.js";
import type { Shadow } from "../document/attributes/shadow.js";
import { isOpaque, isVisible } from "../paint/fill.js";
import { type Composite, composite } from "./composite.js";
import type { ResolvedLayer } from "./resolved-layer.js";

/** The attributes that apply to all pixels of a layer together. A layer type leaves out those that it does not have. */
export interface Effects extends Pick<Composite, "mask" | "mask_image_url" | "mask_fit" | "shadows"> {
  readonly shadow_color?: string;
  readonly shadow_x?: number;
  readonly shadow_y?: number;
  readonly shadow_blur?: number;
}

/** The attributes of a layer without effects. */
const NO_EFFECTS = {
  shadow_color: "transparent",
  shadows: undefined,
  mask: undefined,
  mask_image_url: "",
} as const satisfies Effects;

/**
 * Returns a layer whose mask and shadows apply to everything that it paints. The shadow of `shadow_color` stays a
 * shadow of the layer's box if `keepsBoxShadow` is set and nothing else requires the layer's alpha.
 */
export function withEffects<Layer extends ResolvedLayer>(
  layer: Layer & Effects,
  keepsBoxShadow: boolean,
): Layer | Composite {
  const applied = appliedEffects(layer, keepsBoxShadow);
  if (applied === undefined) return layer;
  const { opacity, rotation } = layer;
  const child = { ...layer, ...NO_EFFECTS, opacity: 1 };
  return composite(layer, {
    ...applied,
    id: `${layer.id}-effects`,
    layerId: layer.id,
    opacity,
    rotation,
    children: [child],
  });
}

/** Returns the effects that need a composite, or undefined if the layer needs none. */
export function appliedEffects(
  layer: Effects,
  keepsBoxShadow: boolean,
): Pick<Composite, "mask" | "mask_image_url" | "mask_fit" | "shadows"> | undefined {
  const { mask, mask_image_url = "", mask_fit, shadows: further = [] } = layer;
  const isMasked = mask !== undefined || mask_image_url !== "";
  const list = further.filter(({ color }) => isVisible(color));
  const own = ownShadow(layer);
  if (!isMasked && list.length === 0 && (own.length === 0 || keepsBoxShadow)) return undefined;
  return { mask, mask_image_url, mask_fit, shadows: [...own, ...list] };
}

function ownShadow({ shadow_color = "transparent", shadow_x = 0, shadow_y = 0, shadow_blur = 0 }: Effects): Shadow[] {
  if (!isVisible(shadow_color)) return [];
  return [{ color: shadow_color, x: shadow_x, y: shadow_y, blur: shadow_blur, spread: 0, inset: false }];
}

/** Returns whether an opaque fill covers the box of a layer, so that the layer's alpha is the shape of its box. */
export function fillsItsBox(layer: object): boolean {
  const { background_color = "transparent", background_gradient } = layer as {
    readonly background_color?: string;
    readonly background_gradient?: Gradient;
  };
  return isOpaque(background_color) || (background_gradient?.stops.every(({ color }) => isOpaque(color)) ?? false);
}

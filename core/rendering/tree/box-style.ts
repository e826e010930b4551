import { type Layer } from "../../contract/template/layers.js";
import { type Style } from "./element.js";
import { cssColor, isVisible } from "./paint.js";

/** Where a layer lies, its turn and its opacity. */
export function placeStyle(layer: Layer): Style {
  return {
    position: "absolute",
    left: layer.x,
    top: layer.y,
    width: layer.width,
    height: layer.height,
    boxSizing: "border-box",
    display: "flex",
    ...(layer.opacity < 1 ? { opacity: layer.opacity } : {}),
    ...(layer.rotation === 0 ? {} : { transform: `rotate(${layer.rotation}deg)` }),
  };
}

/** A border is inside the box, so that a layer's size is what it says. */
export function borderStyle(layer: { border_width: number; border_color: string }): Style {
  if (layer.border_width === 0) return {};
  return { border: `${layer.border_width}px solid ${cssColor(layer.border_color)}` };
}

interface Shadowed {
  readonly shadow_color: string;
  readonly shadow_x: number;
  readonly shadow_y: number;
  readonly shadow_blur: number;
}

/** The CSS of a layer's shadow, or undefined if it throws none. */
export function cssShadow(layer: Shadowed): string | undefined {
  if (!isVisible(layer.shadow_color)) return undefined;
  return `${layer.shadow_x}px ${layer.shadow_y}px ${layer.shadow_blur}px ${cssColor(layer.shadow_color)}`;
}

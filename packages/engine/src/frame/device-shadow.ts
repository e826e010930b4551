import type { Shadow } from "../document/attributes/shadow.js";
import type { DeviceGrid } from "./device-grid.js";

/** A shadow in pixels of the picture. */
export interface DeviceShadow {
  readonly color: string;
  /** The offset to the right and downwards. */
  readonly x: number;
  readonly y: number;
  /** The standard deviations of the blur. */
  readonly deviationX: number;
  readonly deviationY: number;
  readonly spread: number;
  readonly isInner: boolean;
}

/** Returns a shadow of a layer that is rotated by some degrees. The shadow rotates with its layer. */
export function deviceShadow(shadow: Shadow, degrees: number, { scaleX, scaleY }: DeviceGrid): DeviceShadow {
  const { x, y } = rotatedOffset(shadow, degrees);
  return {
    color: shadow.color,
    x: x * scaleX,
    y: y * scaleY,
    // A CSS blur radius is two standard deviations (CSS Backgrounds 3, section 7.2).
    deviationX: (shadow.blur / 2) * scaleX,
    deviationY: (shadow.blur / 2) * scaleY,
    spread: shadow.spread * Math.sqrt(scaleX * scaleY),
    isInner: shadow.inset,
  };
}

/** Returns the offset of a shadow in document pixels, rotated clockwise. */
export function rotatedOffset({ x, y }: Shadow, degrees: number): { readonly x: number; readonly y: number } {
  if (degrees % 360 === 0) return { x, y };
  const radians = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(radians), Math.cos(radians)];
  return { x: x * cosine - y * sine, y: x * sine + y * cosine };
}

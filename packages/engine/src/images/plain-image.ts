import type { ImageSpec } from "../paint/image-spec.js";

/** The attributes of an image that fills its box unchanged, without a border. */
export const PLAIN_IMAGE = {
  opacity: 1,
  rotation: 0,
  fit: "fill",
  crop: "focus",
  focus_x: 0.5,
  focus_y: 0.5,
  blur: 0,
  greyscale: false,
  brightness: 1,
  tint: "transparent",
  fallback_image_url: "",
  strict: false,
  background_color: "transparent",
  border_color: "#000000",
  border_width: 0,
  border_radius: 0,
  shadow_color: "transparent",
  shadow_x: 0,
  shadow_y: 0,
  shadow_blur: 0,
} as const satisfies Partial<ImageSpec>;

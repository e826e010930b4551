import type { RoundedCorners } from "../document/attributes/corner-radii.js";
import type { BoxStyle } from "./paint-box.js";

/** Everything the engine needs to draw an image in a box. */
export interface ImageSpec extends BoxStyle, RoundedCorners {
  readonly id: string;
  /** The name in warnings. If it is absent, they use the id. */
  readonly name?: string | undefined;
  readonly opacity: number;
  readonly image_url: string;
  readonly fit: "cover" | "contain" | "fill" | "none";
  readonly crop: "focus" | "smart";
  /** The point that stays visible if the image is cropped, from 0 to 1, from the left and from the top. */
  readonly focus_x: number;
  readonly focus_y: number;
  /** The CSS blur radius in document pixels. */
  readonly blur: number;
  readonly greyscale: boolean;
  readonly brightness: number;
  readonly tint: string;
  readonly fallback_image_url: string;
  /** Absent if the author did not choose one. */
  readonly fallback_color?: string | undefined;
  /** Whether an unavailable image fails the render. */
  readonly strict: boolean;
  readonly border_width: number;
  /** The language of texts in an SVG (BCP 47). */
  readonly language?: string | undefined;
}

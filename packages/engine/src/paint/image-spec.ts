import type { BoxStyle } from "./paint-box.js";

/** What the engine needs to draw an image in a box. */
export interface ImageSpec extends BoxStyle {
  readonly id: string;
  /** The name that warnings use; they use the id if it is absent. */
  readonly name?: string | undefined;
  readonly opacity: number;
  readonly image_url: string;
  readonly fit: "cover" | "contain" | "fill" | "none";
  readonly crop: "focus" | "smart";
  /** 0–1, from the left and from the top: the point that stays visible if something must be cut off. */
  readonly focus_x: number;
  readonly focus_y: number;
  /** In document pixels. */
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
  readonly border_radius: number;
}

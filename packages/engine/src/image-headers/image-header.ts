import type { ImageType } from "./sniff-image.js";

/** The type of an image that stores pixels. An SVG stores none. */
export type PixelImageType = Exclude<ImageType, "image/svg+xml">;

/** The facts in the header of an image. */
export interface ImageHeader {
  readonly type: PixelImageType;
  /** The size in pixels. The two sides of a JPEG are those of the upright image, if its EXIF data says that it is not. */
  readonly width: number;
  readonly height: number;
  /** Whether the image is stored in several passes: a progressive JPEG, or an interlaced PNG. */
  readonly isProgressive: boolean;
}

import type { ImageFormat } from "../formats/registry.js";
import type { Overrides } from "../document/overrides.js";
import type { Output } from "../document/output.js";
import type { PartsRefusal, PictureLayout, PictureParts } from "../document/picture-layout.js";
import type { RenderWarning } from "../shared/warnings.js";

/** The changes of a template, and the output options. */
export interface PictureRequest extends Overrides {
  /** @default png */
  readonly format?: ImageFormat | undefined;
  /** The scale of the picture, from 0.05 to 4. @default 1 */
  readonly scale?: number | undefined;
  /** Leaves out the background of the document. `jpg` does not support this. */
  readonly transparent?: boolean | undefined;
  /** The quality of a lossy picture, from 1 to 100. @default that of the format */
  readonly quality?: number | undefined;
  /** Words for the metadata of the file. */
  readonly about?: Output["about"];
}

export interface RenderedPicture {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly warnings: readonly RenderWarning[];
  /** Present if the options of the render ask for it. */
  readonly layout?: PictureLayout | undefined;
  /** Present if the options of the render ask for parts: the parts, or why moving them would show something wrong. */
  readonly parts?: PictureParts | PartsRefusal | undefined;
}

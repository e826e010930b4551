import type { ImageFormat } from "../contract/image-format.js";
import type { Overrides } from "../contract/template/overrides.js";
import type { RenderWarning } from "./warnings.js";

/** What to change of a template, and how to deliver it. */
export interface PictureRequest extends Overrides {
  /** `png` if it is left out. */
  readonly format?: ImageFormat | undefined;
  /** 0.1 to 4; 1 if it is left out. */
  readonly scale?: number | undefined;
  /** Leaves out the document's background; not for `jpg`. */
  readonly transparent?: boolean | undefined;
}

export interface RenderedPicture {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly warnings: readonly RenderWarning[];
}

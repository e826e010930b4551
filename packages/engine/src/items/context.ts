import type { FontLibrary } from "../fonts/font-library.js";
import type { ImageSource } from "../images/image-source.js";

/** What the renderer gets from outside. */
export interface RenderContext extends ImageSource {
  readonly fonts: FontLibrary;
}

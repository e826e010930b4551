import type { FontLibrary } from "../fonts/font-library.js";
import type { ImageSource } from "../images/image-source.js";

/** Everything the renderer needs from its caller. */
export interface RenderContext extends ImageSource {
  readonly fonts: FontLibrary;
}

import type { PdfOutput } from "./canvas.js";
import type { PdfFonts } from "./pdf-fonts.js";
import type { Rasters } from "./rasters.js";

/** The page that is being written. */
export interface Sheet extends PdfOutput {
  readonly fonts: PdfFonts;
  readonly rasters: Rasters;
}

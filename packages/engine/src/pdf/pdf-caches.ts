import { ByteCache } from "../shared/byte-cache.js";
import type { FontCaches, FontProgram } from "./pdf-fonts.js";
import type { PlacedRaster } from "./rasters.js";

const MEGABYTE = 1024 * 1024;

/** Data that the PDFs of one renderer share. */
export interface PdfCaches extends FontCaches {
  /** The parts of pictures that are not in vectors. */
  readonly rasters: ByteCache<PlacedRaster>;
}

/** Creates empty caches. They are small, because a PDF needs little time without them. */
export function createPdfCaches(): PdfCaches {
  return {
    fonts: new ByteCache<Buffer>(8 * MEGABYTE),
    programs: new ByteCache<FontProgram>(4 * MEGABYTE),
    rasters: new ByteCache<PlacedRaster>(8 * MEGABYTE),
  };
}

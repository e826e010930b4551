/** Encodes raw pixels as PNG and JPEG, and re-encodes only the rows that changed. */
export { encodeJpeg, type JpegSettings } from "./jpeg/encode-jpeg.js";
export { jpegBands, type JpegBands } from "./jpeg/jpeg-bands.js";
export { encodePng } from "./png/encode-png.js";
export { pngBands, type PngBands } from "./png/png-bands.js";
export type { ChangedRows } from "./shared/encoded-bands.js";
export type { About, FileFacts } from "./shared/file-facts.js";
export { xmpPacket } from "./shared/xmp-packet.js";

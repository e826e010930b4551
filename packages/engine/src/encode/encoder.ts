import type { Frame } from "../frame/tile.js";

/**
 * Encodes a frame as a file of one format. An opaque frame is written without an alpha channel, if the format has one.
 */
export type Encoder = (frame: Frame) => Uint8Array | Promise<Uint8Array>;

import type { FileFacts } from "@image-render/encoders";
import type { Frame } from "../frame/tile.js";

/** The settings of an encoder. Encoders ignore those that their format does not have. */
export interface EncoderSettings extends FileFacts {
  /** A whole number from 1 to 100. @default that of the format */
  readonly quality?: number | undefined;
  /** One of the efforts of the format. @default the least */
  readonly effort?: number | undefined;
}

/**
 * Encodes a frame as a file of one format. An opaque frame is written without an alpha channel, if the format has one.
 */
export type Encoder = (frame: Frame, settings: EncoderSettings) => Uint8Array | Promise<Uint8Array>;

import { EngineError } from "../issues/engine-error.js";
import { sniffImage } from "../image-headers/sniff-image.js";
import type { Uploads } from "./uploads.js";

/**
 * Loads the bytes of an uploaded image. The type is detected from the bytes, as for remote images. @throws EngineError
 */
export async function loadUploadImage(uploads: Uploads, id: string): Promise<Uint8Array> {
  const bytes = await uploads.load(id);
  const sniffed = sniffImage(bytes);
  if ("type" in sniffed) return bytes;
  const found = sniffed.other ?? "not an image";
  throw new EngineError("VALIDATION_ERROR", `The upload ${id} is ${found}. Use PNG, JPEG, WebP, AVIF, GIF or SVG.`);
}

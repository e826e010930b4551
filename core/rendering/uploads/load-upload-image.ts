import { ServiceError } from "../../contract/errors.js";
import { sniffImage } from "../../fetching/sniff-image.js";
import { type Uploads } from "./uploads.js";

/** The bytes of an upload that is a picture, which they tell by themselves, as those of remote images do. @throws ServiceError */
export async function loadUploadImage(uploads: Uploads, id: string): Promise<Uint8Array> {
  const bytes = await uploads.load(id);
  const sniffed = sniffImage(bytes);
  if ("type" in sniffed) return bytes;
  const found = sniffed.other ?? "no picture";
  throw new ServiceError(
    "VALIDATION_ERROR",
    `The upload ${id} is ${found}; PNG, JPEG, WebP, AVIF, GIF and SVG can be used.`,
  );
}

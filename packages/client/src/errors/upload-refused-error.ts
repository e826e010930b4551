import type { Upload } from "../types.js";
import { ImageRenderError } from "./image-render-error.js";

/** The bytes of an upload are not a file of the announced type. */
export class UploadRefusedError extends ImageRenderError {
  override readonly name = "UploadRefusedError";
  declare readonly upload: Upload;

  constructor(upload: Upload) {
    super(upload.error ?? "The file was refused.");
    this.upload = upload;
  }
}

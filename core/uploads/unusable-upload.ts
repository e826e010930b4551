import { EngineError } from "@image-render/engine/issues";

/** The error for a render that needs an upload which cannot be used. The engine asks for uploads, so it is its error. */
export function unusableUpload(message: string): EngineError {
  return new EngineError("VALIDATION_ERROR", message);
}

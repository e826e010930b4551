import { EngineError } from "@image-render/engine/issues";

/**
 * Returns the error for a render that needs an unusable upload. It is an engine error, because the engine asks for
 * uploads.
 */
export function unusableUpload(message: string): EngineError {
  return new EngineError("VALIDATION_ERROR", message);
}

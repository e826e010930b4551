import { EngineError } from "../issues/engine-error.js";

/** The uploads that a render can use: those of one workspace. */
export interface Uploads {
  /** The owner. Cache keys of uploads contain it, so that no upload is used for another owner. */
  readonly owner: string;
  /**
   * Returns the bytes of an upload, which never change. The bytes are untrusted: they may not have been checked.
   *
   * @throws EngineError `VALIDATION_ERROR` if there is no such upload. Any other error can be transient.
   */
  load(id: string): Promise<Uint8Array>;
}

/** The uploads of a render without a workspace: none. */
export const NO_UPLOADS: Uploads = {
  owner: "",
  load: (id) => Promise.reject(missingUpload(id)),
};

/** Returns the error for an upload that does not exist. */
export function missingUpload(id: string): EngineError {
  return new EngineError("VALIDATION_ERROR", `There is no upload ${id}.`);
}

import { ServiceError } from "../../contract/errors.js";

/** The uploads that a render may use: those of one workspace. */
export interface Uploads {
  /** Whose they are. Whatever is remembered of an upload is remembered under this name too, so none gets to another owner. */
  readonly owner: string;
  /**
   * The bytes of an upload, which never change. They must not be believed in: they were checked when they came, or not.
   *
   * @throws ServiceError `VALIDATION_ERROR` if there is no such upload; any other failure may pass.
   */
  load(id: string): Promise<Uint8Array>;
}

/** For renders that have no workspace. */
export const NO_UPLOADS: Uploads = {
  owner: "",
  load: (id) => Promise.reject(missingUpload(id)),
};

/** The fault of an upload that is not there. */
export function missingUpload(id: string): ServiceError {
  return new ServiceError("VALIDATION_ERROR", `There is no upload ${id}.`);
}

/** The paths under which signed images lie, for whoever routes by them. */

/** Before the template's id in the path of every signed image. */
export const SIGNED_IMAGE_PATH = "/api/v1/img/";

/** Routes of the API that lie under the same path. */
export const SIGNED_IMAGE_API_PATHS = ["/api/v1/img/sign", "/api/v1/img/purge"] as const;

/**
 * The paths of signed images.
 *
 * The edge function runs this file too: use only the syntax of CloudFront's JavaScript runtime 2.0.
 */

/** The beginning of the path of every signed image. The template's ID follows it. */
export const SIGNED_IMAGE_PATH = "/api/v1/img/";

/** Routes of the API with the same prefix. */
export const SIGNED_IMAGE_API_PATHS = ["/api/v1/img/sign", "/api/v1/img/purge"] as const;

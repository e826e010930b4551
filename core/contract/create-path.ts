/**
 * The path that creates render jobs.
 *
 * The edge function runs this file too: use only the syntax of CloudFront's JavaScript runtime 2.0.
 */
export const CREATE_PATH = "/api/v1/render";

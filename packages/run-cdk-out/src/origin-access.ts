/**
 * The header that replaces CloudFront's signature of a request to a private origin. Its value is a secret of the run.
 */
export const ORIGIN_ACCESS_HEADER = "x-local-origin-access";

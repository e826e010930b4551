/** The header by which the local edge shows private origins that a request is CloudFront's; its value is a secret of the run. */
export const ORIGIN_ACCESS_HEADER = "x-local-origin-access";

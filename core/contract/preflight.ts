/**
 * Apart from the other times, because the edge function, whose size is limited, would contain them all.
 */

/** How long a browser may reuse the response to a preflight request. */
export const PREFLIGHT_SECONDS = 7_200;

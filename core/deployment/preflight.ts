/**
 * This time has its own file. Otherwise, the edge function, whose size is limited, would contain all other times too.
 */

/** How long a browser may reuse the response to a preflight request. */
export const PREFLIGHT_SECONDS = 7_200;

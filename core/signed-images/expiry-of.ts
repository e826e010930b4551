import { DAY_MS } from "../shared/day-ms.js";

const YEAR_MS = 365 * DAY_MS;

/**
 * Returns the expiry of a minted URL.
 *
 * @param expiresInSeconds exact if given. The default is the first UTC midnight after 365 days, so that minting again
 *   on the same day returns the same URL.
 * @returns Unix time in seconds
 */
export function expiryOf(expiresInSeconds: number | undefined, nowMs: number): number {
  if (expiresInSeconds !== undefined) return Math.floor(nowMs / 1000) + expiresInSeconds;
  const nextMidnightMs = (Math.floor((nowMs + YEAR_MS) / DAY_MS) + 1) * DAY_MS;
  return nextMidnightMs / 1000;
}

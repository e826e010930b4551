/** When a minted URL ends. */

const DAY_MS = 24 * 60 * 60 * 1000;
const YEAR_MS = 365 * DAY_MS;

/**
 * @param expiresInSeconds as the caller wants it, to the second; without it the first UTC midnight after a year of 365
 *   days, so that whoever mints again on the same day gets the same URL
 * @returns unix time in seconds
 */
export function expiryOf(expiresInSeconds: number | undefined, nowMs: number): number {
  if (expiresInSeconds !== undefined) return Math.floor(nowMs / 1000) + expiresInSeconds;
  const nextMidnightMs = (Math.floor((nowMs + YEAR_MS) / DAY_MS) + 1) * DAY_MS;
  return nextMidnightMs / 1000;
}

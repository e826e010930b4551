/** Finds the UTC day of a time. */
import { DAY_MS } from "../shared/day-ms.js";

/** Returns the day as `YYYY-MM-DD`, and the time when it ends. */
export function utcDayAt(nowMs: number): { readonly date: string; readonly endsAtMs: number } {
  return { date: new Date(nowMs).toISOString().slice(0, 10), endsAtMs: (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS };
}

/** How long a picture that could not be made is not tried again: what failed a moment ago would likely fail again. */
const COOL_DOWNS_MS = [60_000, 5 * 60_000, 30 * 60_000, 6 * 60 * 60_000] as const;
const LONGEST_MS = 6 * 60 * 60_000;

/** By the number of failures one after the other, from 1 on. */
export function coolDownMs(failures: number): number {
  return COOL_DOWNS_MS[failures - 1] ?? LONGEST_MS;
}

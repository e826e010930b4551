/** The waiting time after a failed signed image. Another attempt shortly after a failure would probably fail too. */
const COOL_DOWNS_MS = [60_000, 5 * 60_000, 30 * 60_000, 6 * 60 * 60_000] as const;
const LONGEST_MS = 6 * 60 * 60_000;

/** @param failures the number of failures in a row, at least 1 */
export function coolDownMs(failures: number): number {
  return COOL_DOWNS_MS[failures - 1] ?? LONGEST_MS;
}

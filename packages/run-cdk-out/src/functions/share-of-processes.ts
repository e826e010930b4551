/**
 * Returns how many processes of a pool one event source may use. On AWS, each event source has its own maximum
 * concurrency. This machine has far fewer processes, so the maximum is scaled down in proportion to the largest one of
 * the function's event sources. Otherwise the messages of one queue could occupy all processes.
 *
 * @param maximums the maximum concurrency of each event source of the function, which includes `own`
 */
export function shareOfProcesses(processes: number, own: number, maximums: readonly number[]): number {
  const largest = Math.max(own, ...maximums);
  return Math.min(own, Math.max(1, Math.ceil((processes * own) / largest)));
}

/**
 * Runs work for each item, group by group. The items of one group run at the same time. Resolves to the results in the
 * order of the items.
 */
export async function inGroups<T, R>(
  items: readonly T[],
  groupSize: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += groupSize) {
    results.push(...(await Promise.all(items.slice(start, start + groupSize).map(work))));
  }
  return results;
}

/** Content negotiation by `Accept` (RFC 9110, 12.5.1), for the few routes with more than one media type. */

/**
 * Returns the type that the caller prefers. Returns the first of `types` if the caller prefers several equally or
 * accepts none.
 */
export function preferredType<T extends string>(accept: string | undefined, types: readonly [T, ...T[]]): T {
  const ranges = (accept ?? "*/*").split(",").map(parseRange);
  const weightOf = (type: string): number => {
    // The most specific range decides.
    const names = [type, `${type.split("/")[0] ?? ""}/*`, "*/*"];
    return names.map((name) => ranges.find((range) => range.name === name)?.weight).find((w) => w !== undefined) ?? 0;
  };
  return types.reduce((best, type) => (weightOf(type) > weightOf(best) ? type : best));
}

function parseRange(text: string): { readonly name: string; readonly weight: number } {
  const [name = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const weight = Number(parameters.find((part) => part.startsWith("q="))?.slice(2) ?? 1);
  return { name, weight: Number.isNaN(weight) ? 0 : weight };
}

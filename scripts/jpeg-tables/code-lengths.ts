const LONGEST_CODE = 16;

/**
 * Returns the symbols of each code length from 1 to 16, so that symbols with these weights take the fewest bits. Each
 * symbol gets a code. No code consists only of ones, because JPEG does not allow that. "Package-merge" finds the
 * lengths (Larmore and Hirschberg 1990).
 */
export function symbolsByLength(weights: ReadonlyMap<number, number>): number[][] {
  const lengths = new Map([...weights.keys()].map((symbol) => [symbol, 0]));
  // The symbol -1 does not exist. It is the rarest one, so it gets the code that consists only of ones.
  const coins = [
    { weight: 0, symbols: [-1] },
    ...[...weights].map(([symbol, weight]) => ({ weight, symbols: [symbol] })),
  ];
  coins.sort((one, other) => one.weight - other.weight);
  let packages = coins;
  for (let level = 1; level < LONGEST_CODE; level++) {
    const pairs = Array.from({ length: packages.length >> 1 }, (_, index) => {
      const [one, other] = [packages[2 * index], packages[2 * index + 1]];
      return {
        weight: (one?.weight ?? 0) + (other?.weight ?? 0),
        symbols: [...(one?.symbols ?? []), ...(other?.symbols ?? [])],
      };
    });
    packages = [...coins, ...pairs].sort((one, other) => one.weight - other.weight);
  }
  for (const symbol of packages.slice(0, 2 * weights.size).flatMap(({ symbols }) => symbols)) {
    lengths.set(symbol, (lengths.get(symbol) ?? 0) + 1);
  }
  const byWeight = [...weights].sort((one, other) => other[1] - one[1] || one[0] - other[0]).map(([symbol]) => symbol);
  return Array.from({ length: LONGEST_CODE }, (_, index) =>
    byWeight.filter((symbol) => lengths.get(symbol) === index + 1),
  );
}

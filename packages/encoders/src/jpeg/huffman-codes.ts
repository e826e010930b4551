/** The symbols of each code length from 1 to 16 as hexadecimal numbers, in the order of their codes. */
export type HuffmanTable = readonly string[];

/** The tables of a kind of component: for the differences of means, and for the other coefficients. */
export interface HuffmanTables {
  readonly dc: HuffmanTable;
  readonly ac: HuffmanTable;
}

/** The symbols of a table, by code length and in the order of their codes. */
export function symbolsOf(table: HuffmanTable): number[][] {
  return table.map((line) => (line === "" ? [] : line.split(" ").map((symbol) => Number.parseInt(symbol, 16))));
}

/** The code and the length of each symbol: `code << 5 | length`, and 0 for symbols without code. */
export function codesOf(table: HuffmanTable): Uint32Array {
  const codes = new Uint32Array(256);
  let next = 0;
  for (const [index, symbols] of symbolsOf(table).entries()) {
    for (const symbol of symbols) codes[symbol] = (next++ << 5) | (index + 1);
    next <<= 1;
  }
  return codes;
}

/** The symbols of each code length from 1 to 16 as hexadecimal numbers, in the order of their codes. */
export type HuffmanTable = readonly string[];

/** The tables of luma or of chroma: one for the differences of means, and one for the other coefficients. */
export interface HuffmanTables {
  readonly dc: HuffmanTable;
  readonly ac: HuffmanTable;
}

/** Returns the symbols of a table, by code length and in the order of their codes. */
export function symbolsOf(table: HuffmanTable): number[][] {
  return table.map((line) => (line === "" ? [] : line.split(" ").map((symbol) => Number.parseInt(symbol, 16))));
}

/** Returns the code and the length of each symbol: `code << 5 | length`, or 0 for a symbol without a code. */
export function codesOf(table: HuffmanTable): Uint32Array {
  const codes = new Uint32Array(256);
  let next = 0;
  for (const [index, symbols] of symbolsOf(table).entries()) {
    for (const symbol of symbols) codes[symbol] = (next++ << 5) | (index + 1);
    next <<= 1;
  }
  return codes;
}

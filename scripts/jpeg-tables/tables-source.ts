import { format } from "prettier";

/** The symbols of each code length from 1 to 16: DC and AC of luma, DC and AC of chroma. */
export type Tables = readonly (readonly (readonly number[])[])[];

/** The source file of the encoder's tables. */
export async function tablesSource(tables: Tables): Promise<string> {
  const [lumaDc, lumaAc, chromaDc, chromaAc] = tables.map((table) => JSON.stringify(table.map(lineOf)));
  const source = `/**
 * The Huffman tables of all JPEG pictures, derived from pictures of this project by \`npm run jpeg-tables\`. They have a
 * code for each symbol that a picture can have.
 */
import type { HuffmanTables } from "./huffman-codes.js";

/** The tables for luma and for chroma. */
export const HUFFMAN_TABLES: readonly HuffmanTables[] = [
  { dc: ${lumaDc ?? ""}, ac: ${lumaAc ?? ""} },
  { dc: ${chromaDc ?? ""}, ac: ${chromaAc ?? ""} },
];
`;
  return await format(source, { parser: "typescript", printWidth: 120 });
}

function lineOf(symbols: readonly number[]): string {
  return symbols.map((symbol) => symbol.toString(16).padStart(2, "0")).join(" ");
}

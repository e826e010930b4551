import { format } from "prettier";

/** The source file of the encoder's tables. */
export async function tablesSource(tables: readonly (readonly (readonly number[])[])[]): Promise<string> {
  const [lumaDc, lumaAc, chromaDc, chromaAc] = tables.map((table) => JSON.stringify(table.map(lineOf)));
  const source = `/**
 * The Huffman tables of all JPEG pictures, derived from pictures of this project by \`npm run jpeg-tables\`. They have a code for each
 * symbol that a picture can have.
 */

/** The symbols of each code length from 1 to 16 as hexadecimal numbers, in the order of their codes. */
export type HuffmanTable = readonly string[];

/** The tables for luma and for chroma: of the differences of means, and of the other coefficients. */
export const HUFFMAN_TABLES: readonly { readonly dc: HuffmanTable; readonly ac: HuffmanTable }[] = [
  { dc: ${lumaDc ?? ""}, ac: ${lumaAc ?? ""} },
  { dc: ${chromaDc ?? ""}, ac: ${chromaAc ?? ""} },
];
`;
  return await format(source, { parser: "typescript", printWidth: 120 });
}

function lineOf(symbols: readonly number[]): string {
  return symbols.map((symbol) => symbol.toString(16).padStart(2, "0")).join(" ");
}

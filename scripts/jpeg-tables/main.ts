/**
 * `npm run jpeg-tables [-- --write]` derives the Huffman tables of the JPEG encoder from pictures of this project, and
 * prints the size of the pictures with them. It is not a part of `npm run generate`: each change of rendering changes
 * the counts a little, and other tables change the bytes of all pictures.
 */
import { writeFileSync } from "node:fs";
import { HUFFMAN_TABLES } from "../../packages/encoders/src/jpeg/huffman-tables.js";
import { symbolsOf } from "../../packages/encoders/src/jpeg/huffman-codes.js";
import { symbolsByLength } from "./code-lengths.js";
import { countSymbols, type SymbolCounts } from "./count-symbols.js";
import { trainingPictures } from "./training-pictures.js";
import { type Tables, tablesSource } from "./tables-source.js";
import { STANDARD_TABLES } from "./standard-tables.js";

const TABLES_FILE = new URL("../../packages/encoders/src/jpeg/huffman-tables.ts", import.meta.url);

/**
 * The share of the tables of the standard, which were made from many photos. The photos here are computed. If tables
 * are made without the photos of the benchmark, those photos get 14 to 17 % larger than with their own tables. With
 * this share, they get 9 to 12 % larger. The tables of the standard also have a code for each symbol that a picture can
 * have.
 */
const STANDARD_SHARE = 0.1;

const pictures = (await trainingPictures()).map((picture) => ({ ...picture, counts: countSymbols(picture.jpeg) }));
const trained = train();
console.log("picture, kilobytes with: tables of the standard, committed tables, new tables, tables of its own");
for (const { name, counts } of pictures) {
  const kilobytes = [symbolsOfAll(STANDARD_TABLES), symbolsOfAll(HUFFMAN_TABLES), trained, ownTables(counts)].map(
    (tables) => bitsOf(counts, tables) / 8000,
  );
  console.log(name.padEnd(40), ...kilobytes.map((value) => value.toFixed(1).padStart(7)));
}
if (process.argv.includes("--write")) writeFileSync(TABLES_FILE, await tablesSource(trained));

/** All pictures count equally, except for their weights. */
function train(): Tables {
  return symbolsOfAll(STANDARD_TABLES).map((standard, table) => {
    const weights = new Map<number, number>();
    const add = (symbol: number, weight: number) => weights.set(symbol, (weights.get(symbol) ?? 0) + weight);
    for (const { counts, weight } of pictures) {
      const share = weight / bitsOf(counts, ownTables(counts));
      for (const [symbol, count] of counts[table]?.entries() ?? []) if (count > 0) add(symbol, share * count);
    }
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    // A code of n bits is the best one for a symbol with the probability 2⁻ⁿ.
    const standardWeight = (total * STANDARD_SHARE) / (1 - STANDARD_SHARE);
    for (const [index, symbols] of standard.entries()) {
      for (const symbol of symbols) add(symbol, standardWeight / 2 ** (index + 1));
    }
    return symbolsByLength(weights);
  });
}

function ownTables(counts: SymbolCounts): Tables {
  return counts.map((table) => symbolsByLength(new Map([...table.entries()].filter(([, count]) => count > 0))));
}

function symbolsOfAll(tables: typeof HUFFMAN_TABLES): Tables {
  return tables.flatMap(({ dc, ac }) => [symbolsOf(dc), symbolsOf(ac)]);
}

/** Returns the number of bits of all codes and of the values that follow them. */
function bitsOf(counts: SymbolCounts, tables: Tables): number {
  let bits = 0;
  for (const [table, lengths] of tables.entries()) {
    for (const [index, symbols] of lengths.entries()) {
      for (const symbol of symbols) bits += (counts[table]?.[symbol] ?? 0) * (index + 1 + (symbol & 15));
    }
  }
  return bits;
}

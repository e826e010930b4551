/**
 * `npm run jpeg-tables [-- --write]` derives the Huffman tables of the JPEG encoder from pictures of this project, and prints what
 * the pictures take with them. Not a part of `npm run generate`: each change of rendering changes the counts a little, and other
 * tables change the bytes of all pictures.
 */
import { writeFileSync } from "node:fs";
import { HUFFMAN_TABLES } from "../../core/rendering/output/jpeg/huffman-tables.js";
import { symbolsOf } from "../../core/rendering/output/jpeg/huffman-codes.js";
import { symbolsByLength } from "./code-lengths.js";
import { countSymbols, type SymbolCounts } from "./count-symbols.js";
import { trainingPictures } from "./training-pictures.js";
import { tablesSource } from "./tables-source.js";
import { STANDARD_TABLES } from "./standard-tables.js";

const TABLES_FILE = new URL("../../core/rendering/output/jpeg/huffman-tables.ts", import.meta.url);

/** The symbols of each code length, for each of the four tables. */
type Tables = readonly (readonly (readonly number[])[])[];

/** Symbols that baseline JPEG can have: the sizes of means, and runs of zeros with the size of the coefficient after them. */
const SIZES = Array.from({ length: 12 }, (_, size) => size);
const RUNS = [
  0x00,
  0xf0,
  ...SIZES.slice(1, 11).flatMap((size) => Array.from({ length: 16 }, (_, run) => (run << 4) | size)),
];
const LEGAL = [SIZES, RUNS, SIZES, RUNS];
/** The weight of symbols that occur nowhere. */
const RARE = 1e-12;

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

/** Each picture counts as much as the others, times its weight. */
function train(): Tables {
  return LEGAL.map((legal, table) => {
    const weights = new Map(legal.map((symbol) => [symbol, RARE]));
    for (const { counts, weight } of pictures) {
      const share = weight / bitsOf(counts, ownTables(counts));
      for (const symbol of legal) {
        weights.set(symbol, (weights.get(symbol) ?? 0) + share * (counts[table]?.[symbol] ?? 0));
      }
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

/** The bits of all codes, with those of the values after them. */
function bitsOf(counts: SymbolCounts, tables: Tables): number {
  let bits = 0;
  for (const [table, lengths] of tables.entries()) {
    for (const [index, symbols] of lengths.entries()) {
      for (const symbol of symbols) bits += (counts[table]?.[symbol] ?? 0) * (index + 1 + (symbol & 15));
    }
  }
  return bits;
}

import { BitWriter } from "./bit-writer.js";
import {
  DISTANCE_EXTRA,
  DISTANCE_SYMBOLS,
  distanceRest,
  distanceSymbol,
  END_OF_BLOCK,
  LENGTH_BASE,
  LENGTH_EXTRA,
  LENGTH_SYMBOL,
  LITERAL_SYMBOLS,
} from "./deflate-symbols.js";
import { type FilteredRows, MatchFinder, type Steps } from "./find-matches.js";
import { codeLengths, type Codes, codesOf } from "./huffman.js";
import { writeCodeLengths } from "./write-code-lengths.js";

const MAX_CODE_LENGTH = 15;
/** More than the codes themselves and the end of a block take. */
const HEAD_BYTES = 1024;
const FIRST_LENGTH = END_OF_BLOCK + 1;
const LONGEST_SYMBOL = 28;

/**
 * Compresses filtered rows as one block of deflate with its own codes, and ends it as a full flush does: at the end of a
 * byte, so that the next block can be appended, and no block looks back beyond its own beginning.
 */
export class RowDeflater {
  readonly #matches = new MatchFinder();
  readonly #writer = new BitWriter();
  readonly #literals = new Int32Array(LITERAL_SYMBOLS);
  readonly #distances = new Int32Array(DISTANCE_SYMBOLS);

  /** The compressed rows. They are valid until the next call. */
  deflate(rows: FilteredRows): Uint8Array {
    const steps = this.#matches.find(rows);
    this.#count(rows, steps);
    const writer = this.#writer;
    // No code is longer than 15 bits, so no byte takes more than two.
    writer.start(2 * rows.rows * (1 + rows.width * rows.channels) + HEAD_BYTES);
    // Not the last block, with codes of its own.
    writer.write(0b100, 3);
    const literals = codeLengths(this.#literals, MAX_CODE_LENGTH);
    const distances = codeLengths(this.#distances, MAX_CODE_LENGTH);
    writeCodeLengths(writer, literals, distances);
    const codes = codesOf(literals);
    writeSteps(writer, rows, steps, codes, codesOf(distances));
    writer.writeCode(codes[END_OF_BLOCK] ?? 0);
    writeFlush(writer);
    return writer.finish();
  }

  /** Counts how often each symbol occurs. */
  #count({ words, filters, channels, rows }: FilteredRows, { values, length }: Steps): void {
    const [literals, distances] = [this.#literals.fill(0), this.#distances.fill(0)];
    literals[END_OF_BLOCK] = 1;
    for (const filter of filters.subarray(0, rows)) literals[filter] = (literals[filter] ?? 0) + 1;
    let at = 0;
    for (let step = 0; step < length; step += 3) {
      const end = at + (values[step] ?? 0);
      const repeated = values[step + 1] ?? 0;
      countWords(words, at, end, channels, literals);
      at = end + repeated;
      if (repeated === 0) continue;
      const symbol = FIRST_LENGTH + (LENGTH_SYMBOL[repeated * channels] ?? 0);
      literals[symbol] = (literals[symbol] ?? 0) + 1;
      const distance = distanceSymbol(values[step + 2] ?? 1);
      distances[distance] = (distances[distance] ?? 0) + 1;
    }
  }
}

function countWords(words: Int32Array, from: number, to: number, channels: number, counts: Int32Array): void {
  for (let index = from; index < to; index++) {
    let word = words[index] ?? 0;
    for (let channel = 0; channel < channels; channel++) {
      const byte = word & 255;
      counts[byte] = (counts[byte] ?? 0) + 1;
      word >>>= 8;
    }
  }
}

function writeSteps(
  writer: BitWriter,
  { words, filters, channels, width }: FilteredRows,
  { values, length }: Steps,
  codes: Codes,
  distances: Codes,
): void {
  let at = 0;
  for (let step = 0; step < length; step += 3) {
    if (isRowStart(values, step)) writer.writeCode(codes[filters[at / width] ?? 0] ?? 0);
    const end = at + (values[step] ?? 0);
    const repeated = values[step + 1] ?? 0;
    writer.writeWords(words, at, end, channels, codes);
    at = end + repeated;
    if (repeated > 0) writeMatch(writer, repeated * channels, values[step + 2] ?? 1, codes, distances);
  }
}

/** Each row ends with a step that repeats nothing. */
function isRowStart(values: Int32Array, step: number): boolean {
  return step === 0 || values[step - 2] === 0;
}

function writeMatch(writer: BitWriter, length: number, distance: number, codes: Codes, distances: Codes): void {
  const symbol = LENGTH_SYMBOL[length] ?? 0;
  writer.writeCode(codes[FIRST_LENGTH + symbol] ?? 0);
  if (symbol !== LONGEST_SYMBOL) writer.write(length - (LENGTH_BASE[symbol] ?? 0), LENGTH_EXTRA[symbol] ?? 0);
  const far = distanceSymbol(distance);
  writer.writeCode(distances[far] ?? 0);
  writer.write(distanceRest(distance, far), DISTANCE_EXTRA[far] ?? 0);
}

/** An empty block of stored bytes, which starts at the next whole byte. */
function writeFlush(writer: BitWriter): void {
  writer.write(0, 3);
  writer.align();
  writer.write(0, 16);
  writer.write(0xffff, 16);
}

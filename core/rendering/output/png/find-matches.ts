/** Finds repetitions in filtered rows, as deflate stores them: in whole pixels, and never across the end of a row. */

/** Filtered rows of a band. */
export interface FilteredRows {
  /** The differences of the pixels, row after row. */
  readonly words: Int32Array;
  /** The filter of each row. */
  readonly filters: Uint8Array;
  /** 1 for each row whose differences are all zero, 0 for the others. */
  readonly empty: Uint8Array;
  readonly width: number;
  readonly rows: number;
  /** The bytes of a pixel, 3 or 4. */
  readonly channels: number;
}

/**
 * Three numbers for each step: pixels that are stored as they are, pixels that are repeated then, and the distance of the
 * repetition in bytes. The last step of each row has no repetition.
 */
export interface Steps {
  readonly values: Int32Array;
  /** The numbers in use. */
  readonly length: number;
}

const HASH_BITS = 15;
/** deflate can look back this far. */
const MAX_DISTANCE = 32_768;
/** deflate repeats at most 258 bytes. */
const MAX_MATCH_BYTES = 258;
/** A shorter repetition takes as many bits as its pixels. */
const MIN_RUN = 2;

/** Finds repetitions. It keeps its memory from band to band. */
export class MatchFinder {
  /** Where words with a hash occurred last, plus one. */
  readonly #seen = new Int32Array(1 << HASH_BITS);
  #values = new Int32Array();

  find(band: FilteredRows): Steps {
    const most = 3 * band.rows * (Math.ceil(band.width / MIN_RUN) + 2);
    if (this.#values.length < most) this.#values = new Int32Array(most);
    this.#seen.fill(0);
    let length = 0;
    for (let row = 0; row < band.rows; row++) {
      length = band.empty[row] === 1 ? this.#repeatZeros(band, length) : this.#findInRow(band, row, length);
    }
    return { values: this.#values, length };
  }

  /** Appends the steps of a row of zeros: one, and its repetitions. */
  #repeatZeros({ width, channels }: FilteredRows, before: number): number {
    const values = this.#values;
    const maxMatch = Math.floor(MAX_MATCH_BYTES / channels);
    let step = before;
    let literals = 1;
    let left = width - 1;
    while (left >= MIN_RUN) {
      const length = Math.min(left, maxMatch);
      values[step++] = literals;
      values[step++] = length;
      values[step++] = channels;
      literals = 0;
      left -= length;
    }
    values[step++] = literals + left;
    values[step++] = 0;
    values[step++] = 0;
    return step;
  }

  /** Appends the steps of a row, and returns the end of all steps. */
  #findInRow({ words, width, channels }: FilteredRows, row: number, before: number): number {
    const seen = this.#seen;
    const values = this.#values;
    const maxMatch = Math.floor(MAX_MATCH_BYTES / channels);
    const start = row * width;
    const end = start + width;
    let step = before;
    let literals = start;
    let at = start;
    while (at < end) {
      const word = words[at] ?? 0;
      let length = 0;
      let from = at - 1;
      if (at > start && word === words[from]) length = sameWords(words, at, from, Math.min(end, at + maxMatch));
      // At the beginning of a run, the run is nearer than what the table knows.
      if (length < MIN_RUN && at + 1 < end && word !== words[at + 1]) {
        const hash = hashOf(word, words[at + 1] ?? 0);
        from = (seen[hash] ?? 0) - 1;
        seen[hash] = at + 1;
        length =
          from < 0 || words[from] !== word ? 0 : usableLength(words, at, from, end, width, row, maxMatch, channels);
      }
      if (length < MIN_RUN) {
        at++;
        continue;
      }
      values[step++] = at - literals;
      values[step++] = length;
      values[step++] = (at - from) * channels + row - Math.floor(from / width);
      // A repetition often ends a pixel earlier or later than the last one did.
      if (at + 2 < end) seen[hashOf(words[at + 1] ?? 0, words[at + 2] ?? 0)] = at + 2;
      at += length;
      literals = at;
    }
    values[step++] = end - literals;
    values[step++] = 0;
    values[step++] = 0;
    return step;
  }
}

function hashOf(one: number, other: number): number {
  return Math.imul(Math.imul(one, 0x9e3779b1 | 0) ^ other, 0x85ebca6b | 0) >>> (32 - HASH_BITS);
}

/** How many pixels from `at` to `end` are the same as those from another place on. */
function sameWords(words: Int32Array, at: number, from: number, end: number): number {
  let to = at;
  let source = from;
  while (to < end && words[to] === words[source]) {
    to++;
    source++;
  }
  return to - at;
}

/** The length of a match that saves bits, or 0. It ends where the row of its source ends. */
function usableLength(
  words: Int32Array,
  at: number,
  from: number,
  end: number,
  width: number,
  row: number,
  maxMatch: number,
  channels: number,
): number {
  const sourceRow = Math.floor(from / width);
  const distance = (at - from) * channels + row - sourceRow;
  if (distance > MAX_DISTANCE) return 0;
  return sameWords(words, at, from, Math.min(end, at + maxMatch, at + (sourceRow + 1) * width - from));
}

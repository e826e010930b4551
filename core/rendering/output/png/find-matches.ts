/** Finds repetitions in filtered rows, as deflate stores them: in whole pixels, and never across the end of a row. */

/** Filtered rows of a band. */
export interface FilteredRows {
  /** The differences of the pixels, row after row. */
  readonly words: Int32Array;
  /** The filter of each row. */
  readonly filters: Uint8Array;
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
  length: number;
}

const HASH_BITS = 12;
/** deflate can look back this far. */
const MAX_DISTANCE = 32_768;
/** deflate repeats at most 258 bytes. */
const MAX_MATCH_BYTES = 258;
/** A shorter repetition takes as many bits as its pixels. */
const MIN_RUN = 2;
const MIN_MATCH = 2;
const MIN_FAR_MATCH = 3;
const FAR_BYTES = 1024;

/** Finds the repetitions of bands of one size. */
export class MatchFinder {
  /** Where words with a hash occurred last, plus one. */
  readonly #seen = new Int32Array(1 << HASH_BITS);
  readonly steps: Steps;

  constructor(width: number, rows: number) {
    this.steps = { values: new Int32Array(3 * rows * (Math.ceil(width / MIN_RUN) + 2)), length: 0 };
  }

  find(band: FilteredRows): Steps {
    this.#seen.fill(0);
    this.steps.length = 0;
    for (let row = 0; row < band.rows; row++) this.#findInRow(band, row);
    return this.steps;
  }

  #findInRow({ words, width, channels }: FilteredRows, row: number): void {
    const seen = this.#seen;
    const { values } = this.steps;
    const maxMatch = Math.floor(MAX_MATCH_BYTES / channels);
    const start = row * width;
    const end = start + width;
    let step = this.steps.length;
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
        length = from < 0 || words[from] !== word ? 0 : usableLength(words, at, from, end, width, maxMatch, channels);
      }
      if (length < MIN_RUN) {
        at++;
        continue;
      }
      values[step++] = at - literals;
      values[step++] = length;
      values[step++] = (at - from) * channels + row - Math.floor(from / width);
      at += length;
      literals = at;
    }
    values[step++] = end - literals;
    values[step++] = 0;
    values[step++] = 0;
    this.steps.length = step;
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
  maxMatch: number,
  channels: number,
): number {
  const sourceRow = Math.floor(from / width);
  const most = Math.min(end, at + maxMatch, at + (sourceRow + 1) * width - from);
  const length = sameWords(words, at, from, most);
  const distance = (at - from) * channels;
  // The filters of at most as many rows as pixels lie between.
  if (distance + (at - from) > MAX_DISTANCE) return 0;
  return length >= (distance > FAR_BYTES ? MIN_FAR_MATCH : MIN_MATCH) ? length : 0;
}

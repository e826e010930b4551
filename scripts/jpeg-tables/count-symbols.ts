/** The number of times that each symbol occurs: DC and AC of luma, DC and AC of chroma. */
export type SymbolCounts = readonly Uint32Array[];

/** Symbols by `length << 16 | code`. */
type Decoder = ReadonlyMap<number, number>;

const MARKERS = { huffmanTables: 0xc4, restartInterval: 0xdd, scan: 0xda };
const LONGEST_CODE = 16;
const LAST_PLACE = 63;
const SIXTEEN_ZEROS = 0xf0;
const COMPONENTS = 3;

/**
 * Counts the symbols of a JPEG that this project's encoder wrote: three components, and a restart after each row of
 * blocks.
 */
export function countSymbols(jpeg: Uint8Array): SymbolCounts {
  const counts = [0, 1, 2, 3].map(() => new Uint32Array(256));
  const decoders = new Map<number, Decoder>();
  let blocks = 0;
  let [at, marker]: [number, number | undefined] = [2, undefined];
  while (marker !== MARKERS.scan) {
    marker = jpeg[at + 1];
    const end = at + 2 + wordAt(jpeg, at + 2);
    if (marker === MARKERS.huffmanTables) readTables(jpeg.subarray(at + 4, end), decoders);
    if (marker === MARKERS.restartInterval) blocks = wordAt(jpeg, at + 4);
    at = end;
  }
  for (const row of rowsOf(jpeg.subarray(at))) countRow(new BitReader(row), blocks, decoders, counts);
  return counts;
}

function wordAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

function readTables(bytes: Uint8Array, decoders: Map<number, Decoder>): void {
  for (let at = 0; at < bytes.length;) {
    const decoder = new Map<number, number>();
    let symbolAt = at + 1 + LONGEST_CODE;
    let code = 0;
    for (let length = 1; length <= LONGEST_CODE; length++) {
      for (let left = bytes[at + length] ?? 0; left > 0; left--) {
        decoder.set((length << 16) | code++, bytes[symbolAt++] ?? 0);
      }
      code <<= 1;
    }
    decoders.set(bytes[at] ?? 0, decoder);
    at = symbolAt;
  }
}

/** The data between the markers, without stuffed zeros. */
function rowsOf(scan: Uint8Array): Uint8Array[] {
  const rows: Uint8Array[] = [];
  let row: number[] = [];
  for (let at = 0; at < scan.length; at++) {
    const byte = scan[at] ?? 0;
    if (byte !== 0xff || scan[++at] === 0) row.push(byte);
    else {
      rows.push(Uint8Array.from(row));
      row = [];
    }
  }
  return rows;
}

class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  skip(bits: number): void {
    this.#at += bits;
  }

  readSymbol(decoder: Decoder | undefined): number {
    let code = 0;
    for (let length = 1; length <= LONGEST_CODE; length++) {
      code = (code << 1) | (((this.#bytes[this.#at >>> 3] ?? 0) >>> (7 - (this.#at & 7))) & 1);
      this.#at++;
      const symbol = decoder?.get((length << 16) | code);
      if (symbol !== undefined) return symbol;
    }
    throw new Error("The data has a code that is in no table.");
  }
}

function countRow(
  reader: BitReader,
  blocks: number,
  decoders: ReadonlyMap<number, Decoder>,
  counts: SymbolCounts,
): void {
  for (let block = 0; block < blocks * COMPONENTS; block++) {
    const table = block % COMPONENTS === 0 ? 0 : 1;
    const size = reader.readSymbol(decoders.get(table));
    count(counts[2 * table], size);
    reader.skip(size);
    for (let place = 0; place < LAST_PLACE;) {
      const symbol = reader.readSymbol(decoders.get(0x10 | table));
      count(counts[2 * table + 1], symbol);
      if (symbol === 0) break;
      place += 1 + (symbol >>> 4);
      if (symbol !== SIXTEEN_ZEROS) reader.skip(symbol & 15);
    }
  }
}

function count(counts: Uint32Array | undefined, symbol: number): void {
  if (counts !== undefined) counts[symbol] = (counts[symbol] ?? 0) + 1;
}

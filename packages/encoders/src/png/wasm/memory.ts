/** The layout of the module's memory. Nothing is allocated later. The constant tables are at lower addresses. */

/** The size of the area for the pixels of a band, and of the area for its filtered rows. */
export const MAX_BAND_BYTES: usize = 0x3_0000;

/** Wide loads and stores reach beyond the end of an area by less than this. */
const SLACK: usize = 64;

/** The pixels of the band, four bytes for each. */
export const PIXELS: usize = 0x1_0000;
/** Filtered rows as PNG stores them: the filter of a row, then the bytes of its differences. */
export const BYTES: usize = PIXELS + MAX_BAND_BYTES + SLACK;
/** The compressed rows. They never need many more bytes than the rows themselves. */
export const OUTPUT: usize = BYTES + MAX_BAND_BYTES + SLACK;
/** The band as bytes and repetitions, four bytes for each. */
export const TOKENS: usize = OUTPUT + MAX_BAND_BYTES + 0x1000;

/** Repetitions are chosen segment by segment, so that the tables below stay in the processor cache. */
export const SEGMENT_BYTES: usize = 0x4000;
const SEGMENT_ENTRIES: usize = 4 * SEGMENT_BYTES + SLACK;
/** The repetition that begins at each position of the segment, or 0. */
export const STEPS: usize = TOKENS + 4 * MAX_BAND_BYTES + SLACK;
/** The cost of the cheapest path from each position to the end of the segment. */
export const WAY_COSTS: usize = STEPS + SEGMENT_ENTRIES;
/** The positions of long repetitions. */
export const LONG_STEPS: usize = WAY_COSTS + SEGMENT_ENTRIES;

/** For each hash, the lower 16 bits of the last position where bytes with this hash occurred. */
export const SEEN: usize = LONG_STEPS + SEGMENT_BYTES;
export const SEEN_BITS: u64 = 15;
export const SEEN_BYTES: usize = 0x1_0000;

/** For the lower 15 bits of a position, the lower 16 bits of the previous position with the same hash. */
export const SEEN_BEFORE: usize = SEEN + SEEN_BYTES;

/** The number of times that each literal or length, and each distance, occurs. */
export const LITERAL_COUNTS: usize = SEEN_BEFORE + 0x1_0000;
export const DISTANCE_COUNTS: usize = LITERAL_COUNTS + 4 * 288;
/** The costs of bytes, lengths and distances. */
export const BYTE_COSTS: usize = DISTANCE_COUNTS + 4 * 32;
export const LENGTH_COSTS: usize = BYTE_COSTS + 4 * 256;
export const DISTANCE_COSTS: usize = LENGTH_COSTS + 4 * 260;
/** The lengths of the codes of literals, directly followed by those of distances. */
export const CODE_LENGTHS: usize = DISTANCE_COSTS + 4 * 32;
export const LITERAL_CODES: usize = CODE_LENGTHS + 320;
export const DISTANCE_CODES: usize = LITERAL_CODES + 4 * 288;
/** Scratch memory for building a code. */
export const CODE_SCRATCH: usize = DISTANCE_CODES + 4 * 32;
/** Scratch memory for writing the lengths of the codes. */
export const HEAD_SCRATCH: usize = CODE_SCRATCH + 0x2000;
/** The end of all areas. The compiler gives the module 32 pages (`scripts/encoders/encoder-module-source.ts`). */
const END: usize = HEAD_SCRATCH + 0x1000;
if (END > 32 * 0x1_0000) ERROR("The areas do not fit into the memory of the module.");

/** Returns an entry of a table of 32-bit words. */
export function entry(table: usize, index: u32): usize {
  return table + ((<usize>index) << 2);
}

/** Adds to an entry of a table. */
export function add(place: usize, value: i32): void {
  store<u32>(place, load<u32>(place) + value);
}

import type { Codes } from "./huffman.js";

/** Writes bits from the lowest one of each byte, as deflate does. */
export class BitWriter {
  /** Two bytes at once. This assumes little-endian byte order, as all pixels here do. */
  #halves = new Uint16Array();
  #at = 0;
  /** Bits that are not written yet, and their number, which is less than 16 between two calls. */
  #bits = 0;
  #count = 0;

  /** Starts again, with room for a number of bytes. */
  start(maxBytes: number): void {
    if (this.#halves.byteLength < maxBytes) this.#halves = new Uint16Array((maxBytes + 1) >>> 1);
    this.#at = 0;
    this.#bits = 0;
    this.#count = 0;
  }

  /** Writes at most 16 bits. */
  write(bits: number, count: number): void {
    this.#bits |= bits << this.#count;
    this.#count += count;
    if (this.#count < 16) return;
    this.#halves[this.#at++] = this.#bits;
    this.#bits >>>= 16;
    this.#count -= 16;
  }

  writeCode(code: number): void {
    this.write(code & 0xffff, code >>> 16);
  }

  /** Writes the code of each byte of each word. This is the innermost loop of the encoder. */
  writeWords(words: Int32Array, from: number, to: number, channels: number, codes: Codes): void {
    const halves = this.#halves;
    let [at, bits, count] = [this.#at, this.#bits, this.#count];
    for (let index = from; index < to; index++) {
      let word = words[index] ?? 0;
      for (let channel = 0; channel < channels; channel++) {
        const code = codes[word & 255] ?? 0;
        word >>>= 8;
        bits |= (code & 0xffff) << count;
        count += code >>> 16;
        if (count < 16) continue;
        halves[at++] = bits;
        bits >>>= 16;
        count -= 16;
      }
    }
    [this.#at, this.#bits, this.#count] = [at, bits, count];
  }

  /** Fills up the last byte with zeros. */
  align(): void {
    this.write(0, (8 - (this.#count & 7)) & 7);
  }

  /** Fills up the last byte with zeros, and returns the bytes. They are valid until the next write. */
  finish(): Uint8Array {
    const length = 2 * this.#at + ((this.#count + 7) >>> 3);
    this.#halves[this.#at] = this.#bits;
    return new Uint8Array(this.#halves.buffer, 0, length);
  }
}

import { brokenFont } from "./sfnt.js";

/** Reads a part of a font file from start to end. Throws if the file would be read beyond its end. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get position(): number {
    return this.#at;
  }

  /** Reads a number of bytes. @throws FontError */
  take(length: number): Buffer {
    const start = this.skip(length);
    return this.#bytes.subarray(start, this.#at);
  }

  /** Passes over a number of bytes, and returns their position. @throws FontError */
  skip(length: number): number {
    const start = this.#at;
    if (start + length > this.#bytes.length) throw brokenFont();
    this.#at += length;
    return start;
  }

  /** Returns the bytes from a position to the current one. */
  since(start: number): Buffer {
    return this.#bytes.subarray(start, this.#at);
  }

  uint8(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw brokenFont();
    this.#at += 1;
    return value;
  }

  uint16(): number {
    return this.#bytes.readUInt16BE(this.skip(2));
  }

  int16(): number {
    return this.#bytes.readInt16BE(this.skip(2));
  }

  uint32(): number {
    return this.#bytes.readUInt32BE(this.skip(4));
  }

  /** Reads a number of one to three bytes (WOFF2, section 6.1.1, 255UInt16). */
  packedUint16(): number {
    const code = this.uint8();
    if (code === 253) return this.uint16();
    if (code === 254) return this.uint8() + 506;
    return code === 255 ? this.uint8() + 253 : code;
  }

  /** Reads a number of one to five bytes with seven bits each (WOFF2, section 6.1.1, UIntBase128). */
  packedUint32(): number {
    let value = 0;
    for (let index = 0; index < 5; index++) {
      const byte = this.uint8();
      if (index === 0 && byte === 0x80) throw brokenFont();
      value = value * 128 + (byte & 0x7f);
      if ((byte & 0x80) === 0) return value;
    }
    throw brokenFont();
  }
}

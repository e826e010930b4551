import { describe, expect, test } from "@jest/globals";
import { ByteReader } from "../../src/fonts/byte-reader.js";

const reader = (...bytes: number[]) => new ByteReader(Buffer.from(bytes));

describe("ByteReader", () => {
  test("numbers are read one after another, with the highest byte first", () => {
    const bytes = reader(1, 2, 3, 0xff, 0xfe, 0x80, 0, 0, 1, 9);
    expect([bytes.uint8(), bytes.uint16(), bytes.int16(), bytes.uint32()]).toEqual([1, 0x0203, -2, 0x80000001]);
    expect(bytes.position).toBe(9);
    expect([...bytes.take(1)]).toEqual([9]);
    expect(bytes.position).toBe(10);
  });

  test("nothing can be read beyond the end", () => {
    expect(() => reader().uint8()).toThrow();
    expect(() => reader(1).uint16()).toThrow();
    expect(() => reader(1, 2, 3).uint32()).toThrow();
    expect(() => reader(1, 2).take(3)).toThrow();
    expect(reader(1, 2).take(2)).toHaveLength(2);
    expect(reader().take(0)).toHaveLength(0);
  });

  // WOFF2, section 6.1.1: "the value 506 has three encodings".
  test.each([
    [[0], 0],
    [[252], 252],
    [[255, 0], 253],
    [[255, 253], 506],
    [[254, 0], 506],
    [[254, 255], 761],
    [[253, 1, 250], 506],
    [[253, 255, 255], 65_535],
  ])("the bytes %j are the packed number %d", (bytes, value) => {
    expect(reader(...bytes).packedUint16()).toBe(value);
  });

  test.each([
    [[0x3f], 63],
    [[0x7f], 127],
    [[0x81, 0x00], 128],
    [[0xff, 0x7f], 16_383],
    [[0x8f, 0xff, 0xff, 0xff, 0x7f], 0xffffffff],
  ])("the bytes %j are the number %d with seven bits in each byte", (bytes, value) => {
    expect(reader(...bytes).packedUint32()).toBe(value);
  });

  test("a number with seven bits in each byte has no leading zeros and at most five bytes", () => {
    expect(() => reader(0x80, 0x01).packedUint32()).toThrow();
    expect(() => reader(0x81, 0x81, 0x81, 0x81, 0x81, 0x01).packedUint32()).toThrow();
    expect(reader(0x81, 0x80, 0x00).packedUint32()).toBe(16_384);
  });
});

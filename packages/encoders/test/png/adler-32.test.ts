import { describe, expect, test } from "@jest/globals";
import { deflateSync } from "node:zlib";
import { combineAdler, EMPTY_ADLER } from "../../src/png/adler-32.js";
import { randomSource } from "../../../engine/test/oracle/random-source.js";

/** Returns the checksum that zlib writes at the end of a stream. */
function adlerOfZlib(bytes: Uint8Array): number {
  return deflateSync(bytes).readUInt32BE(deflateSync(bytes).length - 4);
}

function randomBytes(length: number, seed: number, least = 0): Uint8Array {
  const random = randomSource(seed);
  return Uint8Array.from({ length }, () => random.whole(least, 255));
}

describe("the checksum of a PNG's pixels", () => {
  test.each([0, 1, 2, 3800, 65_520, 65_521, 65_522, 200_000])(
    "the combined checksum of two pieces, the second with %d bytes, is zlib's checksum of both together",
    (length) => {
      const [first, second] = [randomBytes(1000, length), randomBytes(length, length + 1, 250)];
      const combined = combineAdler(adlerOfZlib(first), adlerOfZlib(second), second.length);
      expect(combined).toBe(adlerOfZlib(Buffer.concat([first, second])));
    },
  );

  test("any number of pieces can be combined, starting with the checksum of no bytes", () => {
    const bytes = randomBytes(50_000, 9);
    let combined = EMPTY_ADLER;
    for (let at = 0; at < bytes.length; at += 777) {
      const piece = bytes.subarray(at, at + 777);
      combined = combineAdler(combined, adlerOfZlib(piece), piece.length);
    }
    expect(combined).toBe(adlerOfZlib(bytes));
  });
});

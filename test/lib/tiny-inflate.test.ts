import { createRequire } from "node:module";
import { deflateRawSync } from "node:zlib";
import { expect, test } from "@jest/globals";

type Inflate = (source: Uint8Array, destination: Uint8Array) => Uint8Array;
const inflate = createRequire(import.meta.url)("../../lib/builtins/tiny-inflate.cjs") as Inflate;

test("the bundles' replacement of tiny-inflate fills the destination and returns the part that it has written", () => {
  const data = Uint8Array.from({ length: 5000 }, (_, index) => (index * index) % 251);
  const destination = new Uint8Array(6000);
  const written = inflate(deflateRawSync(data), destination);
  expect(written).toEqual(data);
  // Readers take the whole buffer of the returned array.
  expect([written.buffer === destination.buffer, written.byteOffset]).toEqual([true, 0]);
});

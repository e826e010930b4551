import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { ImageRenderError, ImageSigner } from "../src/index.js";

interface Vector {
  readonly name: string;
  readonly template: string;
  readonly keyId: string;
  readonly generation: number;
  readonly pairs: readonly (readonly [string, string])[];
  readonly templateKey: string;
  readonly url: string;
}

const { baseUrl, valid } = JSON.parse(readFileSync("examples/signing-vectors.json", "utf8")) as {
  readonly baseUrl: string;
  readonly valid: readonly Vector[];
};
const signerOf = ({ template, keyId, generation, templateKey }: Vector) =>
  new ImageSigner(baseUrl, { template, keyId, generation, key: templateKey });
const vector = (name: string): Vector => {
  const found = valid.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no vector "${name}".`);
  return found;
};
const queryOf = (url: string) => new URL(url).searchParams;

describe("a signer without the service", () => {
  test.each(valid)("makes the URL of the vector: $name", async (one) => {
    await expect(signerOf(one).sign(one.pairs)).resolves.toBe(one.url);
  });

  test("makes the URL of a vector from a payload, with the text of a layer as a key of its own", async () => {
    const one = vector("one text");
    await expect(signerOf(one).url({ layers: { title: { text: "Hello" } } })).resolves.toBe(one.url);
    const expiring = vector("an expiry, which is signed but no part of the picture");
    const expiresAt = new Date(1_893_456_000_999);
    await expect(signerOf(expiring).url({ layers: { title: { text: "Hello" } }, expiresAt })).resolves.toBe(
      expiring.url,
    );
    const jpg = vector("jpg");
    await expect(signerOf(jpg).url({ format: "jpeg" })).resolves.toBe(jpg.url);
  });

  test("leaves out defaults, so that equal pictures have one URL", async () => {
    const signer = signerOf(vector("one text"));
    const plain = await signer.url({ layers: { title: { text: "Hello" } } });
    const explicit = { format: "png", scale: 1, transparent: false, variables: {}, about: {} } as const;
    await expect(signer.url({ ...explicit, layers: { title: { text: "Hello" } } })).resolves.toBe(plain);
  });

  test("writes everything else as JSON with sorted keys, and a layer that is named like a reserved key too", async () => {
    const url = await signerOf(vector("one text")).url({
      layers: {
        title: { text: "Hello", color: "#f00" },
        format: { text: "A4" },
        _x: { text: "x" },
        photo: { z: 1, a: 2 },
      },
      variables: { price: 9, name: "Ada" },
      version: 3,
      locale: "de",
      timeZone: "Europe/Berlin",
      quality: 70,
      about: { title: "Sale", author: "Ada" },
      nonce: "2",
    });
    expect(Object.fromEntries(queryOf(url))).toMatchObject({
      layers:
        '{"_x":{"text":"x"},"format":{"text":"A4"},"photo":{"a":2,"z":1},"title":{"color":"#f00","text":"Hello"}}',
      variables: '{"name":"Ada","price":9}',
      version: "3",
      _locale: "de",
      _timeZone: "Europe/Berlin",
      _quality: "70",
      _about: '{"author":"Ada","title":"Sale"}',
      nonce: "2",
    });
  });

  test.each([
    [
      "a key that occurs twice",
      [
        ["a", "1"],
        ["a", "2"],
      ],
    ],
    ["the key of the signature", [["sig", "1"]]],
    ["half a surrogate pair", [["a", "\ud800"]]],
    ["more than 4,096 bytes", [["a", "x".repeat(4_096)]]],
  ] as const)("refuses %s", async (_, pairs) => {
    await expect(signerOf(vector("one text")).sign(pairs)).rejects.toBeInstanceOf(ImageRenderError);
  });

  test("shows its key in no text form", async () => {
    const signer = signerOf(vector("one text"));
    await signer.sign([]);
    const { templateKey } = vector("one text");
    expect(inspect(signer, { showHidden: true, depth: 20 })).not.toContain(templateKey);
    expect(JSON.stringify(signer)).not.toContain(templateKey);
  });
});

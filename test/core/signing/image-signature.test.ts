import { execFileSync, spawnSync } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { derivePurposeKey, deriveTemplateKey } from "../../../core/signing/derive-keys.js";
import { canonicalString, isImageSignatureValid, readSignedImage } from "../../../core/signing/image-signature.js";
import { parseKeyRing } from "../../../core/signing/key-ring.js";
import { nodeCrypto } from "../../../core/signing/node-crypto.js";
import { signedPictureKey } from "../../../core/signing/picture-identity.js";
import { signImageUrl, templateSigningKey } from "../../../core/signing/sign-image-url.js";

interface Vectors {
  baseUrl: string;
  masterKeys: Record<string, string>;
  valid: {
    name: string;
    template: string;
    keyId: string;
    generation: number;
    pairs: [string, string][];
    templateKey: string;
    canonical: string;
    url: string;
    storedAs: string;
    same?: string[];
  }[];
  invalid: { name: string; template: string; query: string; fault: string }[];
}

const FILE = "examples/signing-vectors.json";
const vectors = JSON.parse(readFileSync(FILE, "utf8")) as Vectors;
const queryOf = (url: string) => url.slice(url.indexOf("?") + 1);
const pairsOf = (pairs: [string, string][]) => pairs.map(([key, value]) => ({ key, value }));

/** Verifies a query in the same way as the edge function. */
function verify(template: string, query: string): string {
  const image = readSignedImage(template, query);
  if (typeof image === "string") return "unreadable";
  const masterKey = Object.hasOwn(vectors.masterKeys, image.keyId) ? vectors.masterKeys[image.keyId] : undefined;
  if (masterKey === undefined) return "unknown key";
  const imageKey = derivePurposeKey(nodeCrypto, masterKey, "img");
  return isImageSignatureValid(nodeCrypto, imageKey, image) ? "valid" : "wrong signature";
}

describe("the signature of an image URL", () => {
  test.each(vectors.valid)("the signature and the storage key match the test vector: $name", (vector) => {
    const { template, keyId, generation, canonical, url, storedAs, same = [] } = vector;
    const ring = parseKeyRing(JSON.stringify({ ...vectors.masterKeys, current: keyId }));
    const key = templateSigningKey(ring, template, generation);
    expect(key.key).toBe(vector.templateKey);
    expect(signImageUrl(vectors.baseUrl, key, pairsOf(vector.pairs))).toBe(url);
    for (const query of [queryOf(url), ...same]) {
      const image = readSignedImage(template, query);
      if (typeof image === "string") throw new Error(image);
      expect([verify(template, query), canonicalString(image), signedPictureKey(nodeCrypto, image)]).toEqual([
        "valid",
        canonical,
        storedAs,
      ]);
      expect(Object.fromEntries(image.pairs.map(({ key, value }) => [key, value]))).toEqual(
        Object.fromEntries(vector.pairs),
      );
    }
  });

  test.each(vectors.invalid)("a URL does not verify with $name", ({ template, query, fault }) => {
    expect(verify(template, query)).toBe(fault);
  });

  test("the signature and the storage key follow the steps in docs/signing.md", () => {
    const [first] = vectors.valid;
    const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("base64url");
    const template = "0c5a2d3e-7b41-4f0e-9a6c-2f1d8e7b6a50";
    const key = hmac(hmac(vectors.masterKeys["k1"] ?? "", "img"), `${template}\n1`);
    expect(first?.url).toBe(
      `https://images.example.com/api/v1/img/${template}?sig=k1.1.${hmac(key, `v1\n${template}`)}`,
    );
    const hash = createHash("sha256").update(`v1\n${template}`).digest("hex");
    expect(first?.storedAs).toBe(`img/${hash.slice(0, 2)}/${hash}.png`);
  });
});

/** The steps of docs/signing.md, without any code under test. */
function signByRecipe({ template, keyId, generation, pairs }: Vectors["valid"][number]): string {
  const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("base64url");
  const escape = (byte: number) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  const encode = (text: string) =>
    [...Buffer.from(text)].map((byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : escape(byte),
    );
  const lines = pairs
    .map((pair) => pair.map((text) => encode(text).join("")))
    .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1))
    .map((pair) => pair.join("="));
  const key = hmac(hmac(vectors.masterKeys[keyId] ?? "", "img"), `${template}\n${generation}`);
  const code = hmac(key, ["v1", template, ...lines].join("\n"));
  return `${vectors.baseUrl}/api/v1/img/${template}?${[...lines, `sig=${keyId}.${generation}.${code}`].join("&")}`;
}

function signByPython({ template, keyId, generation, templateKey, pairs }: Vectors["valid"][number]): string {
  const named = { base: vectors.baseUrl, template, "key-id": keyId, generation: String(generation), key: templateKey };
  const options = Object.entries(named).flatMap(([name, value]) => [`--${name}`, value]);
  const texts = pairs.map((pair) => pair.join("="));
  return execFileSync("python3", ["-B", "examples/sign_url.py", ...options, ...texts], { encoding: "utf8" }).trim();
}

function checkSteps(): void {
  for (const vector of vectors.valid) expect(signByRecipe(vector)).toBe(vector.url);
}

function checkPython(): void {
  const output = execFileSync("python3", ["-B", "examples/sign_url.py", "--check", FILE], { encoding: "utf8" });
  expect(output).toBe(`${vectors.valid.length} vectors reproduced\n`);
  const json = vectors.valid.find(({ name }) => name.startsWith("JSON in layers"));
  if (json === undefined) throw new Error("The test vector does not exist.");
  expect(signByPython(json)).toBe(json.url);
}

/** Python is not a dependency of the project, so its check runs only where it is installed. */
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const signers = [
  ["the documented steps", checkSteps] as const,
  ...(hasPython ? [["examples/sign_url.py", checkPython] as const] : []),
];

test.each(signers)("an independent signer reproduces all test vectors: %s", (_name, check) => check());

describe("the storage key of a signed image", () => {
  const [template] = vectors.valid.map((vector) => vector.template);
  const keyOf = (pairs: [string, string][], id = template ?? "") => {
    const ring = parseKeyRing(JSON.stringify({ ...vectors.masterKeys, current: "k1" }));
    const image = readSignedImage(id, queryOf(signImageUrl("", templateSigningKey(ring, id, 1), pairsOf(pairs))));
    if (typeof image === "string") throw new Error(image);
    return signedPictureKey(nodeCrypto, image);
  };

  test("the storage key does not depend on exp, but on everything else", () => {
    const plain = keyOf([["title", "A"]]);
    expect(
      keyOf([
        ["title", "A"],
        ["exp", "4102444800"],
      ]),
    ).toBe(plain);
    const others = [
      keyOf([["title", "B"]]),
      keyOf([["Title", "A"]]),
      keyOf([
        ["title", "A"],
        ["nonce", "2"],
      ]),
      keyOf([
        ["title", "A"],
        ["exp2", "4102444800"],
      ]),
      keyOf([["title", "A"]], "9f8e7d6c-5b4a-4392-8170-6f5e4d3c2b1a"),
    ];
    expect(new Set([plain, ...others]).size).toBe(6);
  });

  test("the storage key has a valid file extension for any format", () => {
    expect(keyOf([["format", "webp"]])).toMatch(/^img\/([0-9a-f]{2})\/\1[0-9a-f]{62}\.webp$/);
    expect(keyOf([["format", "../../renders/x"]])).toMatch(/^img\/([0-9a-f]{2})\/\1[0-9a-f]{62}\.png$/);
  });
});

describe("invalid pairs", () => {
  const ring = parseKeyRing(JSON.stringify({ ...vectors.masterKeys, current: "k1" }));
  const key = templateSigningKey(ring, "0c5a2d3e-7b41-4f0e-9a6c-2f1d8e7b6a50", 1);

  test.each([
    ["a URL of more than 4,096 bytes", [["title", "x".repeat(4_000)]], "url", /Upload images first/],
    [
      "a key that occurs twice",
      [
        ["a", "1"],
        ["a", "2"],
      ],
      "a",
      /twice/,
    ],
    ["the key sig", [["sig", "1"]], "sig", /reserved for the signature/],
    ["half a surrogate pair", [["title", "\ud83d"]], "title", /surrogate/],
  ] as [string, [string, string][], string, RegExp][])("signing rejects %s", (_name, pairs, path, message) => {
    const sign = () => signImageUrl("https://images.example.com", key, pairsOf(pairs));
    expect(sign).toThrow(
      expect.objectContaining({
        code: "VALIDATION_ERROR",
        details: { issues: [{ path, message: expect.stringMatching(message) as unknown }] },
      }),
    );
  });
});

test("derived keys are different for each purpose, template, and generation", () => {
  const master = vectors.masterKeys["k1"] ?? "";
  const image = derivePurposeKey(nodeCrypto, master, "img");
  expect(image).not.toBe(derivePurposeKey(nodeCrypto, master, "asset"));
  expect(deriveTemplateKey(nodeCrypto, image, "a", 11)).not.toBe(deriveTemplateKey(nodeCrypto, image, "a\n1", 1));
});

import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import vm from "node:vm";
import { expect, test } from "@jest/globals";

interface Vector {
  readonly template: string;
  readonly keyId: string;
  readonly generation: number;
  readonly pairs: readonly (readonly [string, string])[];
  readonly templateKey: string;
  readonly url: string;
}

const vectors = JSON.parse(readFileSync("examples/signing-vectors.json", "utf8")) as {
  baseUrl: string;
  valid: readonly Vector[];
};

/** Runs the script of Google Sheets with the parts of Apps Script that it uses. */
function runScript(properties: Readonly<Record<string, unknown>>) {
  const context = vm.createContext({
    PropertiesService: { getScriptProperties: () => ({ getProperties: () => properties }) },
    Utilities: {
      Charset: { UTF_8: "utf8" },
      computeHmacSha256Signature: (value: string, key: string) => createHmac("sha256", key).update(value).digest(),
      base64EncodeWebSafe: (bytes: Buffer) => bytes.toString("base64").replaceAll("+", "-").replaceAll("/", "_"),
    },
  });
  vm.runInContext(readFileSync("examples/guides/signed-pictures.gs", "utf8"), context);
  return context as unknown as {
    signedUrl_: (settings: unknown, pairs: readonly unknown[]) => string;
    PICTURE_URL: (names: unknown, values: unknown, options?: string) => string;
  };
}

const settingsOf = ({ template, keyId, generation, templateKey }: Vector) => ({
  IRS_URL: vectors.baseUrl,
  IRS_TEMPLATE: template,
  IRS_KEY_ID: keyId,
  IRS_GENERATION: String(generation),
  IRS_SIGNING_KEY: templateKey,
});

test("the script for Google Sheets makes the URL of every signing vector", () => {
  expect(vectors.valid.length).toBeGreaterThan(5);
  for (const vector of vectors.valid) {
    expect(runScript({}).signedUrl_(settingsOf(vector), vector.pairs)).toBe(vector.url);
  }
});

test("a row of Google Sheets gives the URL with the texts of its cells, without empty cells", () => {
  const vector = vectors.valid.find(({ name }: Vector & { name?: string }) => name === "one text");
  if (vector === undefined) throw new Error("The vector is missing.");
  const { PICTURE_URL } = runScript(settingsOf(vector));
  expect(PICTURE_URL([["title", "subtitle"]], [["Hello", ""]])).toBe(vector.url);
});

import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { compressed } from "../../../lambdas/shared/compressed.js";
import type { HttpEvent } from "../../../lambdas/shared/http-event.js";

const TEXT = JSON.stringify({ text: "x".repeat(5000) });
const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync };

const respond = async (accepted: string | undefined, body = TEXT) => {
  const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
  const response = { statusCode: 200, headers: { etag: '"1"', vary: "Origin" }, body };
  return await compressed({ headers } as unknown as HttpEvent, response);
};

describe("the compression of JSON responses", () => {
  test.each([
    ["gzip, deflate, br", "br"],
    ["gzip", "gzip"],
    ["GZIP;q=0.5", "gzip"],
    ["br;q=0.1, gzip;q=0.9", "gzip"],
    ["*", "br"],
  ] as const)("a large response to a caller who accepts %s is compressed by %s", async (accepted, encoding) => {
    const { headers, body, isBase64Encoded } = await respond(accepted);
    expect(headers).toEqual({ "content-encoding": encoding, etag: 'W/"1"', vary: "Origin, Accept-Encoding" });
    expect([isBase64Encoded, (body as string).length < 1000]).toEqual([true, true]);
    expect(DECODERS[encoding](Buffer.from(body as string, "base64")).toString()).toBe(TEXT);
  });

  test.each([["identity"], ["gzip;q=0"], ["gzip;q=x"], [""], [undefined]])(
    "a large response to a caller who accepts %j stays as it is, and its Vary header names Accept-Encoding",
    async (accepted) => {
      const { headers, body } = await respond(accepted);
      expect(headers).toEqual({ etag: '"1"', vary: "Origin, Accept-Encoding" });
      expect(body).toBe(TEXT);
    },
  );

  test("a small response stays as it is, since compression would not pay", async () => {
    expect((await respond("br", "{}")).headers).toEqual({ etag: '"1"', vary: "Origin" });
  });
});

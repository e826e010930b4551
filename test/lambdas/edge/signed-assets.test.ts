import { describe, expect, test } from "@jest/globals";
import { ASSET_KEY, edgeWith, hmac, JOB } from "./edge-fixture.js";

const sign = (format: string, job = JOB) => `k1.${format}.${hmac(ASSET_KEY, `v1\n${job}\n${format}`)}`;
const PATH = `/api/v1/renders/${JOB}/asset`;
const group = (otherwise: string) => ({
  kind: "group",
  group: {
    originIds: [{ originId: "bucket" }, { originId: otherwise }],
    failoverCriteria: { statusCodes: [403, 404, 416, 500, 502, 503, 504] },
  },
});
const ask = edgeWith();

describe("asset URLs with a valid signature", () => {
  test.each(["asset", "image"])(
    "a signed /%s request goes to the bucket first, without the caller's credentials",
    async (name) => {
      const path = `/api/v1/renders/${JOB}/${name}`;
      const headers = { authorization: "Bearer k", cookie: "irs_session=s; other=1", range: "bytes=0-9" };
      const { returned, origin } = await ask(`${path}?sig=${sign("webp")}&acl=&response-content-type=text%2Fhtml`, {
        headers,
      });
      expect(returned.uri).toBe(`/renders/${JOB}.webp`);
      expect([returned.querystring, returned.cookies]).toEqual([{}, {}]);
      expect(returned.headers).toEqual({
        host: { value: "images.example.com" },
        range: { value: "bytes=0-9" },
        "x-irs-base-url": { value: "https://images.example.com" },
        "x-irs-viewer-address": { value: "192.0.2.1" },
        "x-irs-request-id": { value: "edge-1" },
        "x-irs-target": { value: `${path}?sig=${sign("webp")}` },
      });
      expect(origin).toEqual(group("stream"));
    },
  );

  test("a signed download has a content disposition that S3 accepts in signed requests", async () => {
    const { returned } = await ask(`${PATH}?download=1&sig=${sign("png")}`);
    expect(returned.querystring).toEqual({
      "response-content-disposition": { value: `attachment%3B%20filename%3D%22${JOB}.png%22` },
    });
    expect(returned.headers["x-irs-target"]?.value).toBe(`${PATH}?sig=${sign("png")}&download=1`);
  });

  test("a signed HEAD request goes to the stream function, which recognizes archived files", async () => {
    const { returned, origin } = await ask(`${PATH}?sig=${sign("png")}`, { method: "HEAD" });
    expect([returned.uri, origin]).toEqual([`/renders/${JOB}.png`, { kind: "select", originId: "stream" }]);
  });
});

describe("asset URLs without a valid signature", () => {
  test.each([
    ["no signature", ""],
    ["an empty signature", "?sig="],
    ["a signature with a changed character", `?sig=${sign("png").slice(0, -1)}~`],
    ["a signature of another format", `?sig=${sign("png").replace(".png.", ".jpg.")}`],
    ["a signature of another job", `?sig=${sign("png", "4d5b1c0e-9f42-4c1a-8b77-5e2f6a9d0c31")}`],
    ["a signature of an unknown key", `?sig=${sign("png").replace("k1.", "k2.")}`],
    ["the signature of a signed image", `?sig=k1.1.${hmac(ASSET_KEY, "v1")}`],
    ["no signature and a malformed query", "?x=%ff"],
    ["no signature and a repeated parameter", "?design=1&design=2"],
  ])("an asset request with %s goes to the stream function with the caller's key", async (_what, query) => {
    const { returned, origin } = await ask(`${PATH}${query}`, { headers: { authorization: "Bearer k" } });
    expect([returned.uri, origin]).toEqual([PATH, undefined]);
    expect(returned.headers["x-irs-authorization"]).toEqual({ value: "Bearer k" });
    expect(returned.headers).not.toHaveProperty("x-irs-target");
  });

  test.each([
    ["two signatures", `?sig=${sign("png")}&sig=${sign("png")}`],
    ["a forged and a valid signature", `?sig=x&sig=${sign("png")}`],
    ["an encoded and a valid signature", `?%73%69g=x&sig=${sign("png")}`],
    ["an encoded signature in a malformed query", `?%73ig=${sign("png")}&x=%ff`],
    ["a signature in a malformed query", `?sig=${sign("png")}&x=%ff`],
    ["a signature and a repeated parameter", `?a=1&sig=${sign("png")}&a=2`],
  ])("an asset request with %s is refused at the edge", async (_what, query) => {
    const { returned, code } = await ask(`${PATH}${query}`, { headers: { authorization: "Bearer k" } });
    expect([returned.statusCode, code]).toEqual([401, "UNAUTHORIZED"]);
  });

  test("an ID in upper case leads to the same picture, with or without a signature", async () => {
    const upper = `/api/v1/renders/${JOB.toUpperCase()}/asset`;
    const signed = await ask(`${upper}?sig=${sign("png")}`);
    expect([signed.returned.uri, signed.origin]).toEqual([`/renders/${JOB}.png`, group("stream")]);
    expect((await ask(upper)).returned.uri).toBe(PATH);
  });

  test("a signed POST request is not rewritten", async () => {
    const { returned, origin } = await ask(`${PATH}?sig=${sign("png")}`, { method: "POST" });
    expect([returned.uri, origin]).toEqual([PATH, undefined]);
  });
});

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { errorBodySchema } from "../../../core/contract/errors.js";
import { type Asked, edgeWith, hmac, IMAGE_KEY, type Seen, signLines, TEMPLATE } from "./edge-fixture.js";

const FAR = "4102444800";
const LINES = [`exp=${FAR}`, "format=webp", "title=Gr%C3%BC%C3%9Fe"];
const SIG = signLines(LINES);
const PATH = `/api/v1/img/${TEMPLATE}`;
const QUERY = `${LINES.join("&")}&sig=${SIG}`;
const URL = `${PATH}?${QUERY}`;

const storedAs = (lines: readonly string[], format: string) => {
  const hash = createHash("sha256")
    .update(["v1", TEMPLATE, ...lines].join("\n"))
    .digest("hex");
  return `/img/${hash.slice(0, 2)}/${hash}.${format}`;
};
const GROUP = {
  kind: "group",
  group: {
    originIds: [{ originId: "bucket" }, { originId: "image" }],
    failoverCriteria: { statusCodes: [403, 404, 416, 500, 502, 503, 504] },
  },
};
const outcomeOf = ({ returned, code, origin }: Seen) => [returned.statusCode, code, origin];
const REFUSED = [401, "UNAUTHORIZED", undefined];

describe("signed image URLs with a valid signature", () => {
  const ask = edgeWith();

  test.each(["GET", "HEAD"])(
    "a signed %s request goes to the bucket first, with its stored name and without its query",
    async (method) => {
      const { returned, origin } = await ask(URL, { method, headers: { authorization: "Bearer x", cookie: "a=b" } });
      expect(returned.uri).toBe(storedAs(LINES.slice(1), "webp"));
      expect(returned.querystring).toEqual({});
      expect(returned.headers["x-irs-target"]).toEqual({ value: URL });
      expect(origin).toEqual(GROUP);
    },
  );

  test("the edge function passes on the time at which it received the view, whatever the viewer says", async () => {
    const beforeMs = Date.now();
    const { returned } = await ask(URL, { headers: { "x-irs-since": "1" } });
    const since = Number(returned.headers["x-irs-since"]?.value);
    expect(since).toBeGreaterThanOrEqual(beforeMs);
    expect(since).toBeLessThanOrEqual(Date.now());
  });

  test.each([
    `sig=${SIG}&title=Gr%c3%bc%c3%9fe&format=webp&exp=${FAR}`,
    `%74itle=Gr%C3%BC%C3%9Fe&&exp=${FAR}&form%61t=%77ebp&sig=${SIG.replace(".", "%2E")}`,
  ])("a URL with another encoding or order has the same stored name: %s", async (query) => {
    const { returned } = await ask(`${PATH}?${query}`);
    expect([returned.uri, returned.headers["x-irs-target"]?.value]).toEqual([storedAs(LINES.slice(1), "webp"), URL]);
  });

  test("query keys that are also S3 parameters never reach the bucket", async () => {
    const lines = ["X-Amz-Signature=0", "acl=", "response-content-type=text%2Fhtml", "sigs=1", "%C3%A4=1"].sort();
    const { returned } = await ask(`${PATH}?${lines.join("&")}&sig=${signLines(lines)}`);
    expect([returned.uri, returned.querystring]).toEqual([storedAs(lines, "png"), {}]);
  });

  test("the edge function accepts every valid signing vector of the documentation and refuses every invalid one", async () => {
    const vectors = JSON.parse(readFileSync("examples/signing-vectors.json", "utf8")) as {
      baseUrl: string;
      masterKeys: Record<string, string>;
      valid: { url: string; storedAs: string }[];
      invalid: { template: string; query: string }[];
    };
    const entries = Object.entries(vectors.masterKeys).map(([id, key]) => [`img.${id}`, hmac(key, "img")]);
    const askWith = edgeWith(Object.fromEntries(entries) as Record<string, string>);
    for (const { url, storedAs: place } of vectors.valid) {
      const expired = url.includes("exp=1893456000") && Date.now() >= 1_893_456_000_000;
      const { returned } = await askWith(url.slice(vectors.baseUrl.length));
      expect(returned.uri).toBe(expired ? undefined : `/${place}`);
    }
    for (const { template, query } of vectors.invalid.filter((vector) => vector.template !== "sign")) {
      expect(outcomeOf(await askWith(`/api/v1/img/${template}?${query}`))).toEqual(REFUSED);
    }
  });
});

describe("signed image URLs without a valid signature", () => {
  const ask = edgeWith();
  const refused = async (url: string, asked: Asked = {}) => outcomeOf(await ask(url, asked));

  test("returns 401 when any bit of the path, the query or the signature is flipped", async () => {
    const wrong: string[] = [];
    for (let at = "/api/v1/img/".length; at < URL.length; at += 1) {
      for (const bit of [1, 2, 4, 8, 16, 32, 64]) {
        const flipped = String.fromCharCode(URL.charCodeAt(at) ^ bit);
        // A number sign ends a URL, and clients never send control characters.
        if (!/[!-~]/.test(flipped) || flipped === "#") continue;
        const forged = URL.slice(0, at) + flipped + URL.slice(at + 1);
        const [status] = await refused(forged);
        if (status !== 401) wrong.push(forged);
      }
    }
    // URLs that differ only in the case of an escape are the same URL.
    const same = wrong.filter((url) => url.toLowerCase() === URL.toLowerCase() && url.includes(SIG));
    expect(wrong).toEqual(same);
    expect(same.every((url) => /%[Cc]3%[Bb][Cc]%[Cc]3%9[Ff]/.test(url))).toBe(true);
  });

  const otherTemplate = "9f8e7d6c-5b4a-4392-8170-6f5e4d3c2b1a";
  test.each([
    ["nothing is signed", PATH],
    ["the query is empty", `${PATH}?`],
    ["there is no signature", `${PATH}?${LINES.join("&")}`],
    ["a key is added", `${URL}&x=1`],
    ["an empty key is added", `${URL}&x`],
    ["a key is removed", URL.replace("format=webp&", "")],
    [
      "two values are swapped",
      URL.replace("format=webp", "format=Gr%C3%BC%C3%9Fe").replace("title=Gr%C3%BC%C3%9Fe", "title=webp"),
    ],
    ["a key occurs twice", `${URL}&format=webp`],
    ["the signature occurs twice", `${URL}&sig=${SIG}`],
    ["the expiry is changed", URL.replace(FAR, "4102444801")],
    ["the signature is of another template", URL.replace(TEMPLATE, otherTemplate)],
    ["the signature is of another generation", URL.replace("sig=k1.1.", "sig=k1.2.")],
    ["the signing key is unknown", URL.replace("sig=k1.", "sig=k2.")],
    ["the signature is of an asset", `${PATH}?sig=k1.1.${hmac(hmac(IMAGE_KEY, "asset"), `v1\n${TEMPLATE}`)}`],
    ["the key ID names a key with another purpose", URL.replace("sig=k1.", "sig=../asset.k1.")],
    ["the encoding is malformed", `${URL}&x=%ff`],
    ["the URL is too long", `${PATH}?x=${"x".repeat(4_096)}&${QUERY}`],
    [
      "the URL is too long in its canonical form",
      `${PATH}?x=${"!".repeat(1_400)}&sig=${signLines([`x=${"%21".repeat(1_400)}`])}`,
    ],
    ["the path has another segment", `${PATH}/x?${QUERY}`],
    ["the template ID is in upper case", URL.replace(TEMPLATE, TEMPLATE.toUpperCase())],
  ])("returns 401 when %s", async (_why, url) => {
    expect(await refused(url)).toEqual(REFUSED);
  });

  test("returns 401 when the signature ends in other characters that decode to the same bytes", async () => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = alphabet.indexOf(SIG.slice(-1));
    for (const bits of [1, 2, 3]) {
      const other = SIG.slice(0, -1) + String(alphabet[last ^ bits]);
      expect(Buffer.from(other.split(".")[2] ?? "", "base64url")).toEqual(
        Buffer.from(SIG.split(".")[2] ?? "", "base64url"),
      );
      expect(await refused(URL.replace(SIG, other))).toEqual(REFUSED);
    }
  });

  test("returns 401 when the viewer sends the trusted headers", async () => {
    const headers = { "x-irs-target": URL, "x-irs-base-url": "https://images.example.com", "x-irs-img-query": QUERY };
    expect(await refused(PATH, { headers })).toEqual(REFUSED);
  });

  test("returns 401 from the second in which the URL expires", async () => {
    const now = Math.floor(Date.now() / 1_000);
    const at = (seconds: number) => `${PATH}?exp=${seconds}&sig=${signLines([`exp=${seconds}`])}`;
    const { returned } = await ask(at(now));
    expect([returned.statusCode, JSON.parse(returned.body?.data ?? "")]).toMatchObject([
      401,
      { error: "The URL has expired." },
    ]);
    expect((await ask(at(now + 3_600))).returned.uri).toBe(storedAs([], "png"));
  });

  test("the 401 response has the contract's error body and is not cached", async () => {
    const { returned } = await ask(`${URL}x`);
    const body = errorBodySchema.parse(JSON.parse(returned.body?.data ?? ""));
    expect(body).toMatchObject({ code: "UNAUTHORIZED", requestId: "edge-1" });
    expect(returned.headers).toEqual({
      "content-type": { value: "application/json; charset=utf-8" },
      "cache-control": { value: "no-store" },
      "x-request-id": { value: "edge-1" },
    });
  });
});

describe("revoked signatures", () => {
  test("returns 401 for older generations of a template, and accepts the URLs of other templates", async () => {
    const ask = edgeWith({ [`generation.${TEMPLATE}`]: "3" });
    const url = (generation: number, template = TEMPLATE) =>
      `/api/v1/img/${template}?sig=${signLines([], template, generation)}`;
    expect(outcomeOf(await ask(url(2)))).toEqual(REFUSED);
    for (const generation of [3, 4]) expect((await ask(url(generation))).origin).toEqual(GROUP);
    expect((await ask(url(1, "9f8e7d6c-5b4a-4392-8170-6f5e4d3c2b1a"))).origin).toEqual(GROUP);
  });

  test("returns 500 when the key-value store cannot be read", async () => {
    const { returned, origin, code } = await edgeWith({}, true)(URL);
    expect([returned.statusCode, code, origin]).toEqual([500, "INTERNAL", undefined]);
  });
});

test("OPTIONS of a signed image names its methods and the headers that a page may send", async () => {
  const { returned, origin } = await edgeWith()(URL, { method: "OPTIONS" });
  expect([returned.statusCode, origin]).toEqual([204, undefined]);
  expect(returned.headers).toMatchObject({
    allow: { value: "GET, HEAD" },
    "access-control-allow-origin": { value: "*" },
    "access-control-allow-methods": { value: "GET, HEAD" },
    "access-control-allow-headers": { value: "range, if-none-match" },
  });
});

test.each(["POST", "PUT", "PATCH", "DELETE"])("returns 405 for %s of a signed image", async (method) => {
  const seen = await edgeWith()(URL, { method });
  expect(outcomeOf(seen)).toEqual([405, "METHOD_NOT_ALLOWED", undefined]);
  expect(seen.returned.headers["allow"]).toEqual({ value: "GET, HEAD" });
});

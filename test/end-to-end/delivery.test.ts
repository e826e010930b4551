import { beforeAll, describe, expect, test } from "@jest/globals";
import { revokeSigningKey } from "../../core/signing/revoke-signing-key.js";
import { revokeTemplateSignatures } from "../../core/signing/revoke-template-signatures.js";
import { rotateSigningKey, ROTATION_LEAD_MS } from "../../core/signing/rotate-signing-key.js";
import {
  flippedBits,
  invocations,
  signedImage as signedImageBy,
  withoutFunctions as countedWithoutFunctions,
} from "./delivery-support.js";
import { describeAgedPictures } from "./aged-pictures.js";
import { bytesOf, errorOf, statusAndCode } from "./responses.js";
import { useService } from "./use-service.js";

const { service, stack } = useService();
let masterKey = "";

beforeAll(async () => {
  masterKey = (JSON.parse(await stack.readSecret("AccessSigningKeys")) as { k1: string }).k1;
});

const purge = () => service.inspect("/edge/purge", {});

const withoutFunctions = <T>(action: () => Promise<T>) => countedWithoutFunctions(service, action);

/** A signed URL of a starter template. */
const signedImage = (lines: readonly string[], template = "Open Graph card") =>
  signedImageBy(lines, { masterKey, template: service.template(template) });

describe("signed assets", () => {
  let id = "";
  let signed = "";
  let whole = Buffer.alloc(0);

  beforeAll(async () => {
    ({ id } = await service.createRender({ template: service.template("Open Graph card"), scale: 0.5 }));
    const { assetUrl = "" } = await service.ended(id);
    signed = assetUrl.slice(service.connection.baseUrl.length);
    whole = await bytesOf(await service.call(`/api/v1/renders/${id}/asset`));
  });

  test("a signed asset comes from the bucket first and then from the edge cache, without an invocation", async () => {
    await purge();
    await withoutFunctions(async () => {
      for (const cache of ["Miss", "Hit", "Hit"]) {
        const response = await service.fetch(signed);
        expect([response.status, response.headers.get("x-cache")]).toEqual([200, `${cache} from cloudfront`]);
        expect((await bytesOf(response)).equals(whole)).toBe(true);
      }
    });
  });

  test("a signed asset has one cached copy, whatever API key, session, path name or extra query key is sent", async () => {
    await purge();
    await withoutFunctions(async () => {
      const caches = [];
      for (const [path, headers] of [
        [signed, {}],
        [signed, { authorization: `Bearer ${service.connection.apiKey}` }],
        [signed, { authorization: "Bearer wrong", cookie: "__Host-irs_session=1; irs_session=2" }],
        [signed.replace("/asset", "/image"), {}],
        [`${signed}&utm_source=mail`, {}],
      ] as [string, Record<string, string>][]) {
        const response = await service.fetch(path, { headers });
        caches.push(response.headers.get("x-cache")?.split(" ")[0]);
        expect((await bytesOf(response)).equals(whole)).toBe(true);
      }
      expect(caches).toEqual(["Miss", "Hit", "Hit", "Hit", "Hit"]);
    });
  });

  test.each(["the bucket", "the edge cache"])(
    "a signed asset from %s supports Range and If-None-Match",
    async (place) => {
      await withoutFunctions(async () => {
        await purge();
        const etag = (await service.fetch(signed, { headers: { range: "bytes=0-0" } })).headers.get("etag") ?? "";
        if (place === "the edge cache") await bytesOf(await service.fetch(signed));
        const part = await service.fetch(signed, { headers: { range: "bytes=10-19" } });
        expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 10-19/${whole.byteLength}`]);
        expect((await bytesOf(part)).equals(whole.subarray(10, 20))).toBe(true);
        const unchanged = await service.fetch(signed, { headers: { "if-none-match": etag } });
        expect([unchanged.status, (await bytesOf(unchanged)).byteLength]).toEqual([304, 0]);
      });
      // The 416 response of the bucket lacks the size, so the function may respond.
      const beyond = await service.fetch(signed, { headers: { range: "bytes=99999999-" } });
      expect(beyond.status).toBe(416);
    },
  );

  test("a signed asset responds to HEAD, whether it is in the edge cache or not", async () => {
    for (const warm of [false, true]) {
      await purge();
      if (warm) await bytesOf(await service.fetch(signed));
      const head = await service.fetch(signed, { method: "HEAD" });
      expect([head.status, head.headers.get("content-type")]).toEqual([200, "image/png"]);
      expect(head.headers.get("content-length")).toBe(String(whole.byteLength));
      expect((await bytesOf(head)).byteLength).toBe(0);
    }
  });

  test("download=1 gives a signed asset an attachment header and a cache entry of its own, without an invocation", async () => {
    await purge();
    await withoutFunctions(async () => {
      for (const cache of ["Miss", "Hit"]) {
        const [shown, saved] = [await service.fetch(signed), await service.fetch(`${signed}&download=1`)];
        expect(shown.headers.get("content-disposition")).toBe(`inline; filename="${id}.png"`);
        expect(saved.headers.get("content-disposition")).toBe(`attachment; filename="${id}.png"`);
        for (const response of [shown, saved]) {
          expect(response.headers.get("x-cache")).toBe(`${cache} from cloudfront`);
          expect((await bytesOf(response)).equals(whole)).toBe(true);
        }
      }
    });
  });

  test("query keys of S3 cannot change the headers of a signed asset", async () => {
    const response = await service.fetch(`${signed}&response-content-type=text%2Fhtml&response-content-disposition=x`);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.headers.get("content-disposition")).toBe(`inline; filename="${id}.png"`);
  });

  test("a signed asset has the headers that let any page show it, and no header of the platform", async () => {
    const { headers } = await service.fetch(signed, { headers: { origin: "https://blog.example" } });
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "public, max-age=86400, immutable",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    });
    const names = [...headers.keys()].filter((name) => /^(server|x-amz-|x-amzn-|apigw-)/.test(name));
    expect(names.filter((name) => !/^x-amz-cf-/.test(name))).toEqual([]);
    // The local service uses HTTP, so no browser may remember it as HTTPS.
    expect(headers.has("strict-transport-security")).toBe(false);
  });

  test("an asset that an API key opens is never cached for another caller", async () => {
    const renamed = ({ headers }: Response): string[] => [...headers.keys()].filter((name) => /remapped/.test(name));
    const own = await service.call(`/api/v1/renders/${id}/asset`);
    expect([own.status, own.headers.get("cache-control"), renamed(own)]).toEqual([200, "private, no-cache", []]);
    await bytesOf(own);
    for (const headers of [{}, { authorization: "Bearer irs_other" }, { cookie: "__Host-irs_session=other" }]) {
      const response = await service.fetch(`/api/v1/renders/${id}/asset`, { headers });
      expect([...(await statusAndCode(response)), renamed(response)]).toEqual([401, "UNAUTHORIZED", []]);
    }
  });
});

describeAgedPictures({ service, stack });

describe("signed images", () => {
  const PICTURE = Buffer.from("bytes that only this test stores");
  const headers = { type: "image/png", cacheControl: "public, max-age=31536000, immutable" };

  test("a stored signed image comes from the bucket first and then from the edge cache, without an invocation", async () => {
    const { url, storedAs } = signedImage(["exp=4102444800", "title=Gr%C3%BC%C3%9Fe"]);
    await stack.store(storedAs, PICTURE, headers);
    const spelt = url.replace("exp=4102444800&title=Gr%C3%BC%C3%9Fe", "title=Gr%c3%bc%c3%9f%65&exp=4102444800");
    const later = signedImage(["exp=4102444801", "title=Gr%C3%BC%C3%9Fe"]).url;
    const requestIds = new Set<string | null>();
    await withoutFunctions(async () => {
      for (const [address, cache] of [
        [url, "Miss"],
        [url, "Hit"],
        [spelt, "Hit"],
        [later, "Hit"],
      ] as const) {
        const response = await service.fetch(address);
        expect([response.status, response.headers.get("x-cache")]).toEqual([200, `${cache} from cloudfront`]);
        expect(response.headers.get("cache-control")).toBe(headers.cacheControl);
        // Each response has its own ID, including a response from the cache.
        requestIds.add(response.headers.get("x-request-id"));
        expect((await bytesOf(response)).equals(PICTURE)).toBe(true);
      }
      expect([requestIds.size, requestIds.has(null)]).toEqual([4, false]);
      await purge();
      const again = await service.fetch(url);
      expect([again.status, again.headers.get("x-cache")]).toEqual([200, "Miss from cloudfront"]);
      const head = await service.fetch(url, { method: "HEAD" });
      expect([head.status, head.headers.get("content-length")]).toEqual([200, String(PICTURE.byteLength)]);
    });
  });

  test("layers with the names of S3 query parameters do not reach S3 as parameters", async () => {
    const lines = ["X-Amz-Signature=0", "acl=", "response-content-type=text%2Fhtml", "uploads="];
    const { url, storedAs } = signedImage(lines);
    await stack.store(storedAs, PICTURE, headers);
    const response = await withoutFunctions(() => service.fetch(url));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect((await bytesOf(response)).equals(PICTURE)).toBe(true);
  });

  test("a signed image that is not stored reaches the image function, whose error is not cached", async () => {
    const template = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
    const { url } = signedImageBy(["title=Hello"], { masterKey, template });
    const before = await invocations(service);
    for (let view = 1; view <= 2; view += 1) {
      const response = await service.fetch(url, { headers: { origin: "https://blog.example" } });
      expect(await statusAndCode(response)).toEqual([404, "NOT_FOUND"]);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(await invocations(service)).toEqual({ ...before, image: (before["image"] ?? 0) + view });
    }
  });

  test("400 forgeries of a signed image URL are refused at the edge without an invocation", async () => {
    const { url, storedAs, sig } = signedImage(["exp=4102444800", "title=Hello"]);
    await stack.store(storedAs, PICTURE, headers);
    const forged = [url.replace(`&sig=${sig}`, ""), `${url}&x=1`, `${url}&title=Hello`, url.replace("k1.1.", "k1.2.")];
    forged.push(...flippedBits(url, 400 - forged.length));
    await withoutFunctions(async () => {
      const trusted = { "x-irs-target": url, "x-irs-authorization": `Bearer ${service.connection.apiKey}` };
      for (let first = 0; first < forged.length; first += 20) {
        const responses = await Promise.all(
          forged.slice(first, first + 20).map((address) => service.fetch(address, { headers: trusted })),
        );
        expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 401));
        for (const response of responses) expect((await errorOf(response)).code).toBe("UNAUTHORIZED");
      }
      for (const path of [`/${storedAs}`, `/%69mg/${storedAs.slice(4)}`]) {
        expect((await service.fetch(path)).status).toBe(404);
      }
      for (const method of ["POST", "DELETE"]) {
        const response = await service.fetch(url, { method });
        expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
      }
    });
  });

  test("an expired signed image URL is refused although its picture is stored", async () => {
    const { url, storedAs } = signedImage(["exp=1700000000", "title=Past"]);
    await stack.store(storedAs, PICTURE, headers);
    const response = await withoutFunctions(() => service.fetch(url));
    expect(await statusAndCode(response)).toEqual([401, "UNAUTHORIZED"]);
  });
});

test("the bucket refuses requests that do not come from the edge", async () => {
  const bucket = stack.physicalId("AWS::S3::Bucket", "StorageBucket");
  const { storedAs } = signedImage(["title=Hello"]);
  expect((await fetch(`${String(stack.endpoints["s3"])}/${bucket}/${storedAs}`)).status).toBe(403);
});

describe("signing keys", () => {
  const PICTURE = Buffer.from("a picture under several keys");
  const cacheControl = "public, max-age=31536000, immutable";
  const statusOf = async (url: string) => (await service.fetch(url)).status;
  const urlBy = (keyId: string, master: string, generation: number) =>
    signedImageBy([], { masterKey: master, keyId, template: service.template("Certificate"), generation }).url;

  beforeAll(async () => {
    const { storedAs } = signedImage([], "Certificate");
    await stack.store(storedAs, PICTURE, { type: "image/png", cacheControl });
  });

  test("revoking a template's signatures refuses its URLs of every older signing generation", async () => {
    const { edge, generations } = stack.signing();
    expect(await statusOf(urlBy("k1", masterKey, 1))).toBe(200);
    expect(await revokeTemplateSignatures({ edge, generations }, service.template("Certificate"))).toBe(2);
    expect(await statusOf(urlBy("k1", masterKey, 1))).toBe(401);
    expect(await statusOf(urlBy("k1", masterKey, 2))).toBe(200);
    expect(await generations.listRaised()).toEqual([{ templateId: service.template("Certificate"), generation: 2 }]);
  });

  test("rotating the signing key keeps existing URLs valid until the old key is revoked", async () => {
    const { edge, secret } = stack.signing();
    const { id } = await service.createRender({ template: service.template("Open Graph card"), scale: 0.1 });
    const { assetUrl = "" } = await service.ended(id);
    const earlier = Date.now() - ROTATION_LEAD_MS;
    const { keyId } = await rotateSigningKey({ edge, secret, now: () => earlier });
    const ring = JSON.parse(await secret.read()) as Record<string, string>;
    expect(ring["next"]).toBe(keyId);
    expect(await statusOf(urlBy(keyId, ring[keyId] ?? "", 2))).toBe(200);
    expect([await statusOf(urlBy("k1", masterKey, 2)), (await fetch(assetUrl)).status]).toEqual([200, 200]);

    await revokeSigningKey({ edge, secret, now: Date.now }, "k1");
    expect(await statusOf(urlBy("k1", masterKey, 2))).toBe(401);
    expect(await statusOf(urlBy(keyId, ring[keyId] ?? "", 2))).toBe(200);
    expect(JSON.parse(await secret.read())).not.toHaveProperty("k1");
  });
});

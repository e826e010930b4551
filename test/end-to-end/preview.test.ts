import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { DEFAULT_PLANS, FIRST_PLAN } from "../../core/contract/plans.js";
import { PREVIEW_WARNINGS_HEADER, previewWarningsSchema } from "../../core/contract/templates-api.js";
import { createdUploadSchema } from "../../core/contract/uploads-api.js";
import { bytesOf, errorOf } from "./responses.js";
import { useService } from "./use-service.js";

const PER_DAY = 15;
const plans = {
  [FIRST_PLAN]: { ...DEFAULT_PLANS[FIRST_PLAN], formats: ["png", "webp"], previewsPerDay: PER_DAY },
  // The limit is per day, so that no new minute can begin during the test.
  metered: { ...DEFAULT_PLANS.unlimited, previewSecondsPerDay: 1 },
  failing: { ...DEFAULT_PLANS.unlimited, failedSeconds: { perMinute: 3_600, perDay: 1 } },
};
const { service } = useService({ plans: JSON.stringify(plans) });
let images: Server;
let imagesUrl = "";
let made = 0;

/** Partly transparent noise, which does not compress: as a picture of 2 megapixels it has more than 6 MB. */
async function noise(): Promise<Buffer> {
  const [width, height] = [2000, 1000];
  const raw = randomBytes(width * height * 4).map((value, index) => (index % 4 === 3 ? value | 0x80 : value));
  return await sharp(raw, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

beforeAll(async () => {
  const large = await noise();
  images = createServer((request, response) => {
    if (request.url === "/noise.png") response.end(large);
    else if (request.url === "/missing.png") response.writeHead(404).end();
    // Other requests get no response.
  }).listen(0, "127.0.0.1");
  await once(images, "listening");
  imagesUrl = `http://127.0.0.1:${(images.address() as AddressInfo).port}`;
});

afterAll(() => {
  images.closeAllConnections();
  images.close();
});

const photo = (url: string, more: object = {}) => ({
  width: 400,
  height: 200,
  layers: [{ id: "photo", type: "image", name: "photo", x: 0, y: 0, width: 400, height: 200, image_url: url, ...more }],
});

/** Requests a preview, and counts it if the service counts it. */
async function preview(path: string, body: object): Promise<Response> {
  const response = await service.post(`/api/v1/templates/${path}`, body);
  if (response.ok || response.status === 503) made += 1;
  return response;
}
const ofDocument = (document: object, more: object = {}) => preview("preview", { document, ...more });

describe("previews", () => {
  test("a preview of a stored template shows it with the overrides of the request", async () => {
    const card = service.template("Open Graph card");
    const plain = await preview(`${card}/preview`, {});
    expect([plain.status, plain.headers.get("content-type"), plain.headers.get("cache-control")]).toEqual([
      200,
      "image/png",
      "no-store",
    ]);
    const picture = await bytesOf(plain);
    expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
    const changed = await preview(`${card}/preview`, { version: 1, layers: { title: { text: "Other words" } } });
    expect((await bytesOf(changed)).equals(picture)).toBe(false);
  });

  test("a preview of a document of 2.17 megapixels is refused at scale 1, and rendered at scale 0.9", async () => {
    const sheet = { ...photo(""), width: 1240, height: 1754, layers: [] };
    expect(await errorOf(await ofDocument(sheet))).toMatchObject({
      status: 422,
      details: { issues: [{ path: "scale", message: expect.stringContaining("Use a scale of at most 0.95.") }] },
    });
    const small = await ofDocument(sheet, { scale: 0.9 });
    expect(await sharp(await bytesOf(small)).metadata()).toMatchObject({ width: 1116, height: 1579 });
    const card = await preview(`${service.template("Open Graph card")}/preview`, { scale: 0.05 });
    expect(await sharp(await bytesOf(card)).metadata()).toMatchObject({ width: 60, height: 32 });
  });

  test("a preview of an unsaved document arrives complete when it is larger than 6 MB", async () => {
    const document = { ...photo(`${imagesUrl}/noise.png`), width: 2000, height: 1000 };
    const layers = { photo: { width: 2000, height: 1000 } };
    const response = await ofDocument(document, { layers, transparent: true });
    const picture = await bytesOf(response);
    expect(response.status).toBe(200);
    expect(picture.byteLength).toBeGreaterThan(6 * 1024 * 1024);
    expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: 2000, height: 1000 });
  });

  test("a preview shows an upload as soon as its file has arrived, and is refused before", async () => {
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#0000ff" } })
      .png()
      .toBuffer();
    const request = { contentType: "image/png", bytes: picture.byteLength };
    const announced = createdUploadSchema.parse(await (await service.post("/api/v1/uploads", request)).json());
    expect(await errorOf(await ofDocument(photo(announced.path)))).toEqual({
      status: 422,
      code: "VALIDATION_ERROR",
      details: {
        issues: [
          {
            path: "document.layers[0].image_url",
            message: `The file of the upload ${announced.id} has not been sent yet.`,
          },
        ],
      },
    });
    const { url, method, headers } = announced;
    expect((await fetch(url, { method, headers, body: new Uint8Array(picture) })).status).toBe(200);
    const response = await ofDocument(photo(announced.path));
    expect([response.status, response.headers.get(PREVIEW_WARNINGS_HEADER)]).toEqual([200, null]);
    expect([
      ...(
        await sharp(await bytesOf(response))
          .removeAlpha()
          .raw()
          .toBuffer()
      ).subarray(0, 3),
    ]).toEqual([0, 0, 255]);
  });

  test("a preview names a replaced image in the warnings header", async () => {
    const response = await ofDocument(photo(`${imagesUrl}/missing.png`), { format: "webp" });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/webp"]);
    const warnings = previewWarningsSchema.parse(JSON.parse(response.headers.get(PREVIEW_WARNINGS_HEADER) ?? ""));
    expect(warnings).toEqual([expect.objectContaining({ code: "IMAGE_UNAVAILABLE", layer: "photo" })]);
  });

  test("a preview waits at most 5 s for an image, and fails only if the image layer is strict", async () => {
    const [soft, strict] = await Promise.all([
      ofDocument(photo(`${imagesUrl}/never.png`)),
      ofDocument(photo(`${imagesUrl}/never.png`, { strict: true })),
    ]);
    expect([soft.status, soft.headers.get(PREVIEW_WARNINGS_HEADER)]).toEqual([
      200,
      expect.stringContaining("within 5 seconds"),
    ]);
    expect(strict.headers.get("retry-after")).toBe("1");
    expect(await errorOf(strict)).toMatchObject({ status: 503, code: "IMAGE_UNAVAILABLE" });
  });
});

describe("thumbnails", () => {
  const thumbnail = (id: string, query = "", headers: Record<string, string> = {}) =>
    service.call(`/api/v1/templates/${id}/thumbnail${query}`, { headers });

  test("a thumbnail of a version fits into 480 pixels, is the same file for every viewer, and never changes in a browser", async () => {
    const card = service.template("Open Graph card");
    const [first, second] = [await thumbnail(card, "?version=1"), await thumbnail(card, "?version=1")];
    const headers = (response: Response) =>
      ["content-type", "cache-control", "etag", PREVIEW_WARNINGS_HEADER].map((name) => response.headers.get(name));
    const forever = ["image/webp", "private, max-age=31536000, immutable", '"1"', null];
    expect([first.status, ...headers(first)]).toEqual([200, ...forever]);
    expect([second.status, ...headers(second)]).toEqual([200, ...forever]);
    const picture = await bytesOf(first);
    expect(await sharp(picture).metadata()).toMatchObject({ format: "webp", width: 480, height: 252 });
    expect((await bytesOf(second)).equals(picture)).toBe(true);
    made += 1;
  });

  test("a thumbnail without a version is that of the highest one, and a browser asks each time whether it has changed", async () => {
    const created = await service.post("/api/v1/templates", { name: "Photo", document: photo("") });
    const { id } = (await created.json()) as { id: string };
    const before = await thumbnail(id);
    expect([before.status, before.headers.get("cache-control"), before.headers.get("etag")]).toEqual([
      200,
      "private, no-cache",
      '"1"',
    ]);
    expect((await thumbnail(id, "", { "if-none-match": '"1"' })).status).toBe(304);
    const body = JSON.stringify({ document: { ...photo(""), background: "#00ff00", layers: [] } });
    await service.call(`/api/v1/templates/${id}`, {
      method: "PUT",
      body,
      headers: { "content-type": "application/json" },
    });
    const after = await thumbnail(id, "", { "if-none-match": '"1"' });
    expect([after.status, after.headers.get("etag")]).toEqual([200, '"2"']);
    expect(await sharp(await bytesOf(after)).metadata()).toMatchObject({ width: 400, height: 200 });
    made += 2;
  });
});

describe("refused previews", () => {
  const twice = (document: ReturnType<typeof photo>) => ({
    ...document,
    layers: [...document.layers, { ...document.layers[0], id: "again" }],
  });
  const unknown = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
  const cases: [string, () => Promise<Response>, number, string][] = [
    ["an invalid document", () => ofDocument({ ...photo(""), width: "wide" }), 422, "VALIDATION_ERROR"],
    ["more than 2 megapixels", () => ofDocument({ ...photo(""), width: 2000, height: 1001 }), 422, "VALIDATION_ERROR"],
    ["repeated layer names", () => ofDocument(twice(photo(""))), 422, "DUPLICATE_LAYER_NAMES"],
    ["a format that the plan lacks", () => ofDocument(photo(""), { format: "avif" }), 403, "FORBIDDEN"],
    ["an unknown template", () => preview(`${unknown}/preview`, {}), 404, "NOT_FOUND"],
    ["a template ID that is not a UUID", () => preview("7/preview", {}), 404, "NOT_FOUND"],
    ["an invalid version", () => preview(`${unknown}/preview`, { version: 0 }), 400, "BAD_REQUEST"],
    ["no document", () => preview("preview", {}), 422, "VALIDATION_ERROR"],
    [
      "no API key",
      () => service.fetch("/api/v1/templates/preview", { method: "POST", body: "{}" }),
      401,
      "UNAUTHORIZED",
    ],
    ["a wrong method", () => service.call(`/api/v1/templates/${unknown}/preview`), 405, "METHOD_NOT_ALLOWED"],
  ];

  test.each(cases)(
    "a preview request with %s is refused with the right status and code",
    async (_name, request, status, code) => {
      const response = await request();
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(await errorOf(response)).toMatchObject({ status, code });
    },
  );

  test("a preview beyond the plan's previews of the day is refused with 429 and Retry-After", async () => {
    const left = PER_DAY - made;
    expect(left).toBeGreaterThan(0);
    for (let n = 0; n < left; n += 1) expect((await ofDocument(photo(""))).status).toBe(200);
    const over = await ofDocument(photo(""));
    const retryAfter = Number(over.headers.get("retry-after"));
    expect(await errorOf(over)).toMatchObject({
      status: 429,
      code: "RATE_LIMITED",
      details: { previewsPerDay: PER_DAY, retryAfterSeconds: retryAfter },
    });
    expect(retryAfter).toBeGreaterThan(0);
  });

  test("a workspace without processor time for previews gets 429 with the time of the refill", async () => {
    const created = await service.post("/api/v1/workspaces", { name: "Metered", plan: "metered" });
    const { key } = (await created.json()) as { key: string };
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const send = async (path: string, body: object) =>
      await service.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    const body = { document: { ...photo(""), width: 1_900, height: 1_000, layers: [] }, format: "webp" };
    let refused = await send("/api/v1/templates/preview", body);
    expect([refused.status, refused.headers.get("ratelimit-policy")]).toEqual([200, '"preview";q=200;w=10']);
    for (let sent = 1; refused.status !== 429 && sent < 100; sent += 1) {
      refused = await send("/api/v1/templates/preview", body);
    }
    const retryAfter = Number(refused.headers.get("retry-after"));
    const { details, error } = (await refused.json()) as { details: { refilledAt: string }; error: string };
    expect(details).toEqual({
      previewSecondsPerDay: 1,
      retryAfterSeconds: retryAfter,
      refilledAt: expect.stringMatching(/T00:00:00\.000Z$/),
    });
    expect(error).toContain(`The quota is refilled at ${details.refilledAt}.`);
    expect(retryAfter).toBeGreaterThan(0);
  });

  test("previews of a workspace whose pictures keep failing while they are drawn are refused with 429 and Retry-After", async () => {
    const created = await service.post("/api/v1/workspaces", { name: "Failing", plan: "failing" });
    const { key } = (await created.json()) as { key: string };
    // Much must be drawn below an image that does not exist.
    const blurred = Array.from({ length: 8 }, (_, index) => ({
      id: `title-${index}`,
      type: "text",
      width: 1_800,
      height: 900,
      text: "Blurred ".repeat(20),
      font_size: 90,
      shadow_color: "#000",
      shadow_blur: 40,
      shadow_x: index,
    }));
    const { layers } = photo(`${imagesUrl}/missing.png`, { strict: true });
    const body = JSON.stringify({ document: { width: 1_900, height: 1_000, layers: [...blurred, ...layers] } });
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const send = async () => await service.fetch("/api/v1/templates/preview", { method: "POST", headers, body });
    const failed = await errorOf(await send());
    expect(failed).toMatchObject({ status: 422, code: "VALIDATION_ERROR" });
    let refused = await send();
    for (let sent = 2; refused.status !== 429 && sent < 60; sent += 1) refused = await send();
    const retryAfter = Number(refused.headers.get("retry-after"));
    expect(await refused.json()).toMatchObject({
      code: "RATE_LIMITED",
      error: expect.stringContaining("used the processor time that the plan allows them in a UTC day: 1 s."),
      details: { failedSecondsPerDay: 1, retryAfterSeconds: retryAfter },
    });
    expect(retryAfter).toBeGreaterThan(0);
  });
});

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { errorBodySchema } from "../../core/contract/errors.js";
import { DEFAULT_PLANS, FIRST_PLAN } from "../../core/contract/plans.js";
import { PREVIEW_WARNINGS_HEADER, previewWarningsSchema } from "../../core/contract/templates-api.js";
import { createdUploadSchema } from "../../core/contract/uploads-api.js";
import { makeStateFolder, Service } from "./service.js";

const PER_DAY = 10;
const plans = { [FIRST_PLAN]: { ...DEFAULT_PLANS[FIRST_PLAN], formats: ["png", "webp"], previewsPerDay: PER_DAY } };
const state = makeStateFolder();
let service: Service;
let images: Server;
let imagesUrl = "";
let made = 0;

/** Noise that no compression makes small, see-through in part: more than 6 MB as a picture of 2 megapixels. */
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
    // Any other one is never answered.
  }).listen(0, "127.0.0.1");
  await once(images, "listening");
  imagesUrl = `http://127.0.0.1:${(images.address() as AddressInfo).port}`;
  service = await Service.start(state.dir, { plans: JSON.stringify(plans) });
}, 120_000);

afterAll(async () => {
  images.closeAllConnections();
  images.close();
  await service.stop();
  state.remove();
}, 30_000);

const photo = (url: string, more: object = {}) => ({
  width: 400,
  height: 200,
  layers: [{ id: "photo", type: "image", name: "photo", x: 0, y: 0, width: 400, height: 200, image_url: url, ...more }],
});

/** Counts what is made, as the service does. */
async function preview(path: string, body: object): Promise<Response> {
  const answer = await service.post(`/api/v1/templates/${path}`, body);
  if (answer.ok || answer.status === 503) made += 1;
  return answer;
}
const ofDocument = (document: object, more: object = {}) => preview("preview", { document, ...more });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const refusal = async (answer: Response) => {
  const { code, details } = errorBodySchema.parse(await answer.json());
  return { status: answer.status, code, details };
};

describe("a preview", () => {
  test("of a stored template shows it with the request's changes", async () => {
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

  test("of an unsaved document comes whole although it is larger than 6 MB", async () => {
    const document = { ...photo(`${imagesUrl}/noise.png`), width: 2000, height: 1000 };
    const layers = { photo: { width: 2000, height: 1000 } };
    const answer = await ofDocument(document, { layers, transparent: true });
    const picture = await bytesOf(answer);
    expect(answer.status).toBe(200);
    expect(picture.byteLength).toBeGreaterThan(6 * 1024 * 1024);
    expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: 2000, height: 1000 });
  });

  test("shows an upload as soon as its file has come, and no other", async () => {
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#0000ff" } })
      .png()
      .toBuffer();
    const request = { contentType: "image/png", bytes: picture.byteLength };
    const announced = createdUploadSchema.parse(await (await service.post("/api/v1/uploads", request)).json());
    expect(await refusal(await ofDocument(photo(announced.path)))).toEqual({
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
    const answer = await ofDocument(photo(announced.path));
    expect([answer.status, answer.headers.get(PREVIEW_WARNINGS_HEADER)]).toEqual([200, null]);
    expect([
      ...(
        await sharp(await bytesOf(answer))
          .removeAlpha()
          .raw()
          .toBuffer()
      ).subarray(0, 3),
    ]).toEqual([0, 0, 255]);
  });

  test("tells in a header what was replaced", async () => {
    const answer = await ofDocument(photo(`${imagesUrl}/missing.png`), { format: "webp" });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
    const warnings = previewWarningsSchema.parse(JSON.parse(answer.headers.get(PREVIEW_WARNINGS_HEADER) ?? ""));
    expect(warnings).toEqual([expect.objectContaining({ code: "IMAGE_UNAVAILABLE", layer: "photo" })]);
  });

  test("waits for no image longer than five seconds, and fails if it can't go without", async () => {
    const [soft, strict] = await Promise.all([
      ofDocument(photo(`${imagesUrl}/never.png`)),
      ofDocument(photo(`${imagesUrl}/never.png`, { strict: true })),
    ]);
    expect([soft.status, soft.headers.get(PREVIEW_WARNINGS_HEADER)]).toEqual([
      200,
      expect.stringContaining("within 5 seconds"),
    ]);
    expect(strict.headers.get("retry-after")).toBe("1");
    expect(await refusal(strict)).toMatchObject({ status: 503, code: "IMAGE_UNAVAILABLE" });
  }, 30_000);
});

describe("a preview at fault gets the contract's flat error", () => {
  const twice = (document: ReturnType<typeof photo>) => ({
    ...document,
    layers: [...document.layers, { ...document.layers[0], id: "again" }],
  });
  const unknown = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
  const cases: [string, () => Promise<Response>, number, string][] = [
    ["a fault of the document", () => ofDocument({ ...photo(""), width: "wide" }), 422, "VALIDATION_ERROR"],
    ["over 2 megapixels", () => ofDocument({ ...photo(""), width: 2000, height: 1001 }), 422, "VALIDATION_ERROR"],
    ["names that repeat", () => ofDocument(twice(photo(""))), 422, "DUPLICATE_LAYER_NAMES"],
    ["a format that the plan lacks", () => ofDocument(photo(""), { format: "avif" }), 403, "FORBIDDEN"],
    ["an unknown template", () => preview(`${unknown}/preview`, {}), 404, "NOT_FOUND"],
    ["a template id that is no uuid", () => preview("7/preview", {}), 404, "NOT_FOUND"],
    ["a bad version", () => preview(`${unknown}/preview`, { version: 0 }), 400, "BAD_REQUEST"],
    ["no document", () => preview("preview", {}), 422, "VALIDATION_ERROR"],
    ["no key", () => service.fetch("/api/v1/templates/preview", { method: "POST", body: "{}" }), 401, "UNAUTHORIZED"],
    ["a wrong method", () => service.call(`/api/v1/templates/${unknown}/preview`), 405, "METHOD_NOT_ALLOWED"],
  ];

  test.each(cases)("%s", async (_name, request, status, code) => {
    const answer = await request();
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await refusal(answer)).toMatchObject({ status, code });
  });

  test("beyond the plan's previews of the day", async () => {
    const left = PER_DAY - made;
    expect(left).toBeGreaterThan(0);
    for (let n = 0; n < left; n += 1) expect((await ofDocument(photo(""))).status).toBe(200);
    const over = await ofDocument(photo(""));
    const retryAfter = Number(over.headers.get("retry-after"));
    expect(await refusal(over)).toMatchObject({
      status: 429,
      code: "RATE_LIMITED",
      details: { previewsPerDay: PER_DAY, retryAfterSeconds: retryAfter },
    });
    expect(retryAfter).toBeGreaterThan(0);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { createApiKey, hashApiKey } from "../../core/access/api-key.js";
import { errorBodySchema } from "../../core/contract/errors.js";
import { createdUploadSchema, uploadBodySchema } from "../../core/contract/uploads-api.js";
import { makeStateFolder, Service } from "./service.js";
import { StackAccess } from "./stack-access.js";

const APP = "https://app.example.com";
const state = makeStateFolder();
let service: Service;
let picture: Buffer;

beforeAll(async () => {
  service = await Service.start(state.dir, { corsOrigins: JSON.stringify([APP]) });
  const create = { width: 30, height: 20, channels: 3, background: "#c33" } as const;
  picture = await sharp({ create }).png().toBuffer();
}, 120_000);

afterAll(async () => {
  await service.stop();
  state.remove();
}, 30_000);

const UPLOADS = "/api/v1/uploads";
const refusal = async (answer: Response) => {
  const { code, details } = errorBodySchema.parse(await answer.json());
  return { status: answer.status, code, details };
};

async function announce(request: Record<string, unknown> = {}) {
  const body = { contentType: "image/png", bytes: picture.byteLength, filename: "größe.png", ...request };
  const answer = await service.post(UPLOADS, body);
  expect(answer.status).toBe(201);
  return createdUploadSchema.parse(await answer.json());
}

type Announced = Awaited<ReturnType<typeof announce>>;

async function send({ url, method, headers }: Announced, body: Uint8Array, more: Record<string, string> = {}) {
  const answer = await fetch(url, { method, headers: { ...headers, ...more }, body: new Uint8Array(body) });
  await answer.arrayBuffer();
  return answer.status;
}

const stateOf = async (id: string) => uploadBodySchema.parse(await (await service.call(`${UPLOADS}/${id}`)).json());

describe("an upload", () => {
  test("waits for its file, takes it once, and is ready", async () => {
    const upload = await announce();
    expect(await stateOf(upload.id)).toMatchObject({ state: "waiting", path: `${UPLOADS}/${upload.id}/file` });
    expect(Date.parse(upload.expiresAt) - Date.now()).toBeGreaterThan(14 * 60_000);
    expect(await refusal(await service.call(upload.path))).toEqual({
      status: 404,
      code: "NOT_FOUND",
      details: { state: "waiting" },
    });
    expect(await send(upload, picture)).toBe(200);
    expect(await stateOf(upload.id)).toMatchObject({
      state: "ready",
      bytes: picture.byteLength,
      filename: "größe.png",
    });
    expect(await send(upload, Buffer.alloc(picture.byteLength, 1))).toBe(412);
    expect(Buffer.from(await (await service.call(upload.path)).arrayBuffer()).equals(picture)).toBe(true);
  });

  test("takes no file of another size or type than was announced", async () => {
    const upload = await announce();
    expect(await send(upload, picture.subarray(1))).toBe(403);
    expect(await send(upload, Buffer.concat([picture, picture]))).toBe(403);
    expect(await send(upload, picture, { "content-type": "image/svg+xml" })).toBe(403);
    expect(await send(upload, picture, { "if-none-match": "x" })).toBe(403);
    expect(await stateOf(upload.id)).toMatchObject({ state: "waiting" });
  });

  test("may be sent by a page of a configured origin alone", async () => {
    const upload = await announce();
    const preflight = async (origin: string) => {
      const headers = {
        origin,
        "access-control-request-method": upload.method,
        "access-control-request-headers": Object.keys(upload.headers).join(","),
      };
      const answer = await fetch(upload.url, { method: "OPTIONS", headers });
      await answer.arrayBuffer();
      return [answer.status, answer.headers.get("access-control-allow-origin")];
    };
    expect(await preflight(APP)).toEqual([200, APP]);
    expect(await preflight("https://evil.example")).toEqual([403, null]);
  });

  test("whose file is something else is refused with the reason, and its file is gone", async () => {
    const upload = await announce({ contentType: "font/woff2" });
    expect(await send(upload, picture)).toBe(200);
    const error = "The file is image/png, not the announced font (font/woff2).";
    expect(await refusal(await service.call(upload.path))).toMatchObject({ details: { state: "refused" } });
    expect(await stateOf(upload.id)).toMatchObject({ state: "refused", error });
    expect(await send(upload, picture)).toBe(200);
    expect(await stateOf(upload.id)).toMatchObject({ state: "refused", error });
  });

  test.each([
    ["an unknown type", { contentType: "text/html" }, "contentType"],
    ["no bytes", { bytes: 0 }, "bytes"],
    ["an image over 20 MB", { bytes: 20 * 1024 * 1024 + 1 }, "bytes"],
    ["a font over 10 MB", { contentType: "font/ttf", bytes: 10 * 1024 * 1024 + 1 }, "bytes"],
  ])("of %s is not announced", async (_name, change, path) => {
    const answer = await service.post(UPLOADS, { contentType: "image/png", bytes: 9, ...change });
    expect(await refusal(answer)).toMatchObject({
      status: 422,
      code: "VALIDATION_ERROR",
      details: { issues: [{ path }] },
    });
  });
});

describe("an uploaded file", () => {
  let upload: Announced;
  const photo = (url: string) => ({
    template: service.template("Photo quote"),
    scale: 0.25,
    layers: { photo: { image_url: url } },
  });

  beforeAll(async () => {
    upload = await announce();
    await send(upload, picture);
  });

  test("is served so that it can do no harm on the service's origin", async () => {
    const { status, headers } = await service.call(upload.path);
    expect([status, Object.fromEntries(headers)]).toEqual([
      200,
      expect.objectContaining({
        "content-type": "image/png",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        "content-disposition": "inline; filename=\"gr__e.png\"; filename*=UTF-8''gr%C3%B6%C3%9Fe.png",
        "cache-control": "private, no-cache",
        "x-content-type-options": "nosniff",
      }),
    ]);
  });

  test("answers HEAD, ranges and conditions", async () => {
    const head = await service.call(upload.path, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([200, "image/png", ""]);
    const part = await service.call(upload.path, { headers: { range: "bytes=1-3" } });
    expect([part.status, await part.text()]).toEqual([206, "PNG"]);
    const etag = head.headers.get("etag") ?? "";
    const same = await service.call(upload.path, { headers: { "if-none-match": etag } });
    expect([same.status, same.headers.get("etag")]).toEqual([304, etag]);
  });

  test("is shown by the renders that name it, in either form of its path", async () => {
    const forms = [upload.path, `/api/uploads/files/${upload.id}`];
    for (const url of forms) {
      const { id } = await service.createRender(photo(url));
      const job = await service.ended(id);
      expect([job.status, job.warnings ?? []]).toEqual(["done", []]);
      const { data, info } = await sharp(Buffer.from(await (await fetch(job.assetUrl ?? "")).arrayBuffer()))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const reddish = Array.from({ length: info.width * info.height }, (_, pixel) => pixel * 3).filter(
        (at) => (data[at] ?? 0) > 1.5 * (data[at + 1] ?? 0) && (data[at + 1] ?? 0) === (data[at + 2] ?? 1),
      );
      expect(reddish.length / (info.width * info.height)).toBeGreaterThan(0.05);
    }
  });

  test("is its workspace's alone", async () => {
    const stack = await StackAccess.open(service);
    const foreignKey = createApiKey();
    await stack.copyItem(
      "ApiKeys",
      { hash: hashApiKey(service.connection.apiKey) },
      {
        hash: hashApiKey(foreignKey),
        keyId: "11111111-2222-4333-8444-555555555555",
        workspaceId: "11111111-2222-4333-8444-666666666666",
      },
    );
    stack.close();
    const headers = { authorization: `Bearer ${foreignKey}` };
    for (const path of [`${UPLOADS}/${upload.id}`, upload.path]) {
      expect(await refusal(await service.call(path, { headers }))).toMatchObject({ status: 404, code: "NOT_FOUND" });
      expect(await refusal(await service.fetch(path))).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
    }
  });

  test.each(["7", "11111111-2222-4333-8444-000000000000", "%2e%2e%2fx"])("%s is not found", async (id) => {
    for (const path of [`${UPLOADS}/${id}`, `${UPLOADS}/${id}/file`]) {
      expect(await refusal(await service.call(path))).toMatchObject({ status: 404, code: "NOT_FOUND" });
    }
  });
});

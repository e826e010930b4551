import { existsSync } from "node:fs";
import { beforeAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { createApiKey, hashApiKey } from "../../core/access/api-key.js";
import type { JobBody } from "../../core/contract/job-body.js";
import { createdUploadSchema, uploadBodySchema } from "../../core/contract/uploads-api.js";
import { bytesOf, errorOf } from "./responses.js";
import { useService } from "./use-service.js";

const { service, stack } = useService();
let picture: Buffer;

beforeAll(async () => {
  const create = { width: 30, height: 20, channels: 3, background: "#c33" } as const;
  picture = await sharp({ create }).png().toBuffer();
});

const UPLOADS = "/api/v1/uploads";

async function announce(request: Record<string, unknown> = {}) {
  const body = { contentType: "image/png", bytes: picture.byteLength, filename: "größe.png", ...request };
  const response = await service.post(UPLOADS, body);
  expect(response.status).toBe(201);
  return createdUploadSchema.parse(await response.json());
}

type Announced = Awaited<ReturnType<typeof announce>>;

async function send({ url, method, headers }: Announced, body: Uint8Array, more: Record<string, string> = {}) {
  const response = await fetch(url, { method, headers: { ...headers, ...more }, body: new Uint8Array(body) });
  await response.arrayBuffer();
  return response.status;
}

const stateOf = async (id: string) => uploadBodySchema.parse(await (await service.call(`${UPLOADS}/${id}`)).json());

describe("uploads", () => {
  test("an upload waits for its file, accepts the file once, and is ready then", async () => {
    const upload = await announce();
    expect(await stateOf(upload.id)).toMatchObject({ state: "waiting", path: `${UPLOADS}/${upload.id}/file` });
    expect(Date.parse(upload.expiresAt) - Date.now()).toBeGreaterThan(14 * 60_000);
    expect(await errorOf(await service.call(upload.path))).toEqual({
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
    expect((await bytesOf(await service.call(upload.path))).equals(picture)).toBe(true);
  });

  test("an upload refuses a file whose size or type differs from the announcement", async () => {
    const upload = await announce();
    expect(await send(upload, picture.subarray(1))).toBe(403);
    expect(await send(upload, Buffer.concat([picture, picture]))).toBe(403);
    expect(await send(upload, picture, { "content-type": "image/svg+xml" })).toBe(403);
    expect(await send(upload, picture, { "if-none-match": "x" })).toBe(403);
    expect(await stateOf(upload.id)).toMatchObject({ state: "waiting" });
  });

  test("a page of any origin can send the file of an upload, because its address is the permission, and nothing else", async () => {
    const upload = await announce();
    const preflight = async (method: string) => {
      const headers = {
        origin: "https://elsewhere.example",
        "access-control-request-method": method,
        "access-control-request-headers": Object.keys(upload.headers).join(","),
      };
      const response = await fetch(upload.url, { method: "OPTIONS", headers });
      await response.arrayBuffer();
      return [response.status, response.headers.get("access-control-allow-origin")];
    };
    expect(await preflight(upload.method)).toEqual([200, "*"]);
    expect(await preflight("GET")).toEqual([403, null]);
  });

  test("an upload with a file of another kind is refused with the reason, and its file cannot be sent again", async () => {
    const upload = await announce({ contentType: "font/woff2" });
    expect(await send(upload, picture)).toBe(200);
    const error = "The file is image/png, not the announced font (font/woff2).";
    expect(await errorOf(await service.call(upload.path))).toMatchObject({ details: { state: "refused" } });
    expect(await stateOf(upload.id)).toMatchObject({ state: "refused", error });
    expect(await send(upload, picture)).toBe(412);
    expect(await stateOf(upload.id)).toMatchObject({ state: "refused", error });
  });

  test.each([
    ["an unknown type", { contentType: "text/html" }, "contentType"],
    ["no bytes", { bytes: 0 }, "bytes"],
    ["an image of more than 20 MB", { bytes: 20 * 1024 * 1024 + 1 }, "bytes"],
    ["a font of more than 10 MB", { contentType: "font/ttf", bytes: 10 * 1024 * 1024 + 1 }, "bytes"],
  ])("an upload of %s is refused", async (_name, change, path) => {
    const response = await service.post(UPLOADS, { contentType: "image/png", bytes: 9, ...change });
    expect(await errorOf(response)).toMatchObject({
      status: 422,
      code: "VALIDATION_ERROR",
      details: { issues: [{ path }] },
    });
  });
});

describe("uploaded files", () => {
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

  test("an uploaded file is served with headers that keep it from running code on the service's origin", async () => {
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

  test("an uploaded file supports HEAD, Range and If-None-Match", async () => {
    const head = await service.call(upload.path, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([200, "image/png", ""]);
    const part = await service.call(upload.path, { headers: { range: "bytes=1-3" } });
    expect([part.status, await part.text()]).toEqual([206, "PNG"]);
    const etag = head.headers.get("etag") ?? "";
    const same = await service.call(upload.path, { headers: { "if-none-match": etag } });
    expect([same.status, same.headers.get("etag")]).toEqual([304, etag]);
  });

  test("a render shows an uploaded image under either of its paths", async () => {
    const forms = [upload.path, `/api/uploads/files/${upload.id}`];
    for (const url of forms) {
      const { id } = await service.createRender(photo(url));
      const job = await service.ended(id);
      expect([job.status, job.warnings ?? []]).toEqual(["done", []]);
      const { data, info } = await sharp(await bytesOf(await fetch(job.assetUrl ?? "")))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const reddish = Array.from({ length: info.width * info.height }, (_, pixel) => pixel * 3).filter(
        (at) => (data[at] ?? 0) > 1.5 * (data[at + 1] ?? 0) && (data[at + 1] ?? 0) === (data[at + 2] ?? 1),
      );
      expect(reddish.length / (info.width * info.height)).toBeGreaterThan(0.05);
    }
  });

  test("an upload and its file are not found for another workspace, and refused without an API key", async () => {
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
    const headers = { authorization: `Bearer ${foreignKey}` };
    for (const path of [`${UPLOADS}/${upload.id}`, upload.path]) {
      expect(await errorOf(await service.call(path, { headers }))).toMatchObject({ status: 404, code: "NOT_FOUND" });
      expect(await errorOf(await service.fetch(path))).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
    }
  });

  test.each(["7", "11111111-2222-4333-8444-000000000000", "%2e%2e%2fx"])(
    "the upload ID %s is not found",
    async (id) => {
      for (const path of [`${UPLOADS}/${id}`, `${UPLOADS}/${id}/file`]) {
        expect(await errorOf(await service.call(path))).toMatchObject({ status: 404, code: "NOT_FOUND" });
      }
    },
  );
});

describe("images that a request contains", () => {
  /** The largest file that a data URI can have. Decoders ignore what follows the end of the photo. */
  async function photoOfOneMegabyte(): Promise<string> {
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const create = { width: 600, height: 600, channels: 3, background: "#888", noise } as const;
    const photo = await sharp({ create }).jpeg().toBuffer();
    const file = Buffer.concat([photo, Buffer.alloc(1024 * 1024 - photo.byteLength)]);
    return `data:image/jpeg;base64,${file.toString("base64")}`;
  }

  const pictureOf = async ({ assetUrl = "" }: JobBody) => await bytesOf(await fetch(assetUrl));
  const renderAgain = async (id: string, body?: unknown) => {
    const path = `/api/v1/renders/${id}/rerender`;
    const response = body === undefined ? service.call(path, { method: "POST" }) : service.post(path, body);
    const { status, headers } = await response;
    return { status, location: headers.get("location"), job: (await (await response).json()) as JobBody };
  };

  test("an archived render with a data URI of 1 MB is rendered again, and each of the two jobs owns its inputs", async () => {
    const bucket = stack.physicalId("AWS::S3::Bucket", "StorageBucket");
    const isStored = (id: string) => existsSync(`${service.stateDir}/s3/${bucket}/inputs/${id}.json`);
    const { id: old } = await service.createRender({
      template: service.template("Photo quote"),
      scale: 0.1,
      layers: { photo: { image_url: await photoOfOneMegabyte() } },
      metadata: { order: "A-2" },
    });
    const first = await pictureOf(await service.ended(old));
    await service.inspect("/objects/storage-class", { bucket, key: `renders/${old}.png`, storageClass: "GLACIER" });
    expect((await service.call(`/api/v1/renders/${old}/asset`)).status).toBe(410);

    const { status, location, job: created } = await renderAgain(old);
    expect([status, location]).toEqual([202, `/api/v1/renders/${created.id}`]);
    expect(created).toMatchObject({ status: "queued", rerenderOf: old, metadata: { order: "A-2" }, scale: 0.1 });
    expect((await pictureOf(await service.ended(created.id))).equals(first)).toBe(true);

    expect([isStored(old), isStored(created.id)]).toEqual([true, true]);
    expect((await service.call(`/api/v1/renders/${old}`, { method: "DELETE" })).status).toBe(204);
    expect([isStored(old), isStored(created.id)]).toEqual([false, true]);
    expect((await renderAgain(old)).status).toBe(404);
    const { job: third } = await renderAgain(created.id, { layers: { quote: { text: "New" } } });
    expect(third).toMatchObject({ rerenderOf: created.id });
    expect((await pictureOf(await service.ended(third.id))).equals(first)).toBe(false);
  });
});

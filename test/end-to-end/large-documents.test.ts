import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { jobBodySchema } from "../../core/contract/job-body.js";
import { createdUploadSchema } from "../../core/contract/uploads-api.js";
import { createViewer, type Viewer } from "./image-viewer.js";
import { bytesOf } from "./responses.js";
import { useService } from "./use-service.js";

const { service, stack } = useService();
const SIDE = 320;
const MARK = 20;
let viewer: Viewer;
/** An image whose random pixels make the document larger than an item of a table. */
let photo: Buffer;
let template: string;

beforeAll(async () => {
  viewer = await createViewer(service, stack);
  photo = await sharp(randomBytes(SIDE * SIDE * 3), { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer();
  const layers = [
    { id: "photo", type: "image", name: "photo", x: 0, y: 0, width: SIDE, height: SIDE, image_url: dataUriOf(photo) },
    { id: "mark", type: "image", name: "mark", x: 0, y: 0, width: MARK, height: MARK },
  ];
  const document = { width: SIDE, height: SIDE, layers };
  const created = await service.post("/api/v1/templates", { name: "Large", document });
  expect(created.status).toBe(201);
  template = ((await created.json()) as { id: string }).id;
});

const dataUriOf = (image: Buffer): string => `data:image/png;base64,${image.toString("base64")}`;

async function pixelsOf(image: Buffer): Promise<Buffer> {
  return await sharp(image).removeAlpha().raw().toBuffer();
}

/** The pixels below the mark. */
async function photoOf(picture: Buffer): Promise<Buffer> {
  return (await pixelsOf(picture)).subarray(SIDE * MARK * 3);
}

const red = () => sharp({ create: { width: MARK, height: MARK, channels: 3, background: "#f00" } });

/** Announces an upload as PNG, and sends the file. Resolves to its path. */
async function upload(file: Buffer): Promise<string> {
  const body = { contentType: "image/png", bytes: file.byteLength, filename: "mark.png" };
  const announced = createdUploadSchema.parse(await (await service.post("/api/v1/uploads", body)).json());
  const { url, method, headers, path } = announced;
  const response = await fetch(url, { method, headers, body: new Uint8Array(file) });
  expect(response.status).toBe(200);
  return path;
}

const renderNow = async (body: Record<string, unknown>, key = service.connection.apiKey) =>
  await service.call("/api/v1/render?wait=30", {
    method: "POST",
    body: JSON.stringify({ template, ...body }),
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
  });

async function pictureOf(response: Response): Promise<Buffer> {
  expect(response.status).toBe(200);
  const { assetUrl } = jobBodySchema.parse(await response.json());
  return await bytesOf(await fetch(assetUrl ?? ""));
}

describe("a template whose document is stored in the bucket", () => {
  test("it is drawn in the request, as a preview and as a signed image, and the signed image can be purged", async () => {
    const expected = await photoOf(photo);
    expect((await photoOf(await pictureOf(await renderNow({ version: 1 })))).equals(expected)).toBe(true);
    const preview = await service.post(`/api/v1/templates/${template}/preview`, {});
    expect((await photoOf(await bytesOf(preview))).equals(expected)).toBe(true);
    const { url } = viewer.signed({ format: "png" }, template);
    expect((await photoOf((await viewer.shown(url)).bytes)).equals(expected)).toBe(true);
    expect((await service.post("/api/v1/img/purge", { url })).status).toBe(204);
    expect((await viewer.shown(url)).status).toBe(200);
  });
});

describe("large inputs of a render in the request", () => {
  test("an image in a data URI is drawn, and its job can be rendered again from the stored inputs", async () => {
    const mark = dataUriOf(await red().png().toBuffer());
    const response = await renderNow({ layers: { mark: { image_url: mark } } });
    const { id } = jobBodySchema.parse(await response.clone().json());
    const first = await pictureOf(response);
    expect([...(await pixelsOf(first)).subarray(0, 3)]).toEqual([255, 0, 0]);
    const again = await service.post(`/api/v1/renders/${id}/rerender?wait=30`, {});
    const repeated = jobBodySchema.parse(await again.json());
    const ended = await service.ended(repeated.id);
    expect((await bytesOf(await fetch(ended.assetUrl ?? ""))).equals(first)).toBe(true);
  });

  test("a signed image and a render with a new key draw an upload whose file nobody has asked for yet", async () => {
    const path = await upload(await red().png().toBuffer());
    const created = await service.post("/api/v1/keys", { name: "New", scopes: ["render"] });
    const { key } = (await created.json()) as { key: string };
    const drawn = await pictureOf(await renderNow({ layers: { mark: { image_url: path } } }, key));
    expect([...(await pixelsOf(drawn)).subarray(0, 3)]).toEqual([255, 0, 0]);
    const { url } = viewer.signed({ layers: JSON.stringify({ mark: { image_url: path } }) }, template);
    expect([...(await pixelsOf((await viewer.shown(url)).bytes)).subarray(0, 3)]).toEqual([255, 0, 0]);
  });

  test("an upload whose file is of another kind is refused by the render and by the preview that use it first", async () => {
    const text = Buffer.from("<html>this is no picture</html>");
    for (const send of [
      async (path: string) => await renderNow({ layers: { mark: { image_url: path } } }),
      async (path: string) =>
        await service.post(`/api/v1/templates/${template}/preview`, { layers: { mark: { image_url: path } } }),
    ]) {
      const response = await send(await upload(text));
      const body = JSON.stringify(await response.json());
      expect(response.status).toBe(422);
      expect(body).toContain("layers.mark.image_url");
    }
  });

  test("an image that cannot be loaded ends the job as failed, with a refund", async () => {
    const before = await viewer.spent();
    const response = await renderNow({ layers: { mark: { image_url: "https://127.0.0.1:1/none.png", strict: true } } });
    const job = jobBodySchema.parse(await response.json());
    expect(job.status).toBe("failed");
    expect(await viewer.spent()).toBe(before);
  });
});

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { errorBodySchema } from "../../core/contract/errors.js";
import { jobBodySchema } from "../../core/contract/job-body.js";
import { makeStateFolder, Service } from "./service.js";
import { StackAccess } from "./stack-access.js";

const state = makeStateFolder();
let service: Service;

beforeAll(async () => {
  service = await Service.start(state.dir);
}, 120_000);

afterAll(async () => {
  await service.stop();
  state.remove();
}, 30_000);

const json = async (answer: Response) => (await answer.json()) as Record<string, unknown>;
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const card = (more: Record<string, unknown> = {}) => ({ template: service.template("Open Graph card"), ...more });

/** A photo that no compression makes small, as a data URI. */
async function noisyPhoto(): Promise<string> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const create = { width: 900, height: 900, channels: 3, background: "#888", noise } as const;
  const bytes = await sharp({ create }).jpeg({ quality: 70 }).toBuffer();
  return `data:image/jpeg;base64,${bytes.toString("base64")}`;
}

describe("the service", () => {
  test("answers that it is well, without a key", async () => {
    const answer = await service.fetch("/api/v1/health");
    expect([answer.status, await json(answer)]).toEqual([200, { status: "ok" }]);
    expect(answer.headers.get("x-request-id")).toMatch(/.+/);
  });

  test("has the starter templates", () => {
    expect(Object.keys(service.connection.templates).sort()).toEqual(["Certificate", "Open Graph card", "Photo quote"]);
  });
});

describe("a render", () => {
  test("is queued at once, ends done, and its picture is the one that it describes", async () => {
    const body = card({ layers: { title: { text: "From request to picture" } }, metadata: { order: "A-1" } });
    const answer = await service.post("/api/v1/render", body);
    expect(answer.status).toBe(202);
    const created = jobBodySchema.parse(await json(answer));
    expect(created).toMatchObject({
      status: "queued",
      attempts: 0,
      format: "png",
      width: 1200,
      height: 630,
      priority: 5,
    });

    const job = jobBodySchema.parse(await service.ended(created.id));
    expect(job).toMatchObject({ status: "done", attempts: 1, metadata: { order: "A-1" }, id: created.id });
    expect(job.assetUrl).toContain(`${service.connection.baseUrl}/api/v1/renders/${job.id}/asset?sig=`);

    const picture = await bytesOf(await fetch(job.assetUrl ?? ""));
    expect(picture.byteLength).toBe(job.bytes);
    expect(await sharp(picture).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
  });

  test.each([
    ["png", "image/png", "png"],
    ["jpeg", "image/jpeg", "jpeg"],
    ["webp", "image/webp", "webp"],
    ["avif", "image/avif", "heif"],
  ])("as %s is what its content type says, at the asked scale", async (format, type, sniffed) => {
    const { id } = await service.createRender(card({ format, scale: 0.5 }));
    const job = await service.ended(id);
    const answer = await fetch(job.assetUrl ?? "");
    expect([job.status, answer.headers.get("content-type")]).toEqual(["done", type]);
    expect(await sharp(await bytesOf(answer)).metadata()).toMatchObject({ format: sniffed, width: 600, height: 315 });
  });

  test("that is transparent leaves the background out", async () => {
    const { id } = await service.createRender(
      card({ transparent: true, scale: 0.1, template: service.template("Certificate") }),
    );
    const job = await service.ended(id);
    const { data } = await sharp(await bytesOf(await fetch(job.assetUrl ?? "")))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[3]).toBe(0);
  });

  test("checked by a dry run creates nothing", async () => {
    const answer = await service.post("/api/v1/render", card({ dryRun: true, scale: 2 }));
    expect([answer.status, await json(answer)]).toEqual([
      200,
      {
        valid: true,
        template: service.template("Open Graph card"),
        version: 1,
        width: 2400,
        height: 1260,
        warnings: [],
      },
    ]);
  });
});

describe("a picture", () => {
  let id = "";
  let signed = "";
  let whole = Buffer.alloc(0);

  beforeAll(async () => {
    ({ id } = await service.createRender(card()));
    const job = await service.ended(id);
    signed = (job.assetUrl ?? "").slice(service.connection.baseUrl.length);
    whole = await bytesOf(await service.fetch(signed));
  }, 60_000);

  test("is the same by key, by signature and under its former name", async () => {
    for (const path of ["asset", "image"]) {
      const answer = await service.call(`/api/v1/renders/${id}/${path}`);
      expect(answer.headers.get("cache-control")).toBe("private, no-cache");
      expect((await bytesOf(answer)).equals(whole)).toBe(true);
    }
    const headers = (await service.fetch(signed)).headers;
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "public, max-age=86400, immutable",
      "content-disposition": `inline; filename="${id}.png"`,
      "x-content-type-options": "nosniff",
    });
  });

  test("can be asked for in part, by condition and by head alone", async () => {
    const part = await service.fetch(signed, { headers: { range: "bytes=10-19" } });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 10-19/${whole.byteLength}`]);
    expect((await bytesOf(part)).equals(whole.subarray(10, 20))).toBe(true);

    const etag = (await service.fetch(signed)).headers.get("etag") ?? "";
    const unchanged = await service.fetch(signed, { headers: { "if-none-match": etag } });
    expect([unchanged.status, (await bytesOf(unchanged)).byteLength]).toEqual([304, 0]);

    const head = await service.fetch(signed, { method: "HEAD" });
    expect([head.status, head.headers.get("etag"), (await bytesOf(head)).byteLength]).toEqual([200, etag, 0]);

    const beyond = await service.fetch(signed, { headers: { range: "bytes=99999999-" } });
    expect(beyond.status).toBe(416);
  });

  test("downloads as a file when asked to", async () => {
    const answer = await service.fetch(`${signed}&download=1`);
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${id}.png"`);
  });

  test("stays shut without a key and for a forged signature", async () => {
    for (const path of [`/api/v1/renders/${id}/asset`, `${signed}x`, signed.replace(".png.", ".jpg.")]) {
      const answer = await service.fetch(path);
      expect([answer.status, errorBodySchema.parse(await json(answer)).code]).toEqual([401, "UNAUTHORIZED"]);
    }
  });

  test("that was archived is gone", async () => {
    const { id: old } = await service.createRender(card({ scale: 0.2 }));
    const { assetUrl = "" } = await service.ended(old);
    const stack = await StackAccess.open(service);
    const bucket = stack.physicalId("AWS::S3::Bucket", "StorageBucket");
    await service.inspect("/objects/storage-class", { bucket, key: `renders/${old}.png`, storageClass: "GLACIER" });
    for (const answer of [await fetch(assetUrl), await service.call(`/api/v1/renders/${old}/asset`)]) {
      expect([answer.status, errorBodySchema.parse(await json(answer)).code]).toEqual([410, "GONE"]);
    }
  });

  test("of more than 12 MB downloads bit for bit, by key and by signature", async () => {
    const photo = await noisyPhoto();
    const { id: large } = await service.createRender({
      template: service.template("Photo quote"),
      scale: 4,
      layers: { photo: { image_url: photo } },
    });
    const job = await service.ended(large);
    expect(job).toMatchObject({ status: "done", width: 4320, height: 4320 });
    expect(job.bytes).toBeGreaterThan(12_000_000);
    const stack = await StackAccess.open(service);
    const bucket = stack.physicalId("AWS::S3::Bucket", "StorageBucket");
    const stored = sha256(readFileSync(`${state.dir}/s3/${bucket}/renders/${large}.png`));
    expect(sha256(await bytesOf(await fetch(job.assetUrl ?? "")))).toBe(stored);
    expect(sha256(await bytesOf(await service.call(`/api/v1/renders/${large}/asset`)))).toBe(stored);
  }, 90_000);
});

describe("a request at fault gets the contract's flat error", () => {
  const unknown = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
  const render = "/api/v1/render";
  const cases: [string, () => Promise<Response>, number, string][] = [
    ["malformed JSON", () => service.post(render, "{"), 400, "BAD_REQUEST"],
    ["no template", () => service.post(render, {}), 400, "BAD_REQUEST"],
    ["an unknown template", () => service.post(render, { template: unknown }), 404, "NOT_FOUND"],
    ["an unknown version", () => service.post(render, card({ version: 99 })), 404, "NOT_FOUND"],
    [
      "an unknown layer",
      () => service.post(render, card({ layers: { titel: { text: "x" } } })),
      422,
      "VALIDATION_ERROR",
    ],
    [
      "a transparent jpg",
      () => service.post(render, card({ format: "jpg", transparent: true })),
      422,
      "VALIDATION_ERROR",
    ],
    ["no key", () => service.fetch(render, { method: "POST", body: "{}" }), 401, "UNAUTHORIZED"],
    [
      "a wrong key",
      () => service.call(render, { method: "POST", headers: { authorization: "Bearer irs_x" } }),
      401,
      "UNAUTHORIZED",
    ],
    ["a wrong method", () => service.call(render), 405, "METHOD_NOT_ALLOWED"],
    [
      "a wrong method on a streamed route",
      () => service.call(`/api/v1/renders/${unknown}/asset`, { method: "POST" }),
      405,
      "METHOD_NOT_ALLOWED",
    ],
    ["an unknown path", () => service.call("/nowhere"), 404, "NOT_FOUND"],
    ["the root", () => service.fetch("/"), 404, "NOT_FOUND"],
    ["an unknown render", () => service.call(`/api/v1/renders/${unknown}`), 404, "NOT_FOUND"],
    ["a render id that is no uuid", () => service.call("/api/v1/renders/7"), 404, "NOT_FOUND"],
    [
      "a body over 5 MB",
      () => service.post(render, card({ x: "x".repeat(5 * 1024 * 1024) })),
      413,
      "PAYLOAD_TOO_LARGE",
    ],
    ["a body over 10 MB", () => service.post(render, "x".repeat(11 * 1024 * 1024)), 413, "PAYLOAD_TOO_LARGE"],
    [
      "overrides over 32 KB",
      () => service.post(render, card({ layers: { title: { text: "x".repeat(40_000) } } })),
      413,
      "PAYLOAD_TOO_LARGE",
    ],
  ];

  test.each(cases)("%s", async (_name, request, status, code) => {
    const answer = await request();
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const body = errorBodySchema.parse(await json(answer));
    expect([answer.status, body.code]).toEqual([status, code]);
    expect(body.requestId).toBe(answer.headers.get("x-request-id"));
    expect(JSON.stringify(body)).not.toMatch(/node_modules|at .*\.(ts|js|mjs):\d/);
  });

  test("and a wrong method is told the right ones", async () => {
    expect((await service.call(render)).headers.get("allow")).toBe("POST");
  });
});

describe("the edge", () => {
  test("believes no trusted header of a viewer's", async () => {
    const answer = await service.fetch(`/api/v1/renders/7`, {
      headers: { "x-irs-authorization": `Bearer ${service.connection.apiKey}` },
    });
    expect(answer.status).toBe(401);
    const { id } = await service.createRender(card({ scale: 0.1 }));
    const job = await service.call(`/api/v1/renders/${id}`, { headers: { "x-irs-base-url": "https://evil.example" } });
    expect(JSON.stringify(await json(job))).not.toContain("evil");
  });
});

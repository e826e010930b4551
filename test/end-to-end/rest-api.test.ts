import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { errorBodySchema } from "../../core/contract/errors.js";
import { jobBodySchema } from "../../core/contract/job-body.js";
import { bytesOf, statusAndCode } from "./responses.js";
import { useService } from "./use-service.js";

const { service, stack } = useService();

const json = async (response: Response) => (await response.json()) as Record<string, unknown>;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const card = (more: Record<string, unknown> = {}) => ({ template: service.template("Open Graph card"), ...more });

/** A photo of noise, which does not compress, as a data URI. */
async function noisyPhoto(): Promise<string> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const create = { width: 900, height: 900, channels: 3, background: "#888", noise } as const;
  const bytes = await sharp({ create }).jpeg({ quality: 70 }).toBuffer();
  return `data:image/jpeg;base64,${bytes.toString("base64")}`;
}

describe("the service", () => {
  test("the health check responds without an API key, with the version and the commit of the release", async () => {
    const response = await service.fetch("/api/v1/health");
    const release = { version: "0.1.0", commit: expect.stringMatching(/^([0-9a-f]{12})?$/) };
    expect([response.status, await json(response)]).toEqual([200, { status: "ok", ...release }]);
    expect(response.headers.get("x-request-id")).toMatch(/.+/);
  });

  test("the service has the starter templates", () => {
    expect(Object.keys(service.connection.templates)).toEqual(expect.arrayContaining(["Open Graph card", "Table"]));
  });
});

describe("renders", () => {
  test("a render is queued at once and ends as done, and its job describes the picture", async () => {
    const body = card({ layers: { title: { text: "From request to picture" } }, metadata: { order: "A-1" } });
    const response = await service.post("/api/v1/render", body);
    expect(response.status).toBe(202);
    const created = jobBodySchema.parse(await json(response));
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
  ])(
    "a render in the format %s has the content type, format and size that were requested",
    async (format, type, sniffed) => {
      const { id } = await service.createRender(card({ format, scale: 0.5 }));
      const job = await service.ended(id);
      const response = await fetch(job.assetUrl ?? "");
      expect([job.status, response.headers.get("content-type")]).toEqual(["done", type]);
      expect(await sharp(await bytesOf(response)).metadata()).toMatchObject({
        format: sniffed,
        width: 600,
        height: 315,
      });
    },
  );

  test("a transparent render has no background", async () => {
    const { id } = await service.createRender(
      card({ transparent: true, scale: 0.1, template: service.template("Certificate") }),
    );
    const job = await service.ended(id);
    const { data } = await sharp(await bytesOf(await fetch(job.assetUrl ?? "")))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[3]).toBe(0);
  });

  test("a dry run validates a render and creates no job", async () => {
    const response = await service.post("/api/v1/render", card({ dryRun: true, scale: 2 }));
    expect([response.status, await json(response)]).toEqual([
      200,
      {
        status: "valid",
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

describe("warnings", () => {
  const text = `${"A long headline that does not fit. ".repeat(40)}\u{10ffff}`;

  test("a dry run and a mint tell of a text that would be cut, and of characters that no font has", async () => {
    const layers = { title: { text } };
    const dry = await json(await service.post("/api/v1/render", card({ dryRun: true, layers })));
    const minted = await json(
      await service.post("/api/v1/img/sign", { template: service.template("Open Graph card"), layers }),
    );
    for (const { warnings } of [dry, minted] as { warnings: { code: string; layer: string }[] }[]) {
      const found = warnings.map(({ code, layer }) => `${code} ${layer}`);
      expect(found).toEqual(expect.arrayContaining(["TEXT_CUT title", "MISSING_GLYPH title"]));
    }
    const { id } = await service.createRender(card({ layers, scale: 0.2 }));
    expect((await service.ended(id)).warnings).toEqual(dry["warnings"]);
  });
});

describe("pictures", () => {
  let id = "";
  let signed = "";
  let whole = Buffer.alloc(0);

  beforeAll(async () => {
    ({ id } = await service.createRender(card()));
    const job = await service.ended(id);
    signed = (job.assetUrl ?? "").slice(service.connection.baseUrl.length);
    whole = await bytesOf(await service.fetch(signed));
  });

  test("a picture is the same by API key, by signature and under its former path", async () => {
    for (const path of ["asset", "image"]) {
      const response = await service.call(`/api/v1/renders/${id}/${path}`);
      expect(response.headers.get("cache-control")).toBe("private, no-cache");
      expect((await bytesOf(response)).equals(whole)).toBe(true);
    }
    const headers = (await service.fetch(signed)).headers;
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "public, max-age=86400, immutable",
      "content-disposition": `inline; filename="${id}.png"`,
      "x-content-type-options": "nosniff",
    });
  });

  test("a picture supports Range, If-None-Match and HEAD", async () => {
    const part = await service.fetch(signed, { headers: { range: "bytes=10-19" } });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 10-19/${whole.byteLength}`]);
    expect((await bytesOf(part)).equals(whole.subarray(10, 20))).toBe(true);
    const etag = (await service.fetch(signed)).headers.get("etag") ?? "";
    const unchanged = await service.fetch(signed, { headers: { "if-none-match": etag } });
    expect([unchanged.status, (await bytesOf(unchanged)).byteLength]).toEqual([304, 0]);

    const head = await service.fetch(signed, { method: "HEAD" });
    expect([head.status, head.headers.get("etag"), (await bytesOf(head)).byteLength]).toEqual([200, etag, 0]);

    const ifRange = { range: "bytes=10-19", "if-range": etag };
    expect((await service.fetch(signed, { headers: ifRange })).status).toBe(206);
    const changed = await service.fetch(signed, { headers: { ...ifRange, "if-range": '"other"' } });
    expect([changed.status, (await bytesOf(changed)).byteLength]).toEqual([200, whole.byteLength]);

    const byKey = `/api/v1/renders/${id}/asset`;
    const lengths = ["GET", "HEAD"].map(async (method) => (await service.call(byKey, { method })).headers);
    for (const sent of await Promise.all(lengths)) expect(sent.get("content-length")).toBe(String(whole.byteLength));
    const stale = await service.call(byKey, { headers: { ...ifRange, "if-range": '"other"' } });
    expect([stale.status, (await bytesOf(stale)).byteLength]).toEqual([200, whole.byteLength]);

    for (const beyond of [
      await service.fetch(signed, { headers: { range: "bytes=99999999-" } }),
      await service.call(byKey, { headers: { range: "bytes=99999999-" } }),
    ]) {
      expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${whole.byteLength}`]);
    }
  });

  test("download=1 makes a picture an attachment", async () => {
    const response = await service.fetch(`${signed}&download=1`);
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${id}.png"`);
  });

  test("a picture is refused without an API key and with a forged signature", async () => {
    for (const path of [`/api/v1/renders/${id}/asset`, `${signed}x`, signed.replace(".png.", ".jpg.")]) {
      const response = await service.fetch(path);
      expect(await statusAndCode(response)).toEqual([401, "UNAUTHORIZED"]);
    }
  });

  test("an archived picture responds with 410", async () => {
    const { id: old } = await service.createRender(card({ scale: 0.2 }));
    const { assetUrl = "" } = await service.ended(old);
    const bucket = stack.physicalId("AWS::S3::Bucket", "StorageBucket");
    await service.inspect("/objects/storage-class", { bucket, key: `renders/${old}.png`, storageClass: "GLACIER" });
    for (const response of [await fetch(assetUrl), await service.call(`/api/v1/renders/${old}/asset`)]) {
      expect(await statusAndCode(response)).toEqual([410, "GONE"]);
    }
  });

  test("a picture of more than 12 MB downloads without a changed byte, by API key and by signature", async () => {
    const photo = await noisyPhoto();
    const { id: large } = await service.createRender({
      template: service.template("Photo quote"),
      scale: 4,
      layers: { photo: { image_url: photo } },
    });
    const job = await service.ended(large);
    expect(job).toMatchObject({ status: "done", width: 4320, height: 4320 });
    expect(job.bytes).toBeGreaterThan(12_000_000);
    const bucket = stack.physicalId("AWS::S3::Bucket", "StorageBucket");
    const stored = sha256(readFileSync(`${service.stateDir}/s3/${bucket}/renders/${large}.png`));
    expect(sha256(await bytesOf(await fetch(job.assetUrl ?? "")))).toBe(stored);
    expect(sha256(await bytesOf(await service.call(`/api/v1/renders/${large}/asset`)))).toBe(stored);
  });
});

describe("refused requests", () => {
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
      "a transparent JPEG",
      () => service.post(render, card({ format: "jpg", transparent: true })),
      422,
      "VALIDATION_ERROR",
    ],
    ["no API key", () => service.fetch(render, { method: "POST", body: "{}" }), 401, "UNAUTHORIZED"],
    [
      "a wrong API key",
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
    ["a path beside the pages", () => service.fetch("/index.html"), 404, "NOT_FOUND"],
    ["a missing file of a page", () => service.fetch("/docs/none.js"), 404, "NOT_FOUND"],
    ["another method than GET on a page", () => service.fetch("/", { method: "POST" }), 405, "METHOD_NOT_ALLOWED"],
    ["an unknown render", () => service.call(`/api/v1/renders/${unknown}`), 404, "NOT_FOUND"],
    ["a render ID that is not a UUID", () => service.call("/api/v1/renders/7"), 404, "NOT_FOUND"],
    [
      "a body of more than 5 MB",
      () => service.post(render, card({ x: "x".repeat(5 * 1024 * 1024) })),
      413,
      "PAYLOAD_TOO_LARGE",
    ],
    ["a body of more than 10 MB", () => service.post(render, "x".repeat(11 * 1024 * 1024)), 413, "PAYLOAD_TOO_LARGE"],
    [
      "overrides of more than 32 KB",
      () => service.post(render, card({ layers: { title: { text: "x".repeat(40_000) } } })),
      413,
      "PAYLOAD_TOO_LARGE",
    ],
  ];

  test.each(cases)(
    "a request with %s gets the error body of the contract, with the right status and code",
    async (_name, request, status, code) => {
      const response = await request();
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
      const body = errorBodySchema.parse(await json(response));
      expect([response.status, body.code]).toEqual([status, code]);
      expect(body.requestId).toBe(response.headers.get("x-request-id"));
      expect(JSON.stringify(body)).not.toMatch(/node_modules|at .*\.(ts|js|mjs):\d/);
    },
  );
});

describe("the edge", () => {
  test("the edge ignores trusted headers that a viewer sends", async () => {
    const response = await service.fetch(`/api/v1/renders/7`, {
      headers: { "x-irs-authorization": `Bearer ${service.connection.apiKey}` },
    });
    expect(response.status).toBe(401);
    const { id } = await service.createRender(card({ scale: 0.1 }));
    const job = await service.call(`/api/v1/renders/${id}`, { headers: { "x-irs-base-url": "https://evil.example" } });
    expect(JSON.stringify(await json(job))).not.toContain("evil");
  });
});

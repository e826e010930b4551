import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { errorBodySchema } from "../../core/contract/errors.js";
import { signedImage } from "./delivery-support.js";
import { bytesOf, statusAndCode } from "./responses.js";
import { until } from "./service.js";
import { useService } from "./use-service.js";

/** A domain must not break the run on one machine, whose URLs keep the loopback address. */
const { service, stack } = useService({
  domainNames: '["images.example.com"]',
  certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/7c9e6679-7425-40de-944b-e07fc1f90ae7",
});

const json = async (response: Response) => (await response.json()) as Record<string, unknown>;
const card = (more: Record<string, unknown> = {}) => ({ template: service.template("Open Graph card"), ...more });

describe("a job with an invalid template version", () => {
  test("a job whose template version is invalid fails at its first attempt, with an error that names the place", async () => {
    const { id, template } = await service.createRender(card({ scale: 0.1 }));
    await service.ended(id);
    const broken = "11111111-2222-4333-8444-555555555555";
    await stack.copyItem(
      "Templates",
      { id: template, version: 1 },
      { id: broken, document: '{"width":400,"height":-1,"layers":[]}' },
    );
    const jobId = "11111111-2222-4333-8444-666666666666";
    await stack.copyItem("Jobs", { id }, { id: jobId, templateId: broken, status: "queued", attempts: 0 });
    await stack.sendToQueue("Standard", { jobId, requestId: "test" });
    const job = await service.ended(jobId);
    expect(job).toMatchObject({ status: "failed", attempts: 1 });
    expect(job.error).toMatch(/^Version 1 of template "Open Graph card" is not valid\. height: /);
    expect(job).not.toHaveProperty("assetUrl");
  });
});

describe("corrupt stored data", () => {
  const id = "11111111-2222-4333-8444-777777777777";

  test("a corrupt job item results in the error INTERNAL, whose message has no detail", async () => {
    const { id: whole } = await service.createRender(card({ scale: 0.1 }));
    await stack.copyItem("Jobs", { id: whole }, { id, attempts: "many" });
    const response = await service.call(`/api/v1/renders/${id}`);
    const body = errorBodySchema.parse(await json(response));
    expect([response.status, body.code]).toEqual([500, "INTERNAL"]);
    expect(JSON.stringify(body)).not.toMatch(/jobs table|attempts|corrupt/);
  });

  test("a stored document that the current rules refuse results in VALIDATION_ERROR with the place of the problem", async () => {
    const document = '{"width":400,"height":-1,"layers":[]}';
    const highest = { name: "Old", createdAtMs: 1, documentBytes: document.length, document };
    await stack.copyItem("Templates", { id: service.template("Certificate"), version: 0 }, { id, highest });
    const response = await service.call(`/api/v1/templates/${id}/schema`);
    const body = errorBodySchema.parse(await json(response));
    expect([response.status, body.code]).toEqual([422, "VALIDATION_ERROR"]);
    expect(body.message).toContain("height: ");
  });

  test("a corrupt stored document results in the error INTERNAL for its render, and not in an error of the caller", async () => {
    const corruptId = "11111111-2222-4333-8444-888888888888";
    const document = '{"width":400,"layers":[';
    const highest = { name: "Old", createdAtMs: 1, documentBytes: document.length, document };
    await stack.copyItem("Templates", { id: service.template("Certificate"), version: 0 }, { id: corruptId, highest });
    const response = await service.post("/api/v1/render", { template: corruptId });
    const body = errorBodySchema.parse(await json(response));
    expect([response.status, body.code, body.details]).toEqual([500, "INTERNAL", undefined]);
  });
});

describe("an outage of S3 at the edge", () => {
  const fail = (status: number | null) => service.inspect("/objects/failing", { status });
  let masterKey = "";
  let assetUrl = "";
  const PICTURE = Buffer.from("bytes that the function reads from the bucket");

  beforeAll(async () => {
    masterKey = (JSON.parse(await stack.readSecret("AccessSigningKeys")) as { k1: string }).k1;
    const { id } = await service.createRender(card({ scale: 0.1 }));
    assetUrl = (await service.ended(id)).assetUrl ?? "";
  });

  afterEach(async () => {
    await fail(null);
  });

  test.each([500, 502, 503, 504])(
    "a viewer gets the picture from the function, and no XML, while S3 responds to CloudFront with %i",
    async (status) => {
      const template = service.template("Open Graph card");
      const { url, storedAs } = signedImage([`title=Outage%20${status}`], { masterKey, template });
      await stack.store(storedAs, PICTURE, { type: "image/png", cacheControl: "public, max-age=31536000, immutable" });
      await fail(status);
      // A busy machine can be too late for a view. It then responds with 503 and Retry-After, in text.
      const image = await until("the function shows the picture", async () => {
        const response = await service.fetch(url);
        if (response.headers.get("retry-after") !== "1") return response;
        expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
        return undefined;
      });
      expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
      expect((await bytesOf(image)).equals(PICTURE)).toBe(true);
      await service.inspect("/edge/purge", {});
      const asset = await fetch(assetUrl);
      expect([asset.status, asset.headers.get("content-type")]).toEqual([200, "image/png"]);
      await bytesOf(asset);
    },
  );

  test("a viewer gets the contract's error, and no XML, if the function can't help either", async () => {
    const { url } = signedImage(["title=Outage"], { masterKey, template: "7c9e6679-7425-40de-944b-e07fc1f90ae7" });
    await fail(503);
    expect(await statusAndCode(await service.fetch(url))).toEqual([404, "NOT_FOUND"]);
  });
});

test("CloudFront reaches new instances with the previous origin secret after the secret was replaced", async () => {
  const workers = async () => {
    const functions = await service.inspect<{ name: string; pids: number[] }[]>("/functions");
    return functions.filter(({ name }) => ["api", "stream"].includes(name)).flatMap(({ pids }) => pids);
  };
  await stack.replaceSecret("AccessOriginSecret", "a-new-origin-secret");
  const earlier = await workers();
  expect(earlier.length).toBeGreaterThan(0);
  for (const pid of earlier) process.kill(pid, "SIGKILL");
  const listed = await until("a new instance of the api function responds", async () => {
    const response = await service.call("/api/v1/templates");
    return response.status >= 500 ? undefined : response.status;
  });
  expect(listed).toBe(200);
  expect((await workers()).some((pid) => earlier.includes(pid))).toBe(false);
});

import { describe, expect, test } from "@jest/globals";
import { errorBodySchema } from "../../core/contract/errors.js";
import { useService } from "./use-service.js";

const { service, stack } = useService();

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

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { errorBodySchema } from "../../core/contract/errors.js";
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
const card = (more: Record<string, unknown> = {}) => ({ template: service.template("Open Graph card"), ...more });

describe("a job whose template document is broken", () => {
  test("ends failed at its first attempt, with a sentence that names the place", async () => {
    const { id, template } = await service.createRender(card({ scale: 0.1 }));
    await service.ended(id);
    const stack = await StackAccess.open(service);
    const broken = "11111111-2222-4333-8444-555555555555";
    await stack.copyItem(
      "Templates",
      { id: template, version: 1 },
      { id: broken, document: '{"width":400,"layers":[]}' },
    );
    const jobId = "11111111-2222-4333-8444-666666666666";
    await stack.copyItem("Jobs", { id }, { id: jobId, templateId: broken, status: "queued", attempts: 0 });
    await stack.sendToQueue("Standard", { jobId, requestId: "test" });
    const job = await service.ended(jobId);
    expect(job).toMatchObject({ status: "failed", attempts: 1 });
    expect(job.error).toMatch(/^Version 1 of template "Open Graph card" is not valid\. height: /);
    expect(job).not.toHaveProperty("assetUrl");
    stack.close();
  });
});

describe("what is wrong behind the service", () => {
  const id = "11111111-2222-4333-8444-777777777777";

  test("answers INTERNAL and tells nothing of it", async () => {
    const { id: whole } = await service.createRender(card({ scale: 0.1 }));
    const stack = await StackAccess.open(service);
    await stack.copyItem("Jobs", { id: whole }, { id, attempts: "many" });
    stack.close();
    const answer = await service.call(`/api/v1/renders/${id}`);
    const body = errorBodySchema.parse(await json(answer));
    expect([answer.status, body.code]).toEqual([500, "INTERNAL"]);
    expect(JSON.stringify(body)).not.toMatch(/jobs table|attempts|corrupt/);
  });

  test("be it a stored document that today's rules refuse, is told by the schema's answer at its place", async () => {
    const document = '{"width":400,"layers":[]}';
    const highest = { name: "Old", createdAtMs: 1, documentBytes: document.length, document };
    const stack = await StackAccess.open(service);
    await stack.copyItem("Templates", { id: service.template("Certificate"), version: 0 }, { id, highest });
    stack.close();
    const answer = await service.call(`/api/v1/templates/${id}/schema`);
    const body = errorBodySchema.parse(await json(answer));
    expect([answer.status, body.code]).toEqual([422, "VALIDATION_ERROR"]);
    expect(body.message).toContain("height: ");
  });
});

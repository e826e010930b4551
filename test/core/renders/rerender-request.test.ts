import { describe, expect, test } from "@jest/globals";
import { createRenderSchema } from "../../../core/contract/render-request.js";
import { rerenderSchema } from "../../../core/contract/rerender.js";
import { parseBody } from "../../../core/contract/parse-body.js";
import { CANCELED } from "../../../core/renders/cancel-render.js";
import { createRender } from "../../../core/renders/create-render.js";
import { deleteRender } from "../../../core/renders/delete-render.js";
import type { Job } from "../../../core/renders/job.js";
import { QueueRefusedError } from "../../../core/renders/ports.js";
import { rerenderRequest } from "../../../core/renders/rerender-request.js";
import {
  createRenderFixture,
  DOCUMENT,
  JOB,
  OTHER_WORKSPACE,
  queuedJob,
  START_MS,
  TEMPLATE,
  templateVersion,
  WORKSPACE,
} from "../../support/render-fixture.js";
import { CONTEXT, contextOf, TEAM } from "./create-fixture.js";

const tiny = "data:image/png;base64,iVBORw0KGgo=";
const KEY = `inputs/${JOB}.json`;
type Fixture = ReturnType<typeof createRenderFixture>;

/** A job as an earlier request created it, with a value for everything that a request can set. */
const endedJob = (more: Partial<Job> = {}) =>
  queuedJob({
    status: "done",
    format: "webp",
    scale: 2,
    transparent: true,
    priority: 4,
    inputs: { layers: { title: { text: "Hello", color: "#ff0000" } }, variables: {}, locale: "de-CH" },
    metadata: { order: "7" },
    webhookUrl: "https://example.com/hook",
    attempts: 1,
    finishedAtMs: START_MS,
    ...more,
  });

const merged = async (fixture: Fixture, body: unknown = {}, workspaceId = WORKSPACE) =>
  (await rerenderRequest(fixture, workspaceId, JOB, parseBody(rerenderSchema, body))).request;

/** Creates the new job as the route does. */
async function rerendered(fixture: Fixture, body: unknown = {}, context = CONTEXT): Promise<Job> {
  const request = await merged(fixture, body);
  const result = await createRender(fixture, { ...context, rerenderOf: JOB }, request);
  if (result.kind !== "created") throw new Error(result.kind);
  return result.job;
}

describe("the stored request", () => {
  test("rendering a job again creates a queued job from its whole request, and names the first job", async () => {
    const fixture = createRenderFixture([endedJob()], [templateVersion(), templateVersion({ version: 2 })]);
    const job = await rerendered(fixture);
    expect(fixture.jobs.items.get(job.id)).toEqual({
      ...{ id: job.id, workspaceId: WORKSPACE, templateId: TEMPLATE, templateVersion: 1 },
      ...{ format: "webp", scale: 2, transparent: true, priority: 4, width: 800, height: 400 },
      inputs: { layers: { title: { text: "Hello", color: "#ff0000" } }, variables: {}, locale: "de-CH" },
      ...{ metadata: { order: "7" }, webhookUrl: "https://example.com/hook", rerenderOf: JOB },
      ...{ status: "queued", attempts: 0, createdAtMs: START_MS, enqueuedAtMs: START_MS },
      ...{ baseUrl: "https://images.example.com", requestId: "request-1" },
      debit: { date: "2026-11-01", credits: 1 },
    });
    expect(fixture.sent).toMatchObject([{ queue: "standard", message: { jobId: job.id } }]);
    expect(fixture.jobs.balances.months.get(`${WORKSPACE} 2026-11`)?.spent).toBe(1);
  });

  test("a job is rendered again with its quality and its words, unless the new format has no quality", async () => {
    const inputs = { layers: {}, variables: {}, about: { title: "Sale" } };
    const fixture = createRenderFixture([endedJob({ quality: 70, inputs })], [templateVersion()]);
    expect(await rerendered(fixture)).toMatchObject({ quality: 70, inputs: { about: { title: "Sale" } } });
    expect(await merged(fixture, { quality: 30, about: { author: "Ada" } })).toMatchObject({
      quality: 30,
      about: { author: "Ada" },
    });
    expect((await merged(fixture, { format: "png" })).quality).toBeUndefined();
  });

  test.each<[string, Partial<Job>]>([
    ["failed", { status: "failed", error: "The image is too large." }],
    ["canceled", { status: "failed", error: CANCELED, attempts: 0 }],
  ])("a %s job can be rendered again", async (_name, more) => {
    const fixture = createRenderFixture([endedJob(more)]);
    expect(await rerendered(fixture)).toMatchObject({ status: "queued", rerenderOf: JOB });
  });

  test("a job of a batch is rendered again on its own, without the batch, its record and its share of the debit", async () => {
    const origin = endedJob({ batchId: OTHER_WORKSPACE, recordId: "idempotency#1", debit: undefined });
    const job = await rerendered(createRenderFixture([origin]));
    expect(job).not.toHaveProperty("batchId");
    expect(job).not.toHaveProperty("recordId");
    expect(job.debit).toEqual({ date: "2026-11-01", credits: 1 });
  });

  test("the job of a signed image is rendered again as a job with a picture of its own, without a claim", async () => {
    const origin = endedJob({ storedAs: "img/ab/cd.webp", priority: 8, debit: undefined });
    const fixture = createRenderFixture([origin]);
    const job = await rerendered(fixture);
    expect(job).not.toHaveProperty("storedAs");
    expect(job).toMatchObject({ priority: 5, debit: { credits: 1 } });
    expect(fixture.jobs.claims.items.size).toBe(0);
  });
});

describe("the changes of a body", () => {
  test("fields of the body replace those of the stored request, and the others stay", async () => {
    const fixture = createRenderFixture([endedJob()]);
    const body = { format: "jpeg", transparent: false, metadata: { run: "2" }, timeZone: "Europe/Berlin" };
    expect(await merged(fixture, body)).toMatchObject({
      ...{ version: 1, format: "jpg", transparent: false, scale: 2, priority: 4 },
      ...{ metadata: { run: "2" }, webhookUrl: "https://example.com/hook" },
      ...{ locale: "de-CH", timeZone: "Europe/Berlin" },
    });
  });

  test("a body can have each field of a create request", () => {
    expect(Object.keys(rerenderSchema.shape)).toEqual(Object.keys(createRenderSchema.shape));
  });

  test("a field that is null counts as not given", async () => {
    const fixture = createRenderFixture([endedJob()]);
    const body = { format: null, webhookUrl: null, layers: { title: { text: null, color: "#00ff00" } } };
    expect(await merged(fixture, body)).toMatchObject({
      ...{ format: "webp", webhookUrl: "https://example.com/hook" },
      layers: { title: { text: "Hello", color: "#00ff00" } },
    });
  });

  test("layers are merged attribute by attribute, and a variable replaces the whole stored value", async () => {
    const document = {
      ...DOCUMENT,
      variables: [
        { name: "items", type: "list", fields: [{ name: "a", type: "number" }] },
        { name: "note", type: "string" },
        { name: "price", type: "string" },
      ],
      layers: [...DOCUMENT.layers, { ...DOCUMENT.layers[0], id: "s", name: "subtitle" }],
    };
    const stored = {
      layers: { title: { text: "a", color: "#ff0000" } },
      variables: { items: [{ a: 1 }, { a: 2 }], note: "x" },
    };
    const templates = [templateVersion({ document: JSON.stringify(document) })];
    const fixture = createRenderFixture([endedJob({ inputs: stored })], templates);
    const body = {
      layers: { title: { text: "b" }, subtitle: { text: "c" } },
      variables: { items: [{ a: 3 }], price: "5" },
    };
    expect(await merged(fixture, body)).toMatchObject({
      layers: { title: { text: "b", color: "#ff0000" }, subtitle: { text: "c" } },
      variables: { items: [{ a: 3 }], note: "x", price: "5" },
    });
  });

  test("an alias in the body replaces the attribute that it stands for", async () => {
    const layer = { id: "q", type: "qr", name: "code", x: 0, y: 0, width: 100, height: 100, data: "x" };
    const templates = [templateVersion({ document: JSON.stringify({ ...DOCUMENT, layers: [layer] }) })];
    const inputs = { layers: { code: { data: "old" } }, variables: {} };
    const fixture = createRenderFixture([endedJob({ inputs })], templates);
    expect((await merged(fixture, { layers: { code: { text: "new" } } })).layers).toEqual({ code: { data: "new" } });
    const both = rerendered(fixture, { layers: { code: { text: "a", data: "b", nope: 1 } } });
    await expect(both).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { issues: [{ path: "layers.code.text" }, { path: "layers.code.nope" }] },
    });
  });

  test("names that objects inherit are ordinary names of layers and variables", async () => {
    const inputs = { layers: { constructor: { text: "a" } }, variables: { valueOf: 1 } };
    const fixture = createRenderFixture([endedJob({ inputs })]);
    const body = { layers: { constructor: { x: 1 }, toString: {} }, variables: { toString: "b" } };
    const { layers, variables } = await merged(fixture, body);
    expect(JSON.stringify(layers)).toBe('{"constructor":{"text":"a","x":1},"toString":{}}');
    expect(JSON.stringify(variables)).toBe('{"valueOf":1,"toString":"b"}');
  });

  test("the body can set another version, and an override that this version does not have is an issue", async () => {
    const other = { ...DOCUMENT, layers: [{ ...DOCUMENT.layers[0], name: "headline" }] };
    const templates = [templateVersion(), templateVersion({ version: 2, document: JSON.stringify(other) })];
    const fixture = createRenderFixture([endedJob()], templates);
    await expect(rerendered(fixture, { version: 2 })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { issues: [{ path: "layers.title" }] },
    });
    await expect(rerendered(fixture, { version: 9 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a refused repetition", () => {
  test("a queued job is a conflict, and the error has its status and says what to do", async () => {
    const refused = merged(createRenderFixture([queuedJob()]));
    await expect(refused).rejects.toMatchObject({ code: "CONFLICT", details: { status: "queued" } });
    await expect(refused).rejects.toThrow(`GET /api/v1/renders/${JOB}/wait`);
  });

  test("a job of another workspace is not found", async () => {
    const refused = merged(createRenderFixture([endedJob()]), {}, OTHER_WORKSPACE);
    await expect(refused).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("a job whose template was deleted is not found, and the error names the template", async () => {
    const refused = rerendered(createRenderFixture([endedJob()], []));
    await expect(refused).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(refused).rejects.toThrow(`version 1 of template ${TEMPLATE}`);
  });

  test("a body may name the template of the job, and another template is refused", async () => {
    const fixture = createRenderFixture([endedJob()]);
    expect((await merged(fixture, { template: TEMPLATE.toUpperCase() })).template).toBe(TEMPLATE);
    await expect(merged(fixture, { template: OTHER_WORKSPACE })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      details: { issues: [{ path: "template" }] },
    });
  });

  test("a job whose inputs have expired is gone, and the error names the template and says what to do", async () => {
    const fixture = createRenderFixture([endedJob({ inputs: { key: KEY } })]);
    const refused = rerendered(fixture, { layers: { title: { text: "x" } } });
    await expect(refused).rejects.toMatchObject({ code: "GONE", details: { template: TEMPLATE, version: 1 } });
    await expect(refused).rejects.toThrow("POST /api/v1/render");
    expect([fixture.jobs.items.size, fixture.sent]).toEqual([1, []]);
  });

  test("a feature that the plan no longer has is refused as in a new request", async () => {
    const context = contextOf(WORKSPACE, { ...TEAM, formats: ["png"] });
    const fixture = createRenderFixture([endedJob()]);
    await expect(rerendered(fixture, {}, context)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await rerendered(fixture, { format: "png" }, context)).toMatchObject({ format: "png" });
  });
});

describe("inputs in the bucket", () => {
  const photo = { id: "p", type: "image", name: "photo", x: 0, y: 0, width: 10, height: 10 };
  const document = JSON.stringify({ width: 10, height: 10, layers: [photo, { ...photo, id: "q", name: "other" }] });
  const inputs = { layers: { photo: { image_url: tiny } }, variables: {} };

  function fixtureWithInputs() {
    const fixture = createRenderFixture([endedJob({ inputs: { key: KEY } })], [templateVersion({ document })]);
    fixture.storedInputs.set(KEY, inputs);
    return fixture;
  }

  test("the new job has a copy of its own, which stays when the first job is deleted with its inputs", async () => {
    const fixture = fixtureWithInputs();
    const job = await rerendered(fixture);
    expect(job.inputs).toEqual({ key: `inputs/${job.id}.json` });
    await deleteRender(fixture, WORKSPACE, JOB);
    expect([...fixture.storedInputs]).toEqual([[`inputs/${job.id}.json`, inputs]]);
  });

  test("deleting the new job keeps the inputs of the first job", async () => {
    const fixture = fixtureWithInputs();
    const job = await rerendered(fixture);
    fixture.jobs.items.set(job.id, { ...job, status: "done" });
    await deleteRender(fixture, WORKSPACE, job.id);
    expect([...fixture.storedInputs.keys()]).toEqual([KEY]);
  });

  test("images of the body are added to the stored ones, up to the size limit of one body", async () => {
    const fixture = fixtureWithInputs();
    const large = `data:image/png;base64,${"A".repeat(5 * 1024 * 1024 - 300)}`;
    fixture.storedInputs.set(KEY, { layers: { photo: { image_url: large } }, variables: {} });
    const other = (url: string) => ({ layers: { other: { image_url: url } } });
    expect(Object.keys((await merged(fixture, other(tiny))).layers)).toEqual(["photo", "other"]);
    const refused = merged(fixture, other(`${tiny}${"A".repeat(400)}`));
    await expect(refused).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
  });

  test("without credits, neither a job nor a copy of the inputs is left", async () => {
    const fixture = fixtureWithInputs();
    const refused = rerendered(fixture, {}, contextOf(WORKSPACE, { ...TEAM, credits: 0 }));
    await expect(refused).rejects.toMatchObject({ code: "PAYMENT_REQUIRED" });
    expect([[...fixture.jobs.items.keys()], [...fixture.storedInputs.keys()], fixture.sent]).toEqual([
      [JOB],
      [KEY],
      [],
    ]);
  });

  test("if the queue refuses the message, the credit is refunded and the copy of the inputs is removed", async () => {
    const fixture = fixtureWithInputs();
    const queue = { ...fixture.queue, send: async () => Promise.reject(new QueueRefusedError("gone")) };
    await expect(rerendered({ ...fixture, queue })).rejects.toMatchObject({ code: "QUEUE_UNAVAILABLE" });
    expect([[...fixture.jobs.items.keys()], [...fixture.storedInputs.keys()]]).toEqual([[JOB], [KEY]]);
    expect(fixture.jobs.balances.months.get(`${WORKSPACE} 2026-11`)?.spent).toBe(0);
  });
});

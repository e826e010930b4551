import { describe, expect, test } from "@jest/globals";
import { type CreateRender, parseCreateRender } from "../../../core/contract/create-render.js";
import { DEFAULT_PLANS, type Plan } from "../../../core/contract/plans.js";
import { recordOf } from "../../../core/idempotency/idempotency-record.js";
import {
  createRender,
  type CreateRenderDependencies,
  type RequestContext,
} from "../../../core/renders/create-render.js";
import type { Job } from "../../../core/renders/job.js";
import { QueueRefusedError } from "../../../core/renders/ports.js";
import { createWorld, OTHER_WORKSPACE, START_MS, TEMPLATE, templateVersion, WORKSPACE } from "../../support/world.js";

const TEAM = DEFAULT_PLANS.team as Plan;
const contextOf = (workspaceId: string, plan = TEAM): RequestContext => ({
  caller: { workspaceId, planName: "team", plan },
  requestId: "request-1",
  baseUrl: "https://images.example.com",
});
const CONTEXT = contextOf(WORKSPACE);

async function created(world: CreateRenderDependencies, body: CreateRender, context = CONTEXT): Promise<Job> {
  const result = await createRender(world, context, body);
  if (result.kind !== "created") throw new Error(result.kind);
  return result.job;
}

const request = (body: Record<string, unknown> = {}): CreateRender =>
  parseCreateRender({ template: TEMPLATE, ...body });
const tiny = "data:image/png;base64,iVBORw0KGgo=";

describe("a render that is accepted", () => {
  test("is written, sent to the standard queue and no longer watched", async () => {
    const world = createWorld();
    const job = await created(world, request());
    expect(world.jobs.items.get(job.id)).toMatchObject({ status: "queued", attempts: 0, enqueuedAtMs: START_MS });
    expect(world.jobs.items.get(job.id)?.sweepAtMs).toBeUndefined();
    expect(world.sent).toEqual([
      { lane: "standard", workspaceId: WORKSPACE, message: { jobId: job.id, requestId: "request-1" } },
    ]);
  });

  test.each([
    [0, "bulk"],
    [3, "bulk"],
    [4, "standard"],
    [6, "standard"],
  ])("of priority %i goes to the %s queue", async (priority, lane) => {
    const world = createWorld();
    await created(world, request({ priority }));
    expect(world.sent[0]?.lane).toBe(lane);
  });

  test("is pinned to the highest version when it names none", async () => {
    const world = createWorld([], [templateVersion(), templateVersion({ version: 2 })]);
    expect(await created(world, request())).toMatchObject({ templateVersion: 2 });
    expect(await created(world, request({ version: 1 }))).toMatchObject({ templateVersion: 1 });
  });

  test("keeps data URIs in the bucket and a pointer in the job", async () => {
    const document = {
      width: 10,
      height: 10,
      layers: [{ id: "p", type: "image", name: "photo", x: 0, y: 0, width: 10, height: 10, image_url: tiny }],
    };
    const world = createWorld([], [templateVersion({ document: JSON.stringify(document) })]);
    const job = await created(world, request({ layers: { photo: { image_url: tiny } } }));
    expect(job.inputs).toEqual({ key: `inputs/${job.id}.json` });
    expect(world.lifted.get(`inputs/${job.id}.json`)).toEqual({
      layers: { photo: { image_url: tiny } },
      variables: {},
    });
  });
});

describe("a render that is refused creates nothing", () => {
  const refused = async (body: Record<string, unknown>, workspaceId = WORKSPACE, templates = [templateVersion()]) => {
    const world = createWorld([], templates);
    const error = await createRender(world, contextOf(workspaceId), request(body)).catch((thrown: unknown) => thrown);
    expect(world.jobs.items.size).toBe(0);
    expect(world.sent).toEqual([]);
    return error;
  };

  test("an unknown template, and another workspace's one, are not found alike", async () => {
    const unknown = await refused({ template: "7c9e6679-7425-40de-944b-e07fc1f90ae8" });
    const foreign = await refused({}, OTHER_WORKSPACE);
    expect([unknown, foreign]).toMatchObject([{ code: "NOT_FOUND" }, { code: "NOT_FOUND" }]);
  });

  test("an unknown version is not found", async () => {
    expect(await refused({ version: 9 })).toMatchObject({ code: "NOT_FOUND" });
  });

  test("every fault of the overrides is listed, each with its place", async () => {
    const error = await refused({ layers: { titel: { text: "x" }, title: { colour: "red" } }, variables: { nope: 1 } });
    expect(error).toMatchObject({ code: "VALIDATION_ERROR" });
    const paths = (error as { details: { issues: { path: string }[] } }).details.issues.map(({ path }) => path);
    expect(paths.sort()).toEqual(["layers.titel", "layers.title.colour", "variables.nope"]);
  });

  test("a picture over 25 megapixels is a fault of its scale", async () => {
    const document = JSON.stringify({ width: 4000, height: 3000, layers: [] });
    const error = await refused({ scale: 2 }, WORKSPACE, [templateVersion({ document })]);
    expect(error).toMatchObject({ code: "VALIDATION_ERROR", details: { issues: [{ path: "scale" }] } });
  });

  test.each([
    "http://example.com/hook",
    "https://127.0.0.1/hook",
    "https://192.168.0.1/",
    "https://user:pw@example.com/",
  ])("the webhook URL %s", async (webhookUrl) => {
    expect(await refused({ webhookUrl })).toMatchObject({ details: { issues: [{ path: "webhookUrl" }] } });
  });

  test("a transparent picture in a format that can't be", async () => {
    expect(await refused({ format: "jpg", transparent: true })).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { issues: [{ path: "transparent" }] },
    });
  });

  test("an upload that can't be used is a fault of the layer that names it", async () => {
    const photo = { id: "p", type: "image", name: "photo", x: 0, y: 0, width: 10, height: 10, image_url: tiny };
    const document = JSON.stringify({ width: 10, height: 10, layers: [photo] });
    const image_url = `/api/v1/uploads/${TEMPLATE}/file`;
    const error = await refused({ layers: { photo: { image_url } } }, WORKSPACE, [templateVersion({ document })]);
    expect(error).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { issues: [{ path: "layers.photo.image_url" }] },
    });
  });

  test("more than 32 KB of overrides", async () => {
    const text = "x".repeat(33 * 1024);
    expect(await refused({ layers: { title: { text } } })).toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
    });
  });

  test("duplicate layer names", async () => {
    const layer = { type: "rectangle", name: "box", x: 0, y: 0, width: 5, height: 5 };
    const document = JSON.stringify({
      width: 10,
      height: 10,
      layers: [
        { ...layer, id: "a" },
        { ...layer, id: "b" },
      ],
    });
    const error = await refused({}, WORKSPACE, [templateVersion({ document })]);
    expect(error).toMatchObject({ code: "DUPLICATE_LAYER_NAMES", details: { layerNames: ["box"] } });
  });
});

describe("when the queue fails", () => {
  test("a certain refusal takes the job back and answers QUEUE_UNAVAILABLE", async () => {
    const world = createWorld();
    const queue = { send: async () => Promise.reject(new QueueRefusedError("gone")) };
    await expect(createRender({ ...world, queue }, CONTEXT, request())).rejects.toMatchObject({
      code: "QUEUE_UNAVAILABLE",
    });
    expect(world.jobs.items.size).toBe(0);
  });

  test("a lost answer keeps the job, watched by the sweeper", async () => {
    const world = createWorld();
    const queue = { send: async () => Promise.reject(new Error("socket hang up")) };
    const job = await created({ ...world, queue }, request());
    expect(world.jobs.items.get(job.id)?.sweepAtMs).toBe(START_MS + 60_000);
  });

  test("a refusal after somebody claimed the job leaves the job alone", async () => {
    const world = createWorld();
    const queue = {
      send: async (_lane: string, _workspace: string, { jobId }: { jobId: string }) => {
        await world.jobs.claim(jobId, { nowMs: START_MS, untilMs: START_MS + 1000, token: "t" });
        throw new QueueRefusedError("refused");
      },
    };
    const job = await created({ ...world, queue }, request());
    expect(world.jobs.items.get(job.id)).toMatchObject({ attempts: 1, leaseToken: "t" });
  });
});

describe("the credits of a render", () => {
  const month = `${WORKSPACE} 2026-11`;

  test("are taken with its creation, one each, from the month of its creation", async () => {
    const world = createWorld();
    await created(world, request());
    const job = await created(world, request());
    expect(job.charge).toEqual({ date: "2026-11-01", credits: 1 });
    expect(world.jobs.balances.get(month)).toEqual({ spent: 2, remaining: 9_998 });
  });

  test("are given back when the queue refuses it", async () => {
    const world = createWorld();
    const queue = { send: async () => Promise.reject(new QueueRefusedError("gone")) };
    await expect(created({ ...world, queue }, request())).rejects.toThrow();
    expect(world.jobs.balances.get(month)).toEqual({ spent: 0, remaining: 10_000 });
  });

  test("that are used up answer PAYMENT_REQUIRED, and nothing is created", async () => {
    const world = createWorld();
    const context = contextOf(WORKSPACE, { ...TEAM, credits: 1 });
    await created(world, request(), context);
    await expect(created(world, request(), context)).rejects.toMatchObject({ code: "PAYMENT_REQUIRED" });
    expect([world.jobs.items.size, world.sent.length]).toEqual([1, 1]);
  });
});

describe("what the plan lacks is FORBIDDEN", () => {
  test.each([
    [{ format: "avif" }, "format"],
    [{ scale: 3 }, "scale"],
    [{ priority: 6 }, "priority"],
  ])("%j", async (body, feature) => {
    const world = createWorld();
    const context = contextOf(WORKSPACE, DEFAULT_PLANS.free);
    await expect(createRender(world, context, request(body))).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: { feature },
    });
    expect(world.jobs.items.size).toBe(0);
  });
});

describe("a request with an idempotency record", () => {
  test("creates once, and says so the second time", async () => {
    const world = createWorld();
    const once = { id: "idempotency#1", bodyHash: "hash" };
    const recordFor = (job: Job) => recordOf(once, 202, { id: job.id }, START_MS);
    const first = await createRender(world, CONTEXT, request(), recordFor);
    expect(first).toMatchObject({ kind: "created", job: { recordId: once.id } });
    expect(await createRender(world, CONTEXT, request(), recordFor)).toEqual({ kind: "recorded" });
    expect([world.jobs.items.size, world.sent.length]).toEqual([1, 1]);
  });
});

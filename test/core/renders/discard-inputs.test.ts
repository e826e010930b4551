import { describe, expect, test } from "@jest/globals";
import { recordOf } from "../../../core/idempotency/idempotency-record.js";
import { createRender } from "../../../core/renders/create-render.js";
import { discardInputs } from "../../../core/renders/discard-inputs.js";
import type { Job } from "../../../core/renders/job.js";
import { QueueRefusedError } from "../../../core/renders/ports.js";
import { batchOf, contextOf as batchContextOf, createdBatch } from "../batches/batch-fixture.js";
import {
  createRenderFixture,
  OTHER_WORKSPACE,
  queuedJob,
  START_MS,
  TEMPLATE,
  WORKSPACE,
} from "../../support/render-fixture.js";
import { CONTEXT, contextOf, created, request, TEAM } from "./create-fixture.js";

/** A request whose inputs are stored in the bucket. */
const LAYERS = { title: { text: "data:image/png;base64,iVBORw0KGgo=" } };
const BATCH = batchOf({ jobs: [1, 2].map(() => ({ template: TEMPLATE, layers: LAYERS })) });
const refuse = async () => Promise.reject(new QueueRefusedError("gone"));

describe("the inputs of a render that was not created", () => {
  test("the inputs are removed if an earlier request with the same key created the job", async () => {
    const fixture = createRenderFixture();
    const once = { id: "idempotency#1", bodyHash: "1" };
    const recordFor = (job: Job) => recordOf(once, 202, { id: job.id }, START_MS);
    const first = await createRender(fixture, CONTEXT, request({ layers: LAYERS }), recordFor);
    const kept = [...fixture.storedInputs.keys()];
    expect(kept).toEqual([first.kind === "created" && `inputs/${first.job.id}.json`]);
    await createRender(fixture, CONTEXT, request({ layers: LAYERS }), recordFor);
    expect([...fixture.storedInputs.keys()]).toEqual(kept);
  });

  test("the inputs are removed if no credits are left, or if the queue refused the message", async () => {
    const fixture = createRenderFixture();
    const poor = contextOf(WORKSPACE, { ...TEAM, credits: 0 });
    await expect(created(fixture, request({ layers: LAYERS }), poor)).rejects.toMatchObject({
      code: "PAYMENT_REQUIRED",
    });
    const broken = { ...fixture, queue: { send: refuse } };
    await expect(created(broken, request({ layers: LAYERS }))).rejects.toMatchObject({ code: "QUEUE_UNAVAILABLE" });
    expect(fixture.storedInputs.size).toBe(0);
  });

  test("the inputs stay if it is unknown whether the job exists", async () => {
    const fixture = createRenderFixture();
    const lost = async () => Promise.reject(new Error("socket hang up"));
    const jobs = { ...fixture.jobs, undoCreation: lost };
    await expect(created({ ...fixture, jobs, queue: { send: refuse } }, request({ layers: LAYERS }))).rejects.toThrow(
      "socket hang up",
    );
    await created({ ...fixture, queue: { send: lost } }, request({ layers: LAYERS }));
    expect(fixture.storedInputs.size).toBe(2);
  });

  test("a failure to remove the inputs does not hide the error of the creation", async () => {
    const fixture = createRenderFixture();
    const lines: string[] = [];
    const log = { ...fixture.log, warn: (message: string) => void lines.push(message) };
    const inputs = { remove: async () => Promise.reject(new Error("S3 is down.")) };
    const jobs = [queuedJob({ inputs: { key: "inputs/1.json" } }), queuedJob({ id: OTHER_WORKSPACE })];
    await discardInputs({ inputs, log }, jobs);
    expect(lines).toEqual(["The inputs of a job that was not created could not be removed."]);
  });
});

test("the inputs of a batch that was not created are removed", async () => {
  const fixture = createRenderFixture();
  const poor = batchContextOf({ ...TEAM, credits: 1 });
  await expect(createdBatch(fixture, BATCH, poor)).rejects.toMatchObject({ code: "PAYMENT_REQUIRED" });
  const sendAll: typeof fixture.queue.sendAll = async (jobs) =>
    Promise.resolve({ results: new Map(jobs.map(({ job }) => [job.id, "refused" as const])), errors: [] });
  const broken = { ...fixture, queue: { sendAll } };
  await expect(createdBatch(broken, BATCH)).rejects.toMatchObject({ code: "QUEUE_UNAVAILABLE" });
  expect(fixture.storedInputs.size).toBe(0);
  await createdBatch(fixture, BATCH);
  expect(fixture.storedInputs.size).toBe(2);
});

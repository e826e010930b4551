import { describe, expect, test } from "@jest/globals";
import { dryRunBatch } from "../../../core/batches/dry-run-batch.js";
import type { RunInSlot } from "../../../core/access/concurrency-limit.js";
import { ServiceError } from "../../../core/contract/errors.js";
import type { FindWarnings } from "../../../core/renders/find-request-warnings.js";
import {
  createRenderFixture,
  OTHER_WORKSPACE,
  TEMPLATE,
  templateVersion,
  WORKSPACE,
} from "../../support/render-fixture.js";
import { batchOf, contextOf, TEAM } from "./batch-fixture.js";

const CUT = { code: "TEXT_CUT", layer: "title", message: "The text does not fit." } as const;
const item = (more: Readonly<Record<string, unknown>> = {}) => ({ template: TEMPLATE, ...more });
const titled = (text: string) => item({ layers: { title: { text } } });

const isTitled = (layers: unknown, text: string) => JSON.stringify(layers) === JSON.stringify({ title: { text } });

function setUp(findWarnings: FindWarnings = async () => []) {
  const newer = templateVersion({ version: 2, document: JSON.stringify({ width: 100, height: 50, layers: [] }) });
  const fixture = createRenderFixture([], [templateVersion(), newer]);
  const slots: string[] = [];
  const runInSlot: RunInSlot = async (workspaceId, _log, work) => {
    slots.push(workspaceId);
    return await work();
  };
  const dependencies = { ...fixture, now: () => fixture.clock.nowMs, findWarnings, runInSlot };
  const run = async (body: Readonly<Record<string, unknown>>, context = contextOf()) =>
    await dryRunBatch(dependencies, context, batchOf({ dryRun: true, ...body }));
  return { fixture, slots, run };
}

describe("the dry run of a valid batch", () => {
  test("it returns the version, the size, the price and the warnings of each item, and creates nothing", async () => {
    const { fixture, slots, run } = setUp(async (_document, { layers }) => (isTitled(layers, "long") ? [CUT] : []));
    const jobs = [item({ version: 1, ...titled("long") }), item({ scale: 2 }), item({ format: "pdf" })];
    const facts = { template: TEMPLATE, version: 2, credits: 1, warnings: [] };
    expect(await run({ jobs, webhookUrl: "https://example.com/" })).toEqual({
      status: "valid",
      valid: true,
      credits: 3,
      renders: [
        { ...facts, index: 0, version: 1, width: 400, height: 200, warnings: [CUT] },
        { ...facts, index: 1, width: 200, height: 100 },
        { ...facts, index: 2, width: 100, height: 50 },
      ],
    });
    expect([fixture.batches.items.size, fixture.jobs.items.size, fixture.sent, fixture.storedInputs.size]).toEqual([
      0,
      0,
      [],
      0,
    ]);
    expect(slots).toEqual([WORKSPACE]);
  });

  test("it needs no credits, because the credits can arrive before the batch is created", async () => {
    const { run } = setUp();
    expect(await run({ jobs: [item()] }, contextOf({ ...TEAM, credits: 0 }))).toMatchObject({ credits: 1 });
  });

  test("variants are checked as the items that they expand to", async () => {
    const { run } = setUp();
    const variants = { job: item({ version: 1 }), layers: { title: { text: ["a", "b"], color: ["#fff", "#000"] } } };
    const { renders, credits } = await run({ variants });
    expect([renders.map(({ index }) => index), credits]).toEqual([[0, 1, 2, 3], 4]);
  });

  test("after twelve seconds of layout, the remaining items are checked but marked as not laid out", async () => {
    let laidOut = 0;
    const { fixture, run } = setUp(async () => {
      laidOut += 1;
      fixture.clock.nowMs += 5_000;
      return [];
    });
    const { renders } = await run({ jobs: Array.from({ length: 5 }, () => item()) });
    expect(laidOut).toBe(3);
    expect(renders.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([
      [],
      [],
      [],
      ["NOT_CHECKED"],
      ["NOT_CHECKED"],
    ]);
  });
});

describe("the dry run of a batch with wrong items", () => {
  test("the error lists every issue of every wrong item, and those that only the layout finds", async () => {
    const issues = [{ path: "fonts[0]", message: "The font is missing." }];
    const { run } = setUp(async (_document, { layers }) => {
      if (isTitled(layers, "no font")) throw new ServiceError("VALIDATION_ERROR", "x", { details: { issues } });
      return [];
    });
    const jobs = [
      item({ version: 1, layers: { titel: {}, title: { colour: "red" } } }),
      titled("fine"),
      item({ scale: 9 }),
      { ...titled("no font"), version: 1 },
      item({ template: OTHER_WORKSPACE }),
    ].map((job) => ({ version: 1, ...job }));
    await expect(run({ jobs })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: {
        issues: [
          { path: "jobs[0].layers.titel" },
          { path: "jobs[0].layers.title.colour" },
          { path: "jobs[2].scale" },
          { path: "jobs[3].fonts[0]" },
          { path: "jobs[4].template" },
        ],
        jobs: [{ index: 0 }, { index: 2 }, { index: 3 }, { index: 4 }],
      },
    });
  });

  test("a template of another workspace is reported as one that does not exist", async () => {
    const { run } = setUp();
    const caller = { ...contextOf().caller, workspaceId: OTHER_WORKSPACE };
    const foreign = run({ jobs: [item()] }, { ...contextOf(), caller });
    await expect(foreign).rejects.toMatchObject({ details: { issues: [{ path: "jobs[0].template" }] } });
  });

  test("more items than the plan allows return FORBIDDEN", async () => {
    const { run } = setUp();
    const refused = run({ jobs: [item(), item(), item()] }, contextOf({ ...TEAM, maxBatchSize: 2 }));
    await expect(refused).rejects.toMatchObject({ code: "FORBIDDEN", details: { allowed: 2 } });
  });
});

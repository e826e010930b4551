import { describe, expect, jest, test } from "@jest/globals";
import { ServiceError } from "../../../core/contract/errors.js";
import { renderJob, type RenderPicture } from "../../../core/renders/render-job.js";
import { createWorld, JOB, queuedJob, START_MS, templateVersion } from "../../support/world.js";

const MESSAGE = { jobId: JOB, requestId: "request-1" };
const DELIVERY = { remainingMs: 60_000 };
const PICTURE = new Uint8Array([1, 2, 3]);

const paints: RenderPicture = async () => ({ bytes: PICTURE, warnings: [] });
const breaks: RenderPicture = async () => {
  throw new Error("out of memory");
};

describe("a job that renders", () => {
  test("ends done with one stored picture and one event, and lets its message go", async () => {
    const world = createWorld([queuedJob()]);
    expect(await renderJob({ ...world, render: paints }, MESSAGE, DELIVERY)).toEqual({ kind: "settled" });
    expect(world.jobs.items.get(JOB)).toMatchObject({ status: "done", attempts: 1, bytes: 3, publishedAtMs: START_MS });
    expect([...world.stored.keys()]).toEqual([`renders/${JOB}.png`]);
    expect(world.published).toEqual([expect.objectContaining({ eventId: `${JOB}.done`, type: "render.completed" })]);
  });

  test("keeps no watch once its end is published", async () => {
    const world = createWorld([queuedJob()]);
    await renderJob({ ...world, render: paints }, MESSAGE, DELIVERY);
    expect(world.jobs.items.get(JOB)).toMatchObject({ sweepAtMs: undefined });
  });

  test("reads overrides that were lifted into the bucket", async () => {
    const world = createWorld([queuedJob({ inputs: { key: "inputs/x.json" } })]);
    world.lifted.set("inputs/x.json", { layers: { title: { text: "From the bucket" } }, variables: {} });
    const render = jest.fn(paints);
    await renderJob({ ...world, render }, MESSAGE, DELIVERY);
    expect(render.mock.calls[0]?.[1].layers).toEqual({ title: { text: "From the bucket" } });
  });

  test("tells the queue of its lease before it is painted", async () => {
    const world = createWorld([queuedJob()]);
    const order: string[] = [];
    const onClaimed = async (leaseMs: number) => {
      await new Promise(setImmediate);
      order.push(`returns after ${leaseMs}`);
    };
    const render: RenderPicture = async () => (order.push("paints"), { bytes: PICTURE, warnings: [] });
    await renderJob({ ...world, render }, MESSAGE, { ...DELIVERY, onClaimed });
    expect(order).toEqual(["returns after 60000", "paints"]);
  });
});

describe("a message that is delivered again", () => {
  test("makes no second picture and no second event once the job has ended", async () => {
    const world = createWorld([queuedJob()]);
    const render = jest.fn(paints);
    await renderJob({ ...world, render }, MESSAGE, DELIVERY);
    expect(await renderJob({ ...world, render }, MESSAGE, DELIVERY)).toEqual({ kind: "settled" });
    expect(render).toHaveBeenCalledTimes(1);
    expect(world.published).toHaveLength(1);
  });

  test("waits for the end of a live lease", async () => {
    const world = createWorld([queuedJob({ attempts: 1, leaseUntilMs: START_MS + 41_500, leaseToken: "other" })]);
    const render = jest.fn(paints);
    expect(await renderJob({ ...world, render }, MESSAGE, DELIVERY)).toEqual({ kind: "retry", afterSeconds: 42 });
    expect(render).not.toHaveBeenCalled();
  });

  test("is rendered again when the lease is dead, which costs one attempt", async () => {
    const world = createWorld([queuedJob({ attempts: 1, leaseUntilMs: START_MS - 1, leaseToken: "dead" })]);
    await renderJob({ ...world, render: paints }, MESSAGE, DELIVERY);
    expect(world.jobs.items.get(JOB)).toMatchObject({ status: "done", attempts: 2 });
  });

  test("publishes an end that was never published", async () => {
    const world = createWorld([queuedJob({ status: "done", attempts: 1, finishedAtMs: START_MS })]);
    await renderJob({ ...world, render: paints }, MESSAGE, DELIVERY);
    expect(world.published).toHaveLength(1);
  });

  test("is let go when its job's creation was undone", async () => {
    const world = createWorld();
    expect(await renderJob({ ...world, render: paints }, MESSAGE, DELIVERY)).toEqual({ kind: "settled" });
  });
});

describe("a fault that its author must mend", () => {
  test("fails the job at once with the author's sentence", async () => {
    const world = createWorld([queuedJob()]);
    const render: RenderPicture = async () => {
      throw new ServiceError("VALIDATION_ERROR", 'Layer "photo" has no image.');
    };
    expect(await renderJob({ ...world, render }, MESSAGE, DELIVERY)).toEqual({ kind: "settled" });
    expect(world.jobs.items.get(JOB)).toMatchObject({
      status: "failed",
      attempts: 1,
      error: 'Layer "photo" has no image.',
    });
    expect(world.published).toEqual([expect.objectContaining({ type: "render.failed", eventId: `${JOB}.failed` })]);
  });

  test("names the place in a broken template document", async () => {
    const broken = templateVersion({ document: '{"width": 400, "height": "tall", "layers": []}' });
    const world = createWorld([queuedJob()], [broken]);
    await renderJob({ ...world, render: paints }, MESSAGE, DELIVERY);
    const job = world.jobs.items.get(JOB);
    expect(job).toMatchObject({ status: "failed", attempts: 1 });
    expect(job?.error).toContain("height");
  });
});

describe("a fault that may pass", () => {
  test("gives the lease back and brings the message back", async () => {
    const world = createWorld([queuedJob()]);
    expect(await renderJob({ ...world, render: breaks }, MESSAGE, DELIVERY)).toEqual({
      kind: "retry",
      afterSeconds: 2,
    });
    expect(world.jobs.items.get(JOB)).toMatchObject({ status: "queued", attempts: 1 });
    expect(world.jobs.items.get(JOB)).toMatchObject({ leaseToken: undefined });
  });

  test("fails the job when the third attempt fails too, without telling of the inside", async () => {
    const world = createWorld([queuedJob({ attempts: 2 })]);
    await renderJob({ ...world, render: breaks }, MESSAGE, DELIVERY);
    const job = world.jobs.items.get(JOB);
    expect(job).toMatchObject({ status: "failed", attempts: 3 });
    expect(job?.error).not.toContain("memory");
  });

  test("ends a job done whose picture is stored although its last attempt died", async () => {
    const world = createWorld([queuedJob({ attempts: 3, leaseUntilMs: START_MS - 1, leaseToken: "dead" })]);
    world.stored.set(`renders/${JOB}.png`, PICTURE);
    await renderJob({ ...world, render: breaks }, MESSAGE, DELIVERY);
    expect(world.jobs.items.get(JOB)).toMatchObject({ status: "done", bytes: 3 });
  });

  test("keeps the message when the bus refuses the event, and publishes at the next delivery", async () => {
    const world = createWorld([queuedJob()]);
    const publish = jest.fn(world.events.publish).mockRejectedValueOnce(new Error("bus down"));
    const dependencies = { ...world, events: { publish }, render: paints };
    expect((await renderJob(dependencies, MESSAGE, DELIVERY)).kind).toBe("retry");
    expect(await renderJob(dependencies, MESSAGE, DELIVERY)).toEqual({ kind: "settled" });
    expect(world.published.map(({ eventId }) => eventId)).toEqual([`${JOB}.done`]);
  });
});

describe("two renderers on one job", () => {
  test("end it once: the one whose lease ran out changes nothing and keeps its message", async () => {
    const world = createWorld([queuedJob()]);
    const slow: RenderPicture = async () => {
      // While this attempt still paints, its lease ends and another one takes the job over.
      world.clock.nowMs += 61_000;
      await renderJob({ ...world, render: paints }, MESSAGE, DELIVERY);
      return { bytes: new Uint8Array([9, 9, 9, 9]), warnings: [] };
    };
    expect((await renderJob({ ...world, render: slow }, MESSAGE, DELIVERY)).kind).toBe("retry");
    expect(world.stored.get(`renders/${JOB}.png`)).toEqual(PICTURE);
    expect(world.jobs.items.get(JOB)).toMatchObject({ status: "done", attempts: 2, bytes: 3 });
    expect(world.published).toHaveLength(1);
  });
});

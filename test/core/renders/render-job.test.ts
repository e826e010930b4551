import { describe, expect, jest, test } from "@jest/globals";
import { ServiceError } from "../../../core/contract/errors.js";
import type { RenderPicture } from "../../../core/renders/render-claimed.js";
import { renderJob } from "../../../core/renders/render-job.js";
import {
  createRenderFixture,
  JOB,
  queuedJob,
  START_MS,
  templateVersion,
  WORKSPACE,
} from "../../support/render-fixture.js";

const MESSAGE = { jobId: JOB, requestId: "request-1", workspaceId: WORKSPACE };
const DELIVERY = { remainingMs: 60_000 };
const PICTURE = new Uint8Array([1, 2, 3]);

const paints: RenderPicture = async () => ({ bytes: PICTURE, height: 200, warnings: [] });
const breaks: RenderPicture = async () => {
  throw new Error("out of memory");
};

describe("a successful render", () => {
  test("renderJob ends the job as done with one stored picture and one event, and settles the message", async () => {
    const fixture = createRenderFixture([queuedJob()]);
    expect(await renderJob({ ...fixture, render: paints }, MESSAGE, DELIVERY)).toEqual({ kind: "settled" });
    expect(fixture.jobs.items.get(JOB)).toMatchObject({
      status: "done",
      attempts: 1,
      bytes: 3,
      publishedAtMs: START_MS,
    });
    expect([...fixture.stored.keys()]).toEqual([`renders/${JOB}.png`]);
    expect(fixture.published).toEqual([expect.objectContaining({ eventId: `${JOB}.done`, type: "render.completed" })]);
  });

  test("a done job has the height of its picture instead of the greatest height", async () => {
    const fixture = createRenderFixture([queuedJob({ height: 2000 })]);
    const render: RenderPicture = async () => ({ bytes: PICTURE, height: 731, warnings: [] });
    await renderJob({ ...fixture, render }, MESSAGE, DELIVERY);
    expect(fixture.jobs.items.get(JOB)).toMatchObject({ status: "done", width: 400, height: 731 });
  });

  test("a done job has its time by stage: waiting, loading with images, drawing, encoding and storing", async () => {
    const fixture = createRenderFixture([queuedJob()]);
    const { clock, pictures } = fixture;
    clock.nowMs = START_MS + 40;
    const onClaimed = async () => void (clock.nowMs += 3);
    const putFirst: typeof pictures.putFirst = async (...picture) => {
      clock.nowMs += 6;
      return await pictures.putFirst(...picture);
    };
    const render: RenderPicture = async () => {
      clock.nowMs += 100;
      return { bytes: PICTURE, height: 200, warnings: [], parts: { loadMs: 60, encodeMs: 9.4 } };
    };
    const slow = { ...fixture, render, pictures: { ...pictures, putFirst } };
    await renderJob(slow, MESSAGE, { ...DELIVERY, onClaimed });
    expect(fixture.jobs.items.get(JOB)).toMatchObject({ renderMs: 100, stages: [40, 63, 31, 9, 6] });
  });

  test("clocks that differ give no negative time", async () => {
    const fixture = createRenderFixture([queuedJob({ createdAtMs: START_MS + 500 })]);
    await renderJob({ ...fixture, render: paints }, MESSAGE, DELIVERY);
    expect(fixture.jobs.items.get(JOB)).toMatchObject({ stages: [0, 0, 0, 0, 0] });
  });

  test("a job whose end is published is not in the sweeper's index", async () => {
    const fixture = createRenderFixture([queuedJob()]);
    await renderJob({ ...fixture, render: paints }, MESSAGE, DELIVERY);
    expect(fixture.jobs.items.get(JOB)).toMatchObject({ sweepAtMs: undefined });
  });

  test("renderJob reads overrides from the bucket", async () => {
    const fixture = createRenderFixture([queuedJob({ inputs: { key: "inputs/x.json" } })]);
    fixture.storedInputs.set("inputs/x.json", { layers: { title: { text: "From the bucket" } }, variables: {} });
    const render = jest.fn(paints);
    await renderJob({ ...fixture, render }, MESSAGE, DELIVERY);
    expect(render.mock.calls[0]?.[1].layers).toEqual({ title: { text: "From the bucket" } });
  });

  test("renderJob sets the visibility timeout before it renders", async () => {
    const fixture = createRenderFixture([queuedJob()]);
    const order: string[] = [];
    const onClaimed = async (leaseMs: number) => {
      await new Promise(setImmediate);
      order.push(`returns after ${leaseMs}`);
    };
    const render: RenderPicture = async () => (order.push("paints"), { bytes: PICTURE, height: 200, warnings: [] });
    await renderJob({ ...fixture, render }, MESSAGE, { ...DELIVERY, onClaimed });
    expect(order).toEqual(["returns after 60000", "paints"]);
  });
});

describe("redelivery", () => {
  test("a message for an ended job causes no second picture and no second event", async () => {
    const fixture = createRenderFixture([queuedJob()]);
    const render = jest.fn(paints);
    await renderJob({ ...fixture, render }, MESSAGE, DELIVERY);
    expect(await renderJob({ ...fixture, render }, MESSAGE, DELIVERY)).toEqual({ kind: "settled" });
    expect(render).toHaveBeenCalledTimes(1);
    expect(fixture.published).toHaveLength(1);
  });

  test("a message for a job with an active lease is retried after the end of the lease", async () => {
    const fixture = createRenderFixture([
      queuedJob({ attempts: 1, leaseUntilMs: START_MS + 41_500, leaseToken: "other" }),
    ]);
    const render = jest.fn(paints);
    expect(await renderJob({ ...fixture, render }, MESSAGE, DELIVERY)).toEqual({ kind: "retry", afterSeconds: 42 });
    expect(render).not.toHaveBeenCalled();
  });

  test("a job with an expired lease is rendered again, which counts as an attempt", async () => {
    const fixture = createRenderFixture([queuedJob({ attempts: 1, leaseUntilMs: START_MS - 1, leaseToken: "old" })]);
    await renderJob({ ...fixture, render: paints }, MESSAGE, DELIVERY);
    expect(fixture.jobs.items.get(JOB)).toMatchObject({ status: "done", attempts: 2 });
  });

  test("a message for an ended job publishes its end if that was never published", async () => {
    const fixture = createRenderFixture([queuedJob({ status: "done", attempts: 1, finishedAtMs: START_MS })]);
    await renderJob({ ...fixture, render: paints }, MESSAGE, DELIVERY);
    expect(fixture.published).toHaveLength(1);
  });

  test("a message for a job that does not exist is settled", async () => {
    const fixture = createRenderFixture();
    expect(await renderJob({ ...fixture, render: paints }, MESSAGE, DELIVERY)).toEqual({ kind: "settled" });
  });
});

describe("a permanent error", () => {
  test("a permanent error fails the job in the first attempt, with its message", async () => {
    const fixture = createRenderFixture([queuedJob()]);
    const render: RenderPicture = async () => {
      throw new ServiceError("VALIDATION_ERROR", 'Layer "photo" has no image.');
    };
    expect(await renderJob({ ...fixture, render }, MESSAGE, DELIVERY)).toEqual({ kind: "settled" });
    expect(fixture.jobs.items.get(JOB)).toMatchObject({
      status: "failed",
      attempts: 1,
      error: 'Layer "photo" has no image.',
    });
    expect(fixture.published).toEqual([expect.objectContaining({ type: "render.failed", eventId: `${JOB}.failed` })]);
  });

  test("the error of a job with an invalid template document contains the place", async () => {
    const broken = templateVersion({ document: '{"width": 400, "height": -1, "layers": []}' });
    const fixture = createRenderFixture([queuedJob()], [broken]);
    await renderJob({ ...fixture, render: paints }, MESSAGE, DELIVERY);
    const job = fixture.jobs.items.get(JOB);
    expect(job).toMatchObject({ status: "failed", attempts: 1 });
    expect(job?.error).toContain("height");
  });
});

describe("a transient error", () => {
  test("a transient error releases the lease and retries the message", async () => {
    const fixture = createRenderFixture([queuedJob()]);
    expect(await renderJob({ ...fixture, render: breaks }, MESSAGE, DELIVERY)).toEqual({
      kind: "retry",
      afterSeconds: 2,
    });
    expect(fixture.jobs.items.get(JOB)).toMatchObject({ status: "queued", attempts: 1 });
    expect(fixture.jobs.items.get(JOB)).toMatchObject({ leaseToken: undefined });
  });

  test("a transient error in the third attempt fails the job with a message without internal details", async () => {
    const fixture = createRenderFixture([queuedJob({ attempts: 2 })]);
    await renderJob({ ...fixture, render: breaks }, MESSAGE, DELIVERY);
    const job = fixture.jobs.items.get(JOB);
    expect(job).toMatchObject({ status: "failed", attempts: 3 });
    expect(job?.error).not.toContain("memory");
  });

  test("a job whose last attempt crashed ends as done if its picture is stored", async () => {
    const fixture = createRenderFixture([queuedJob({ attempts: 3, leaseUntilMs: START_MS - 1, leaseToken: "old" })]);
    fixture.stored.set(`renders/${JOB}.png`, PICTURE);
    await renderJob({ ...fixture, render: breaks }, MESSAGE, DELIVERY);
    expect(fixture.jobs.items.get(JOB)).toMatchObject({ status: "done", bytes: 3 });
  });

  test("if the bus refuses the event, the message is retried and the next delivery publishes the event", async () => {
    const fixture = createRenderFixture([queuedJob()]);
    const publish = jest.fn(fixture.events.publish).mockRejectedValueOnce(new Error("bus down"));
    const dependencies = { ...fixture, events: { publish }, render: paints };
    expect((await renderJob(dependencies, MESSAGE, DELIVERY)).kind).toBe("retry");
    expect(await renderJob(dependencies, MESSAGE, DELIVERY)).toEqual({ kind: "settled" });
    expect(fixture.published.map(({ eventId }) => eventId)).toEqual([`${JOB}.done`]);
  });
});

describe("two renderers of one job", () => {
  test("a renderer whose lease expired does not change the job that another renderer ended", async () => {
    const fixture = createRenderFixture([queuedJob()]);
    const slow: RenderPicture = async () => {
      // The lease expires while this attempt still renders, and another renderer claims the job.
      fixture.clock.nowMs += 61_000;
      await renderJob({ ...fixture, render: paints }, MESSAGE, DELIVERY);
      return { bytes: new Uint8Array([9, 9, 9, 9]), height: 200, warnings: [] };
    };
    expect((await renderJob({ ...fixture, render: slow }, MESSAGE, DELIVERY)).kind).toBe("retry");
    expect(fixture.stored.get(`renders/${JOB}.png`)).toEqual(PICTURE);
    expect(fixture.jobs.items.get(JOB)).toMatchObject({ status: "done", attempts: 2, bytes: 3 });
    expect(fixture.published).toHaveLength(1);
  });
});

import { describe, expect, jest, test } from "@jest/globals";
import { createFailedWorkCounter, createFailureLimit, type FailedWorkStore } from "../../../core/access/failed-work.js";
import { ServiceError } from "../../../core/contract/errors.js";
import { DEFAULT_PLANS, type Plan } from "../../../core/contract/plans.js";
import { createBatch } from "../../../core/batches/create-batch.js";
import { createRender } from "../../../core/renders/create-render.js";
import { renderJob } from "../../../core/renders/render-job.js";
import type { RenderPicture } from "../../../core/renders/render-claimed.js";
import { batchOfSize, contextOf as batchContextOf } from "../batches/batch-fixture.js";
import { CONTEXT, request } from "../renders/create-fixture.js";
import { createViewFixture } from "../signed-images/view-fixture.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import {
  createRenderFixture,
  JOB,
  OTHER_WORKSPACE,
  queuedJob,
  silentLog,
  START_MS,
  WORKSPACE,
} from "../../support/render-fixture.js";

const TEAM = DEFAULT_PLANS.team as Plan;
const DAY_MS = 24 * 60 * 60 * 1000;
const invalid = () => new ServiceError("VALIDATION_ERROR", "The picture cannot be drawn.");

function setUp(store: FailedWorkStore = createInMemoryLimits(), log = silentLog) {
  const clock = { nowMs: START_MS + 20_000 };
  const now = () => clock.nowMs;
  const countFailedWork = createFailedWorkCounter(store, now);
  const requireFewFailures = createFailureLimit(store, now);
  /** A render that takes this processor time and then fails. */
  const fail = async (cpuMs: number, error: Error = invalid(), workspaceId = WORKSPACE) =>
    await countFailedWork(workspaceId, log, async (onCpuMs) => {
      onCpuMs(cpuMs);
      return await Promise.reject(error);
    }).catch((thrown: unknown) => thrown);
  /** Returns `undefined` if the workspace can start renders, otherwise the error. */
  const refusal = async (plan: Plan = TEAM, workspaceId = WORKSPACE) =>
    await requireFewFailures({ workspaceId, plan }, log).catch((error: unknown) => error);
  return { clock, countFailedWork, fail, refusal };
}

describe("the processor time of pictures that failed", () => {
  test("after thirty seconds of failed work in a minute, renders are refused for the rest of the minute, with the reason and the time", async () => {
    const { clock, fail, refusal } = setUp();
    for (let count = 0; count < 9; count += 1) {
      expect(await refusal()).toBeUndefined();
      await fail(3_600);
    }
    expect(await refusal()).toMatchObject({
      code: "RATE_LIMITED",
      message: expect.stringContaining("allows them in a minute: 30 s."),
      details: { retryAfterSeconds: 40, failedSecondsPerMinute: 30 },
    });
    expect(await refusal(TEAM, OTHER_WORKSPACE)).toBeUndefined();
    clock.nowMs += 40_000;
    expect(await refusal()).toBeUndefined();
  });

  test("after half an hour of failed work in a UTC day, renders are refused for the rest of the day", async () => {
    const { clock, fail, refusal } = setUp();
    for (let minutes = 0; minutes < 60; minutes += 1) {
      expect(await refusal()).toBeUndefined();
      await fail(30_000);
      clock.nowMs += 60_000;
    }
    // The first failure was at 12:00:20.
    expect(await refusal()).toMatchObject({
      code: "RATE_LIMITED",
      details: { retryAfterSeconds: 11 * 3_600 - 20, failedSecondsPerDay: 1_800 },
    });
    clock.nowMs = Math.ceil(clock.nowMs / DAY_MS) * DAY_MS;
    expect(await refusal()).toBeUndefined();
  });

  test("the plan sets both limits", async () => {
    const { fail, refusal } = setUp();
    await fail(2_000);
    expect(await refusal({ ...TEAM, failedSeconds: { perMinute: 3, perDay: 100 } })).toBeUndefined();
    expect(await refusal({ ...TEAM, failedSeconds: { perMinute: 2, perDay: 100 } })).toMatchObject({
      details: { failedSecondsPerMinute: 2 },
    });
    expect(await refusal({ ...TEAM, failedSeconds: { perMinute: 3, perDay: 2 } })).toMatchObject({
      details: { failedSecondsPerDay: 2 },
    });
  });

  test("a picture that succeeds and a failure of the service do not count", async () => {
    const { fail, refusal, countFailedWork } = setUp();
    await countFailedWork(WORKSPACE, silentLog, async (onCpuMs) => onCpuMs(60_000));
    expect(await refusal()).toBeUndefined();
    await fail(60_000, new ServiceError("INTERNAL", "The renderer could not start. Try again."));
    await fail(60_000, new TypeError("no such thing"));
    expect(await refusal()).toBeUndefined();
  });

  test("a failed render rejects with its own error, and its processor time still counts", async () => {
    const { fail, refusal } = setUp();
    const error = invalid();
    expect(await fail(60_000, error)).toBe(error);
    expect(await refusal()).toBeDefined();
  });

  test("requests pass if the limits table fails, and the log contains an error for the alarm", async () => {
    const broken = async () => Promise.reject(new Error("no table"));
    const error = jest.fn();
    const { fail, refusal } = setUp({ addTo: broken, readCounters: broken }, { ...silentLog, error });
    const failure = invalid();
    expect(await fail(60_000, failure)).toBe(failure);
    expect(await refusal()).toBeUndefined();
    expect(error).toHaveBeenCalledTimes(2);
    expect(error).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ event: "rate-limiter-failed" }));
  });
});

const failsAfter =
  (cpuMs: number): RenderPicture =>
  async (_document, _request, { onCpuMs }) => {
    onCpuMs(cpuMs);
    return await Promise.reject(invalid());
  };
const MESSAGE = { jobId: JOB, requestId: "request-1", workspaceId: WORKSPACE };

describe("after too many failures", () => {
  test("a workspace cannot create a render or a batch, and is charged for neither", async () => {
    const fixture = createRenderFixture([queuedJob()]);
    await renderJob({ ...fixture, render: failsAfter(30_000) }, MESSAGE, { remainingMs: 60_000 });
    expect(fixture.jobs.items.get(JOB)?.status).toBe("failed");
    await expect(createRender(fixture, CONTEXT, request())).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await expect(createBatch(fixture, batchContextOf(), batchOfSize(2), () => undefined)).rejects.toMatchObject({
      code: "RATE_LIMITED",
    });
    expect([fixture.jobs.items.size, fixture.sent]).toEqual([1, []]);
  });

  test("a first view is refused, and its claim can still be taken after the minute", async () => {
    const fixture = createViewFixture();
    await fixture.countFailedWork(WORKSPACE, silentLog, failing(30_000)).catch(() => undefined);
    await expect(fixture.view()).rejects.toMatchObject({ code: "RATE_LIMITED", details: { retryAfterSeconds: 60 } });
    expect([fixture.claim(), fixture.spent()]).toEqual([undefined, 0]);
    fixture.clock.nowMs += 60_000;
    expect(await fixture.view()).toMatchObject({ kind: "open" });
  });

  test("a stored picture is still shown", async () => {
    const fixture = createViewFixture();
    await fixture.view();
    await fixture.countFailedWork(WORKSPACE, silentLog, failing(30_000)).catch(() => undefined);
    expect(await fixture.view()).toMatchObject({ kind: "open" });
  });
});

function failing(cpuMs: number) {
  return async (onCpuMs: (ms: number) => void): Promise<void> => {
    onCpuMs(cpuMs);
    await Promise.reject(invalid());
  };
}

describe("counters that an instance trusts for a moment", () => {
  const trusting = (trustMs: number) => {
    const store = createInMemoryLimits();
    const clock = { nowMs: START_MS + 20_000 };
    const readCounters = jest.spyOn(store, "readCounters");
    const check = createFailureLimit(store, () => clock.nowMs, { trustMs, concurrent: 4 });
    const count = createFailedWorkCounter(store, () => clock.nowMs);
    const fail = async (cpuMs: number) =>
      await count(WORKSPACE, silentLog, async (onCpuMs) => {
        onCpuMs(cpuMs);
        return await Promise.reject(invalid());
      }).catch(() => undefined);
    const refusal = async (plan: Plan = TEAM) =>
      await check({ workspaceId: WORKSPACE, plan }, silentLog).catch((error: unknown) => error);
    return { clock, readCounters, fail, refusal };
  };

  test("counters far below the limits are read once in three seconds, and again afterwards", async () => {
    const { clock, readCounters, refusal } = trusting(3_000);
    for (let count = 0; count < 20; count += 1) expect(await refusal()).toBeUndefined();
    expect(readCounters).toHaveBeenCalledTimes(1);
    clock.nowMs += 3_000;
    expect(await refusal()).toBeUndefined();
    expect(readCounters).toHaveBeenCalledTimes(2);
  });

  test("counters are read each time if the pictures that can be drawn meanwhile could exceed a limit", async () => {
    const { readCounters, fail, refusal } = trusting(3_000);
    await fail(18_000);
    expect(await refusal()).toBeUndefined();
    await fail(12_000);
    expect(await refusal()).toMatchObject({ code: "RATE_LIMITED" });
    expect(readCounters).toHaveBeenCalledTimes(2);
  });

  test("a plan that allows little failed work is never trusted", async () => {
    const { readCounters, refusal } = trusting(3_000);
    const strict = { ...TEAM, failedSeconds: { perMinute: 3, perDay: 100 } };
    await refusal(strict);
    await refusal(strict);
    expect(readCounters).toHaveBeenCalledTimes(2);
  });
});

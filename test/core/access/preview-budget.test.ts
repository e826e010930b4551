import { describe, expect, jest, test } from "@jest/globals";
import { createPreviewBudget } from "../../../core/access/preview-budget.js";
import { DEFAULT_PLANS } from "../../../core/contract/plans.js";
import { ServiceError } from "../../../core/contract/errors.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { OTHER_WORKSPACE, silentLog, WORKSPACE } from "../../support/render-fixture.js";

const EVENING_MS = Date.UTC(2026, 10, 1, 23, 59, 30);
/** A thousandth of the budget of ten seconds, which an instance takes in advance. */
const PORTION_MS = 10;
const TODAY = `preview-ms#${WORKSPACE}#2026-11-01`;

function setUp(previewSecondsPerDay = 10) {
  const limits = createInMemoryLimits();
  const clock = { nowMs: EVENING_MS };
  const spend = createPreviewBudget(limits, () => clock.nowMs);
  const preview = async (cpuMs: number, estimatedMs = cpuMs, workspaceId = WORKSPACE, log = silentLog) =>
    await spend({ workspaceId, plan: { previewSecondsPerDay } }, estimatedMs, log, async (onCpuMs) => {
      onCpuMs(cpuMs);
      return Promise.resolve("picture");
    }).catch((error: unknown) => (error instanceof ServiceError ? error : String(error)));
  return { limits, clock, spend, preview };
}

describe("the budget of previews", () => {
  test("previews are refused when their processor time of the UTC day is used up, until midnight", async () => {
    const { preview, clock } = setUp(10);
    for (let made = 0; made < 4; made += 1) expect(await preview(2_500)).toBe("picture");
    // What the instance has taken in advance is used up first.
    expect(await preview(2 * PORTION_MS)).toBe("picture");
    expect(await preview(10)).toMatchObject({
      code: "RATE_LIMITED",
      message:
        "The plan's 10 seconds of processor time for previews in this UTC day are used up. " +
        "The quota is refilled at 2026-11-02T00:00:00.000Z.",
      details: { retryAfterSeconds: 30, refilledAt: "2026-11-02T00:00:00.000Z", previewSecondsPerDay: 10 },
    });
    expect(await preview(10, 10, OTHER_WORKSPACE)).toBe("picture");
    clock.nowMs += 30_000;
    expect(await preview(10)).toBe("picture");
  });

  test("a preview counts with its measured time, whether the estimate was higher or lower", async () => {
    const { preview, limits } = setUp();
    await preview(60.4, 700);
    expect(limits.counts.get(TODAY)).toBe(60 + PORTION_MS);
    await preview(900, 200);
    expect(limits.counts.get(TODAY)).toBe(960);
  });

  test("a failed preview counts with its measured time, and one that was never drawn counts nothing", async () => {
    const { spend, limits } = setUp();
    const payer = { workspaceId: WORKSPACE, plan: { previewSecondsPerDay: 10 } };
    const failing = spend(payer, 500, silentLog, async (onCpuMs) => {
      onCpuMs(300);
      return await Promise.reject(new Error("too costly"));
    });
    await expect(failing).rejects.toThrow("too costly");
    expect(limits.counts.get(TODAY)).toBe(300 + PORTION_MS);
    await expect(
      spend(payer, 500, silentLog, async () => await Promise.reject(new Error("no process"))),
    ).rejects.toThrow("no process");
    expect(limits.counts.get(TODAY)).toBe(300 + PORTION_MS);
  });

  test("previews that are drawn at the same time cannot exceed the budget together", async () => {
    const { spend } = setUp();
    const payer = { workspaceId: WORKSPACE, plan: { previewSecondsPerDay: 2 } };
    let end: () => void = () => undefined;
    const drawn = new Promise<void>((resolve) => (end = resolve));
    const begun: number[] = [];
    const all = Array.from({ length: 8 }, (_, index) =>
      spend(payer, 1_000, silentLog, async () => {
        begun.push(index);
        await drawn;
      }).then(
        () => "made",
        (error: unknown) => (error as ServiceError).code,
      ),
    );
    expect(await Promise.all(all.slice(2))).toEqual(Array.from({ length: 6 }, () => "RATE_LIMITED"));
    end();
    expect(await Promise.all(all.slice(0, 2))).toEqual(["made", "made"]);
    expect(begun).toEqual([0, 1]);
  });

  test("a preview of any length is drawn as long as the budget is not used up", async () => {
    const { preview } = setUp(1);
    expect(await preview(990)).toBe("picture");
    expect(await preview(9_000)).toBe("picture");
    expect(await preview(3)).toMatchObject({ code: "RATE_LIMITED" });
  });

  test("a preview that ends after midnight counts on the day on which it began", async () => {
    const { spend, clock, limits } = setUp();
    await spend({ workspaceId: WORKSPACE, plan: { previewSecondsPerDay: 10 } }, 50, silentLog, async (onCpuMs) => {
      clock.nowMs += 60_000;
      onCpuMs(70);
      return Promise.resolve();
    });
    expect([...limits.counts]).toEqual([[TODAY, 70]]);
  });

  test("a plan with a budget of zero has no previews", async () => {
    expect(await setUp(0).preview(1)).toMatchObject({ code: "RATE_LIMITED", details: { previewSecondsPerDay: 0 } });
  });

  test("previews are drawn without a budget while the limits table fails, and the log contains each error", async () => {
    const { preview, limits } = setUp();
    limits.countWithin = async () => Promise.reject(new Error("no table"));
    limits.addTo = async () => Promise.reject(new Error("no table"));
    const error = jest.fn();
    expect(await preview(60, 100, WORKSPACE, { ...silentLog, error })).toBe("picture");
    expect(error).toHaveBeenCalledTimes(2);
  });

  test("an instance pays for many short previews from one portion, and the counter has their time and two portions at most", async () => {
    const { preview, limits } = setUp(900);
    const countWithin = jest.spyOn(limits, "countWithin");
    const addTo = jest.spyOn(limits, "addTo");
    for (let made = 0; made < 100; made += 1) expect(await preview(20, 60)).toBe("picture");
    expect(countWithin.mock.calls.length + addTo.mock.calls.length).toBeLessThanOrEqual(6);
    expect(limits.counts.get(TODAY)).toBeGreaterThanOrEqual(2_000);
    expect(limits.counts.get(TODAY)).toBeLessThanOrEqual(2_000 + 2 * 900);
  });

  test("the time of all previews never exceeds the counter, whatever the estimates were", async () => {
    const { preview, limits } = setUp(900);
    let spentMs = 0;
    for (let made = 0; made < 200; made += 1) {
      const cpuMs = (made * 37) % 400;
      await preview(cpuMs, (made * 91) % 700);
      spentMs += cpuMs;
      const counted = limits.counts.get(TODAY) ?? 0;
      expect(counted).toBeGreaterThanOrEqual(spentMs);
      expect(counted).toBeLessThanOrEqual(spentMs + 2 * 900);
    }
  });

  test.each(["free", "team", "unlimited"])(
    "the plan %s allows four previews of 140 ms per second for eight minutes",
    (name) => {
      const plan = DEFAULT_PLANS[name];
      expect(plan?.previewsPerDay).toBeUndefined();
      expect(plan?.rates.preview.perSecond).toBeGreaterThanOrEqual(4);
      expect(plan?.previewSecondsPerDay).toBeGreaterThan(8 * 60 * 4 * 0.14);
    },
  );
});

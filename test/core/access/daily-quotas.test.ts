import { describe, expect, jest, test } from "@jest/globals";
import { ServiceError } from "../../../core/contract/errors.js";
import { createDailyQuotas, type TakeDailyQuota } from "../../../core/access/daily-quotas.js";
import type { Log } from "../../../core/shared/log.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { OTHER_WORKSPACE, silentLog, WORKSPACE } from "../../support/render-fixture.js";

const EVENING_MS = Date.UTC(2026, 10, 1, 23, 59, 30);

function setUp() {
  const store = createInMemoryLimits();
  const clock = { nowMs: EVENING_MS };
  const takeOfDay = createDailyQuotas(store, () => clock.nowMs);
  const take = async (
    workspaceId: string,
    perDay: number,
    log: Log,
    quota: Parameters<TakeDailyQuota>[0] = "previews",
  ) => await takeOfDay(quota, workspaceId, perDay, log);
  return { store, clock, take };
}

async function detailsOf(work: Promise<void>): Promise<unknown> {
  return await work.then(
    () => "taken",
    (error: unknown) => (error instanceof ServiceError && error.code === "RATE_LIMITED" ? error.details : error),
  );
}

describe("the quotas of a day", () => {
  test("the quota limits the previews of each workspace until midnight UTC", async () => {
    const { take, clock } = setUp();
    for (let n = 0; n < 3; n += 1) await take(WORKSPACE, 3, silentLog);
    expect(await detailsOf(take(WORKSPACE, 3, silentLog))).toEqual({
      retryAfterSeconds: 30,
      refilledAt: "2026-11-02T00:00:00.000Z",
      previewsPerDay: 3,
    });
    expect(await detailsOf(take(OTHER_WORKSPACE, 3, silentLog))).toBe("taken");
    clock.nowMs += 30_000;
    expect(await detailsOf(take(WORKSPACE, 3, silentLog))).toBe("taken");
  });

  test("each quota has a counter and a limit name of its own", async () => {
    const { take, store } = setUp();
    for (const quota of ["previews", "purges", "free-renders"] as const) {
      expect(await detailsOf(take(WORKSPACE, 1, silentLog, quota))).toBe("taken");
    }
    expect([...store.counts.keys()]).toEqual([
      `previews#${WORKSPACE}#2026-11-01`,
      `purges#${WORKSPACE}#2026-11-01`,
      `free-renders#${WORKSPACE}#2026-11-01`,
    ]);
    expect(await detailsOf(take(WORKSPACE, 1, silentLog, "free-renders"))).toMatchObject({ freeRendersPerDay: 1 });
  });

  test("a plan can have a quota of zero previews", async () => {
    const { take, clock } = setUp();
    clock.nowMs = Date.UTC(2026, 10, 1);
    expect(await detailsOf(take(WORKSPACE, 0, silentLog))).toMatchObject({
      retryAfterSeconds: 86_400,
      previewsPerDay: 0,
    });
  });

  test("a preview is allowed without a quota if the table fails, and the log contains an error", async () => {
    const { take, store } = setUp();
    store.countWithin = async () => Promise.reject(new Error("no table"));
    const error = jest.fn();
    expect(await detailsOf(take(WORKSPACE, 3, { ...silentLog, error }))).toBe("taken");
    expect(error).toHaveBeenCalledTimes(1);
  });
});

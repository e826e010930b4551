import { describe, expect, jest, test } from "@jest/globals";
import { ServiceError } from "../../../core/contract/errors.js";
import { createPreviewQuota } from "../../../core/previews/preview-quota.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { OTHER_WORKSPACE, silentLog, WORKSPACE } from "../../support/render-fixture.js";

const EVENING_MS = Date.UTC(2026, 10, 1, 23, 59, 30);

function setUp() {
  const store = createInMemoryLimits();
  const clock = { nowMs: EVENING_MS };
  return { store, clock, take: createPreviewQuota(store, () => clock.nowMs) };
}

async function detailsOf(work: Promise<void>): Promise<unknown> {
  return await work.then(
    () => "taken",
    (error: unknown) => (error instanceof ServiceError && error.code === "RATE_LIMITED" ? error.details : error),
  );
}

describe("the preview quota", () => {
  test("the quota limits the previews of each workspace until midnight UTC", async () => {
    const { take, clock } = setUp();
    for (let n = 0; n < 3; n += 1) await take(WORKSPACE, 3, silentLog);
    expect(await detailsOf(take(WORKSPACE, 3, silentLog))).toEqual({ retryAfterSeconds: 30, previewsPerDay: 3 });
    expect(await detailsOf(take(OTHER_WORKSPACE, 3, silentLog))).toBe("taken");
    clock.nowMs += 30_000;
    expect(await detailsOf(take(WORKSPACE, 3, silentLog))).toBe("taken");
  });

  test("a plan can have a quota of zero previews", async () => {
    const { take, clock } = setUp();
    clock.nowMs = Date.UTC(2026, 10, 1);
    expect(await detailsOf(take(WORKSPACE, 0, silentLog))).toEqual({ retryAfterSeconds: 86_400, previewsPerDay: 0 });
  });

  test("a preview is allowed without a quota if the table fails, and the log contains an error", async () => {
    const { take, store } = setUp();
    store.countWithin = async () => Promise.reject(new Error("no table"));
    const error = jest.fn();
    expect(await detailsOf(take(WORKSPACE, 3, { ...silentLog, error }))).toBe("taken");
    expect(error).toHaveBeenCalledTimes(1);
  });
});

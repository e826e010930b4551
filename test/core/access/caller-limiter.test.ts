import { describe, expect, test } from "@jest/globals";
import { createCallerLimiter } from "../../../core/access/caller-limiter.js";
import { createRateLimiter, type RateLimiter } from "../../../core/access/rate-limiter.js";
import { DEFAULT_PLANS, type Plan, planSchema } from "../../../core/contract/plans.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { OTHER_WORKSPACE, silentLog, START_MS, WORKSPACE } from "../../support/render-fixture.js";

const FREE = DEFAULT_PLANS.free as Plan;
const KEYS = Array.from({ length: 50 }, (_, index) => `key-${index}`);

function setUp(plan: Plan = FREE) {
  const clock = { nowMs: START_MS };
  const now = () => clock.nowMs;
  const asked: string[] = [];
  const limiter = createRateLimiter(createInMemoryLimits(), now, silentLog);
  const counting: RateLimiter = (id, ...rest) => {
    asked.push(id);
    return limiter(id, ...rest);
  };
  const limitCaller = createCallerLimiter(counting, now);
  const take = async (keyId: string, workspaceId = WORKSPACE, limit: "create" | "status" = "create") =>
    await limitCaller({ keyId, workspaceId, plan }, limit);
  /** Returns how many of `count` requests are allowed. */
  const takeMany = async (count: number, keys: readonly string[], workspaceId = WORKSPACE) => {
    let allowed = 0;
    for (let index = 0; index < count; index += 1) {
      if ((await take(keys[index % keys.length] ?? "", workspaceId))?.allowed === true) allowed += 1;
    }
    return allowed;
  };
  return { clock, asked, take, takeMany };
}

describe("the rate of a workspace", () => {
  test("fifty keys of a workspace together have ten times the burst of one key", async () => {
    const { takeMany } = setUp();
    expect(await takeMany(10, ["key-0"])).toBe(10);
    expect(await takeMany(500, KEYS.slice(1))).toBe(90);
  });

  test("fifty keys together have ten times the rate of one key, and another workspace has its own rate", async () => {
    const { clock, takeMany } = setUp();
    await takeMany(500, KEYS);
    clock.nowMs += 1_000;
    expect(await takeMany(500, KEYS)).toBe(10);
    expect(await takeMany(10, ["other"], OTHER_WORKSPACE)).toBe(10);
  });

  test("the plan sets the factor, and a plan without it is valid", async () => {
    const { takeMany } = setUp({ ...FREE, workspaceRateFactor: 2 });
    expect(await takeMany(500, KEYS)).toBe(20);
    expect(planSchema.parse(JSON.parse(JSON.stringify(FREE)))).toEqual(FREE);
  });

  test("polls for the status of jobs also count per workspace", async () => {
    const { take } = setUp();
    let allowed = 0;
    for (let round = 0; round < 20; round += 1) {
      for (const key of KEYS) if ((await take(key, WORKSPACE, "status"))?.allowed === true) allowed += 1;
    }
    expect(allowed).toBe(200);
  });

  test("a key that sends far more than its rate takes nothing from the rate of the other keys", async () => {
    const { clock, asked, takeMany } = setUp();
    await takeMany(1_000, ["key-0"]);
    // The first refusal takes a token from the workspace, because both buckets are asked at the same time.
    expect(asked.filter((id) => id.includes(WORKSPACE))).toHaveLength(11);
    clock.nowMs += 1_000;
    expect(await takeMany(500, KEYS.slice(1))).toBe(99);
  });
});

describe("the admission of a caller", () => {
  test("a caller gets the admission of the tighter bucket", async () => {
    const { take, takeMany } = setUp({ ...FREE, workspaceRateFactor: 1 });
    expect(await take("key-0")).toMatchObject({ allowed: true, remaining: 9 });
    await takeMany(6, ["key-1"]);
    expect(await take("key-0")).toMatchObject({ allowed: true, remaining: 2 });
    await takeMany(2, ["key-2"]);
    expect(await take("key-3")).toMatchObject({ allowed: false, remaining: 0, rate: { burst: 10 } });
  });

  test("a caller gets the admission of the other bucket if one has no result, and no admission if neither has a result", async () => {
    const admission = { allowed: true, rate: FREE.rates.create, remaining: 3, resetSeconds: 1, retryAfterSeconds: 0 };
    const caller = { keyId: "key-0", workspaceId: WORKSPACE, plan: FREE };
    for (const hasResult of [(id: string) => id.includes(WORKSPACE), (id: string) => !id.includes(WORKSPACE)]) {
      const limiter: RateLimiter = async (id) => (hasResult(id) ? admission : undefined);
      expect(await createCallerLimiter(limiter, () => START_MS)(caller, "create")).toEqual(admission);
    }
    expect(
      await createCallerLimiter(
        async () => undefined,
        () => START_MS,
      )(caller, "create"),
    ).toBeUndefined();
  });
});

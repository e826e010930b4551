import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { createLimitsTable } from "../../../aws/limits-table.js";
import { type BucketStore, createRateLimiter } from "../../../core/access/rate-limiter.js";
import { type DynamoTables, startDynamoTables } from "../../support/dynamo-tables.js";
import { silentLog, START_MS } from "../../support/render-fixture.js";

const RATE = { perSecond: 2, burst: 20 };

let tables: DynamoTables;
let store: BucketStore;
let writes = 0;

beforeAll(async () => {
  tables = await startDynamoTables();
  const table = createLimitsTable(tables.client, tables.names.Limits);
  store = {
    extend: async (...args) => ((writes += 1), table.extend(...args)),
    restart: async (...args) => ((writes += 1), table.restart(...args)),
  };
}, 60_000);

afterAll(async () => tables.close());

let buckets = 0;
/** A new bucket, and function instances that share the bucket and the clock. */
function setUp(instances = 1) {
  const clock = { nowMs: START_MS };
  const limiters = Array.from({ length: instances }, () => createRateLimiter(store, () => clock.nowMs, silentLog));
  const id = `bucket-${(buckets += 1)}`;
  const take = async (instance = 0) => {
    const admission = await limiters[instance]?.(id, RATE);
    if (admission === undefined) throw new Error("The store failed.");
    return admission;
  };
  const takeMany = async (count: number) => {
    const results = [];
    for (let index = 0; index < count; index += 1) results.push(await take(index % instances));
    return results.filter(({ allowed }) => allowed).length;
  };
  return { clock, take, takeMany };
}

describe("a token bucket", () => {
  test("a bucket allows its burst, then its rate, and never more than its burst after a pause", async () => {
    const { clock, takeMany } = setUp();
    expect(await takeMany(25)).toBe(20);
    clock.nowMs += 500;
    expect(await takeMany(5)).toBe(1);
    clock.nowMs += 3_000;
    expect(await takeMany(10)).toBe(6);
    clock.nowMs += 86_400_000;
    expect(await takeMany(30)).toBe(20);
  });

  test("an admission contains the remaining tokens and the time until the next one", async () => {
    const { take, takeMany } = setUp();
    expect(await take()).toMatchObject({ allowed: true, remaining: 19, resetSeconds: 1, retryAfterSeconds: 0 });
    await takeMany(19);
    expect(await take()).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 10, retryAfterSeconds: 1 });
  });

  test("a check costs exactly one write, also with several instances", async () => {
    const { clock, takeMany } = setUp(3);
    const before = writes;
    await takeMany(30);
    clock.nowMs += 4_000;
    await takeMany(30);
    expect(writes - before).toBe(60);
  });

  test("instances that share a bucket exceed its limit by at most one request each", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ instance: fc.nat(2), waitMs: fc.constantFrom(0, 0, 0, 40, 700, 20_000) }), {
          maxLength: 80,
        }),
        async (requests) => {
          const { clock, take } = setUp(3);
          const allowedAtMs: number[] = [];
          for (const { instance, waitMs } of requests) {
            clock.nowMs += waitMs;
            if ((await take(instance)).allowed) allowedAtMs.push(clock.nowMs);
          }
          for (const [first, fromMs] of allowedAtMs.entries()) {
            for (const [last, toMs] of allowedAtMs.slice(first).entries()) {
              const most = RATE.burst + (RATE.perSecond * (toMs - fromMs)) / 1000 + 3;
              expect(last + 1).toBeLessThanOrEqual(most + 1e-6);
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);

  test("a request is allowed if the table fails, and the log contains an error for the alarm", async () => {
    const error = jest.fn();
    const broken = async () => Promise.reject(new Error("no table"));
    const limiter = createRateLimiter({ extend: broken, restart: broken }, () => START_MS, { ...silentLog, error });
    expect(await limiter("x", RATE)).toBeUndefined();
    expect(error).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ event: "rate-limiter-failed" }));
  });
});

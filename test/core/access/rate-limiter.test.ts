import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { createLimitsTable } from "../../../aws/limits-table.js";
import { bucketsOf, type BucketStore, createRateLimiter, type Tokens } from "../../../core/access/rate-limiter.js";
import { type DynamoTables, startDynamoTables } from "../../support/dynamo-tables.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { silentLog, START_MS } from "../../support/render-fixture.js";
import fc from "../../support/fast-check.js";

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
});

afterAll(async () => tables.close());

let lastBucket = 0;
/** A new bucket, and function instances that share the bucket and the clock. */
function setUp(instances = 1, rate = RATE, buckets = store) {
  const clock = { nowMs: START_MS };
  const limiters = Array.from({ length: instances }, () => createRateLimiter(buckets, () => clock.nowMs, silentLog));
  const id = `bucket-${(lastBucket += 1)}`;
  const take = async (instance = 0, tokens?: Tokens) => {
    const admission = await limiters[instance]?.(id, rate, tokens);
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

/** A list that counts as several requests takes one token when it arrives, and the others when its length is known. */
const restOf = (length: number) => ({ count: length - 1, takenBefore: 1 });

describe("a request that counts as several", () => {
  test("a list takes a token for each item", async () => {
    const { clock, take, takeMany } = setUp();
    expect(await take()).toMatchObject({ allowed: true, remaining: 19 });
    expect(await take(0, restOf(8))).toMatchObject({ allowed: true, remaining: 12, resetSeconds: 4 });
    expect(await takeMany(20)).toBe(12);
    clock.nowMs += 500;
    expect(await takeMany(2)).toBe(1);
  });

  test("a list of 50 is possible at a burst of 20, and the bucket then allows nothing until the debt is paid", async () => {
    const { clock, take } = setUp();
    await take();
    expect(await take(0, restOf(50))).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 25 });
    // 30 tokens of debt at two a second.
    expect(await take()).toMatchObject({ allowed: false, retryAfterSeconds: 16 });
    clock.nowMs += 15_499;
    expect((await take()).allowed).toBe(false);
    clock.nowMs += 1;
    expect((await take()).allowed).toBe(true);
  });

  test("a refused list succeeds after the time that the refusal names", async () => {
    const { clock, take, takeMany } = setUp();
    await takeMany(15);
    await take();
    const refused = await take(0, restOf(50));
    // Half of the burst is enough. Four tokens are left.
    expect(refused).toMatchObject({ allowed: false, remaining: 0, retryAfterSeconds: 3 });
    clock.nowMs += 3_000;
    expect((await take()).allowed).toBe(true);
    expect((await take(0, restOf(50))).allowed).toBe(true);
  });

  test("one of two lists that arrive at the same time succeeds, even if the burst equals their length", async () => {
    const { take } = setUp(2, { perSecond: 10, burst: 50 });
    await take(0);
    await take(1);
    const [one, other] = [await take(0, restOf(50)), await take(1, restOf(50))];
    expect([one.allowed, other.allowed]).toEqual([true, false]);
  });

  test("a list is possible at a burst of one", async () => {
    const { take } = setUp(1, { perSecond: 1, burst: 1 });
    expect([(await take()).allowed, (await take(0, restOf(3))).allowed]).toEqual([true, true]);
    expect(await take()).toMatchObject({ allowed: false, retryAfterSeconds: 3 });
  });
});

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

  test("a check gives up after four writes that other instances overtook, and the request is allowed", async () => {
    let tries = 0;
    const overtaken = async () => {
      tries += 1;
      return await Promise.resolve({ written: false, fullAtMs: START_MS + 500 } as const);
    };
    const { take } = setUp(1, RATE, { extend: overtaken, restart: overtaken });
    // One token of half a second is taken, and this one is the second of 20.
    expect(await take()).toMatchObject({ allowed: true, remaining: 18, resetSeconds: 1 });
    expect(tries).toBe(4);
  });

  test("an admission contains the remaining tokens and the time until the next one", async () => {
    const { take, takeMany } = setUp();
    expect(await take()).toMatchObject({ allowed: true, remaining: 19, resetSeconds: 1, retryAfterSeconds: 0 });
    await takeMany(19);
    expect(await take()).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 10, retryAfterSeconds: 1 });
  });

  test("a check costs one write, and a second one only if an instance guessed the state of the bucket wrong", async () => {
    const { clock, takeMany } = setUp(3);
    const before = writes;
    await takeMany(30);
    clock.nowMs += 4_000;
    await takeMany(30);
    expect(writes - before).toBe(62);
  });

  test("instances that share a bucket together never exceed its limit", async () => {
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
              const most = RATE.burst + (RATE.perSecond * (toMs - fromMs)) / 1000;
              expect(last + 1).toBeLessThanOrEqual(most + 1e-6);
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  test("ten instances with few requests each together allow one burst", async () => {
    const rate = { perSecond: 1, burst: 10 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ instance: fc.nat(9), waitMs: fc.constantFrom(50, 150, 900, 2_500) }), {
          minLength: 300,
          maxLength: 400,
        }),
        async (requests) => {
          const { clock, take } = setUp(10, rate, createInMemoryLimits());
          let allowed = 0;
          for (const { instance, waitMs } of requests) {
            clock.nowMs += waitMs;
            if ((await take(instance)).allowed) allowed += 1;
          }
          expect(allowed).toBeLessThanOrEqual(10 + (clock.nowMs - START_MS) / 1000);
        },
      ),
      { numRuns: 50, seed: 20_261_103 },
    );
  });

  test.each([[10], [100], [300]])(
    "%d instances under constant load allow 310 requests in five minutes at a burst of 10 and one a second",
    async (instances) => {
      const limits = createInMemoryLimits();
      let written = 0;
      const counting: BucketStore = {
        extend: async (...args) => ((written += 1), limits.extend(...args)),
        restart: async (...args) => ((written += 1), limits.restart(...args)),
      };
      const { clock, take } = setUp(instances, { perSecond: 1, burst: 10 }, counting);
      // A linear congruential generator: the load balancer selects instances at random.
      let random = 12_345;
      let allowed = 0;
      for (let index = 0; index < 1_000; index += 1) {
        random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
        clock.nowMs += 300;
        if ((await take(Math.floor(random / 2 ** 16) % instances)).allowed) allowed += 1;
      }
      expect([309, 310]).toContain(allowed);
      expect(written).toBeLessThanOrEqual(1_300);
    },
  );

  test("a rate above the limit of one item is split over several buckets with the same total", async () => {
    const rate = { perSecond: 1000, burst: 400 };
    const { clock, takeMany } = setUp(1, rate, createInMemoryLimits());
    const first = await takeMany(800);
    expect(first).toBeGreaterThan(360);
    expect(first).toBeLessThanOrEqual(400);
    clock.nowMs += 100;
    const second = await takeMany(400);
    expect(second).toBeGreaterThan(85);
    expect(second).toBeLessThanOrEqual(140);
  });

  test.each([
    [2, 1],
    [250, 1],
    [251, 2],
    [1_000, 4],
    [10_000, 40],
  ])("a rate of %d a second uses %d buckets", (perSecond, buckets) => {
    expect(bucketsOf({ perSecond })).toBe(buckets);
  });

  test("a request is allowed if the table fails, and the log contains an error for the alarm", async () => {
    const error = jest.fn();
    const broken = async () => Promise.reject(new Error("no table"));
    const limiter = createRateLimiter({ extend: broken, restart: broken }, () => START_MS, { ...silentLog, error });
    expect(await limiter("x", RATE)).toBeUndefined();
    expect(error).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ event: "rate-limiter-failed" }));
  });
});

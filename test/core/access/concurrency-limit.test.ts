import { describe, expect, jest, test } from "@jest/globals";
import {
  createConcurrencyLimit,
  createOverlappingLimit,
  createWaitingLimit,
} from "../../../core/access/concurrency-limit.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { OTHER_WORKSPACE, silentLog, START_MS, WORKSPACE } from "../../support/render-fixture.js";

const HOLD_MS = 29_000;

function setUp(store = createInMemoryLimits()) {
  const clock = { nowMs: START_MS };
  let tokens = 0;
  // Two instances of a function, which share nothing but the store.
  const instances = [0, 1].map(() =>
    createConcurrencyLimit({
      store,
      name: "previews",
      slots: 3,
      holdMs: HOLD_MS,
      now: () => clock.nowMs,
      newToken: () => `t${(tokens += 1)}`,
    }),
  );
  /** Starts work in a slot. The work ends when `end` is called. */
  const start = (workspaceId = WORKSPACE, log = silentLog) => {
    const work = Promise.withResolvers<string>();
    const entered = Promise.withResolvers<true>();
    const result = instances[tokens % 2]?.(workspaceId, log, () => {
      entered.resolve(true);
      return work.promise;
    });
    if (result === undefined) throw new Error("There is no such instance.");
    // A test that does not wait for the result must not fail because of it.
    result.catch(() => undefined);
    return {
      result,
      entered: entered.promise,
      end: () => work.resolve("done"),
      fail: () => work.reject(new Error("broken")),
    };
  };
  /** Starts work in all slots, and waits until each of them is taken. */
  const fill = async () => {
    const running = [start(), start(), start()];
    await Promise.all(running.map(({ entered }) => entered));
    return running;
  };
  return { clock, start, fill };
}

const refused = { code: "RATE_LIMITED", status: 429, details: { retryAfterSeconds: 1 } };

describe("a limit of concurrent requests", () => {
  test("a workspace has its slots on all instances together, and other workspaces have their own", async () => {
    const { start, fill } = setUp();
    const running = await fill();
    await expect(start().result).rejects.toMatchObject(refused);
    const other = start(OTHER_WORKSPACE);
    other.end();
    expect(await other.result).toBe("done");
    running[1]?.end();
    expect(await running[1]?.result).toBe("done");
    const next = start();
    next.end();
    expect(await next.result).toBe("done");
  });

  test("work that fails frees its slot, and its error is passed on", async () => {
    const { start, fill } = setUp();
    const running = await fill();
    running[0]?.fail();
    await expect(running[0]?.result).rejects.toThrow("broken");
    const next = start();
    next.end();
    expect(await next.result).toBe("done");
  });

  test("a request whose function crashed holds its slot for as long as the function could have run, and no longer", async () => {
    const { clock, start, fill } = setUp();
    await fill();
    clock.nowMs += HOLD_MS - 1;
    await expect(start().result).rejects.toMatchObject(refused);
    clock.nowMs += 1;
    const next = start();
    next.end();
    expect(await next.result).toBe("done");
  });

  test("requests are not limited if the table fails, and the log contains an error for the alarm", async () => {
    const broken = async () => Promise.reject(new Error("no table"));
    const { start } = setUp({ ...createInMemoryLimits(), takeSlot: broken });
    const error = jest.fn();
    const { result, end } = start(WORKSPACE, { ...silentLog, error });
    end();
    expect(await result).toBe("done");
    expect(error).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ event: "rate-limiter-failed" }));
  });
});

describe("a limit that lets work wait", () => {
  const waiting = (pauses: () => void) => {
    const clock = { nowMs: START_MS };
    let tokens = 0;
    const run = createWaitingLimit({
      store: createInMemoryLimits(),
      name: "thumbnails",
      slots: 1,
      holdMs: HOLD_MS,
      maxWaitMs: 1_000,
      now: () => clock.nowMs,
      newToken: () => `t${(tokens += 1)}`,
      pause: async (ms) => {
        clock.nowMs += ms;
        pauses();
        // Lets the other work end.
        await new Promise((resolve) => setImmediate(resolve));
      },
    });
    return run;
  };

  test("waiting work starts as soon as other work has ended", async () => {
    const first = Promise.withResolvers<string>();
    const entered = Promise.withResolvers<true>();
    const run = waiting(() => first.resolve("first"));
    const running = run(WORKSPACE, silentLog, async () => {
      entered.resolve(true);
      return await first.promise;
    });
    await entered.promise;
    expect(await run(WORKSPACE, silentLog, async () => Promise.resolve("second"))).toBe("second");
    expect(await running).toBe("first");
  });

  test("work that gets no slot in time is refused, after at least four attempts to take one", async () => {
    const pauses = jest.fn();
    const run = waiting(pauses);
    const running = run(WORKSPACE, silentLog, () => new Promise(() => undefined));
    running.catch(() => undefined);
    await expect(run(WORKSPACE, silentLog, async () => Promise.resolve("never"))).rejects.toMatchObject(refused);
    expect(pauses.mock.calls.length).toBeGreaterThanOrEqual(4);
    expect(pauses.mock.calls.length).toBeLessThanOrEqual(10);
  });
});

describe("a limit whose work begins before it has its slot", () => {
  const limited = (store = createInMemoryLimits()) =>
    createOverlappingLimit({
      store,
      name: "previews",
      slots: 1,
      holdMs: HOLD_MS,
      now: () => START_MS,
      newToken: () => "token",
    });

  test("the work begins at once, waits for its slot, and the next work has the slot afterwards", async () => {
    const run = limited();
    const steps: string[] = [];
    const work = (name: string) => async (slot: Promise<void>) => {
      steps.push(`${name} begins`);
      await slot;
      steps.push(`${name} has its slot`);
      return name;
    };
    expect(await run(WORKSPACE, silentLog, work("first"))).toBe("first");
    expect(await run(WORKSPACE, silentLog, work("second"))).toBe("second");
    expect(steps).toEqual(["first begins", "first has its slot", "second begins", "second has its slot"]);
  });

  test("without a free slot, the work gets the refusal at the point where it waits for the slot", async () => {
    const run = limited();
    const held = Promise.withResolvers<string>();
    const first = run(WORKSPACE, silentLog, async (slot) => {
      await slot;
      return await held.promise;
    });
    const second = run(WORKSPACE, silentLog, async (slot) => {
      await slot;
      return "never";
    });
    await expect(second).rejects.toMatchObject(refused);
    held.resolve("done");
    expect(await first).toBe("done");
  });

  test("work that fails before it has waited frees the slot that was being taken", async () => {
    const run = limited();
    const invalid = run(WORKSPACE, silentLog, () => Promise.reject(new Error("invalid")));
    await expect(invalid).rejects.toThrow("invalid");
    expect(await run(WORKSPACE, silentLog, (slot) => slot.then(() => "next"))).toBe("next");
  });

  test("the slot is freed after the result if the function continues", async () => {
    const later: Promise<void>[] = [];
    const run = limited();
    const result = await run(
      WORKSPACE,
      silentLog,
      (slot) => slot.then(() => "picture"),
      (rest) => void later.push(rest),
    );
    expect(result).toBe("picture");
    expect(later).toHaveLength(1);
    await Promise.all(later);
    expect(await run(WORKSPACE, silentLog, (slot) => slot.then(() => "next"))).toBe("next");
  });
});

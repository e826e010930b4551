import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { PoolClosedError, TooManyRequestsError } from "../../src/functions/function-host.js";
import { cleanUp, parsed, startGate, startTestHost, until } from "./support.js";

jest.setTimeout(60_000);
afterEach(cleanUp);

describe("processes of a pool", () => {
  test("a process stays warm and is used again", async () => {
    const { add } = await startTestHost();
    const pool = add("basics.whoAmI", { maxConcurrency: 5 });
    const first = parsed((await pool.invoke({})).payload);
    const second = parsed((await pool.invoke({})).payload);
    expect(second).toEqual({ pid: first["pid"], invocations: 2 });
    expect(pool.stats()).toMatchObject({ invocations: 2, coldStarts: 1, pids: [first["pid"]], busy: 0 });
  });

  test("simultaneous invocations run in separate processes", async () => {
    const { add } = await startTestHost();
    const pool = add("basics.waits", { maxConcurrency: 2 });
    const gate = await startGate();
    const both = [pool.invoke({ gate: gate.url }), pool.invoke({ gate: gate.url })];
    await until(() => gate.arrived() === 2);
    expect(pool.stats().busy).toBe(2);
    gate.open();
    const pids = (await Promise.all(both)).map(({ payload }) => parsed(payload)["pid"]);
    expect(new Set(pids).size).toBe(2);
    expect(new Set(pool.stats().pids)).toEqual(new Set(pids));
  });

  test("a process without invocations ends", async () => {
    const { add, lines } = await startTestHost({ idleTimeoutMs: 1 });
    const pool = add("basics.echo");
    await pool.invoke({});
    await until(() => pool.stats().pids.length === 0);
    expect((await pool.invoke("again")).payload.toString()).toBe('"again"');
    expect(pool.stats().coldStarts).toBe(2);
    expect(lines).toEqual([]);
  });
});

describe("invocations while every process is busy", () => {
  test("an invocation is throttled if every process is busy", async () => {
    const { add } = await startTestHost();
    const pool = add("basics.waits");
    const gate = await startGate();
    const running = pool.invoke({ gate: gate.url });
    await expect(pool.invoke({})).rejects.toThrow(TooManyRequestsError);
    await expect(pool.invokeStreaming({})).rejects.toThrow(TooManyRequestsError);
    expect(pool.freeSlots()).toBe(0);
    gate.open();
    await running;
    expect(pool.stats()).toMatchObject({ invocations: 1, throttles: 2, errors: 0 });
    expect(pool.freeSlots()).toBe(1);
  });

  test("a waiting invocation gets the first free process", async () => {
    const { add } = await startTestHost();
    const pool = add("basics.waits");
    const gate = await startGate();
    const free = new AbortController();
    const running = pool.invoke({ gate: gate.url });
    const waiting = pool.invoke({ gate: gate.url }, { whenBusy: "wait", waitMs: 60_000 });
    const untilFree = pool.untilFree(free.signal);
    expect(pool.stats().busy).toBe(2);
    gate.open();
    const [first, second] = await Promise.all([running, waiting]);
    expect(parsed(second.payload)).toEqual(parsed(first.payload));
    await untilFree;
    expect(pool.stats()).toMatchObject({ coldStarts: 1, throttles: 0 });
  });

  test("a waiting invocation is throttled after its time limit", async () => {
    const { add } = await startTestHost();
    const pool = add("basics.waits");
    const gate = await startGate();
    const running = pool.invoke({ gate: gate.url });
    await expect(pool.invoke({}, { whenBusy: "wait", waitMs: 1 })).rejects.toThrow(TooManyRequestsError);
    gate.open();
    await running;
    expect(pool.stats()).toMatchObject({ throttles: 1, busy: 0 });
  });
});

describe("failing functions", () => {
  test("the error of a handler is the result, and its process continues", async () => {
    const { add } = await startTestHost();
    const pool = add("failures.throws");
    const { functionError, payload } = await pool.invoke({});
    expect(functionError).toBe("Unhandled");
    expect(parsed(payload)).toMatchObject({ errorType: "TypeError", errorMessage: "no such thing" });
    expect(parsed(payload)["trace"]).toEqual(expect.arrayContaining(["TypeError: no such thing"]));
    await pool.invoke({});
    expect(pool.stats()).toMatchObject({ invocations: 2, errors: 2, coldStarts: 1 });
  });

  test.each([
    ["waits", "failures.hangs"],
    ["loops", "failures.spins"],
  ])("a function that times out because it %s is killed and reported as timed out", async (_how, handler) => {
    const { add, lines } = await startTestHost();
    const pool = add(handler, { timeoutSeconds: 1, name: "late" });
    const { functionError, payload } = await pool.invoke({});
    expect(functionError).toBe("Unhandled");
    expect(parsed(payload)).toEqual({
      errorType: "Sandbox.Timedout",
      errorMessage: expect.stringMatching(/^RequestId: [0-9a-f-]{36} Error: Task timed out after 1\.00 seconds$/),
    });
    expect(pool.stats()).toMatchObject({ timeouts: 1, errors: 1, pids: [] });
    expect(lines).toContainEqual(expect.stringMatching(/^late: .*Task timed out after 1\.00 seconds$/));
  });

  test.each([
    [3, "Runtime exited with error: exit status 3"],
    [0, "Runtime exited without providing a reason"],
  ])("a function that exits with %i is reported, and the next invocation has a new process", async (code, message) => {
    const { add, lines } = await startTestHost();
    const pool = add("failures.exits", { name: "exiting" });
    for (const coldStarts of [1, 2]) {
      const { functionError, payload } = await pool.invoke({ code });
      expect(functionError).toBe("Unhandled");
      expect(parsed(payload)).toEqual({
        errorType: "Runtime.ExitError",
        errorMessage: expect.stringMatching(new RegExp(`^RequestId: [0-9a-f-]{36} Error: ${message}$`)),
      });
      expect(pool.stats().coldStarts).toBe(coldStarts);
    }
    expect(lines).toContain(`exiting: ${message}`);
  });
});

test.each([1, 2])(
  "an uncaught error ends a process for %i invocations and is logged",
  async (invocationsPerProcess) => {
    const { add, lines } = await startTestHost();
    const { payload } = await add("failures.throwsOutside", { invocationsPerProcess }).invoke({});
    expect(parsed(payload)).toMatchObject({
      errorType: "Runtime.ExitError",
      errorMessage: expect.stringContaining("exit status 1"),
    });
    await until(() => lines.some((line) => line.includes("nobody caught this")));
  },
);

describe("functions that cannot be loaded", () => {
  test("a function whose module throws returns that error, and its output is logged", async () => {
    const { add, lines } = await startTestHost();
    const pool = add("init-throws.handler", { name: "broken" });
    const { functionError, payload } = await pool.invoke({});
    expect(functionError).toBe("Unhandled");
    expect(parsed(payload)).toMatchObject({ errorType: "RangeError", errorMessage: "bad configuration" });
    expect(lines).toContainEqual(expect.stringMatching(/^broken: .*about to fail$/));
    expect(lines).toContain("broken: Init failed: RangeError: bad configuration");
  });

  test("a function without its handler returns Runtime.HandlerNotFound", async () => {
    const { add } = await startTestHost();
    const { payload } = await add("basics.nowhere").invoke({});
    expect(parsed(payload)).toMatchObject({ errorType: "Runtime.HandlerNotFound" });
  });

  test("a function that exits while it is loaded returns the exit status", async () => {
    const { add } = await startTestHost();
    const { payload } = await add("init-exits.handler").invoke({});
    expect(parsed(payload)).toMatchObject({
      errorType: "Runtime.ExitError",
      errorMessage: expect.stringContaining("exit status 7"),
    });
  });

  test("a function that takes too long to load is killed", async () => {
    const { add } = await startTestHost({ initTimeoutMs: 1_000 });
    const pool = add("init-hangs.handler");
    const { payload } = await pool.invoke({});
    expect(parsed(payload)).toMatchObject({
      errorType: "Sandbox.Timedout",
      errorMessage: expect.stringContaining("timed out after 1.00 seconds"),
    });
    expect(pool.stats().pids).toEqual([]);
  });
});

describe("processes for many invocations", () => {
  test("a process for many invocations runs them at the same time", async () => {
    const { add } = await startTestHost();
    const pool = add("basics.waits", { invocationsPerProcess: 3 });
    const gate = await startGate();
    const three = [1, 2, 3].map(() => pool.invoke({ gate: gate.url }));
    await expect(pool.invoke({})).rejects.toThrow(TooManyRequestsError);
    await until(() => gate.arrived() === 3);
    gate.open();
    const pids = (await Promise.all(three)).map(({ payload }) => parsed(payload)["pid"]);
    expect(new Set(pids)).toEqual(new Set(pool.stats().pids));
    expect(pool.stats()).toMatchObject({ coldStarts: 1, busy: 0 });
  });

  test("a process for many invocations fails the one that times out, lets the others end, and takes no more", async () => {
    const { add } = await startTestHost();
    const pool = add("failures.either", { invocationsPerProcess: 3, timeoutSeconds: 4 });
    const gate = await startGate();
    const warm = parsed((await pool.invoke({})).payload);
    const deadline = Date.now() + 4_000;
    const late = pool.invoke({ hang: true });
    // The second invocation starts two seconds before the first one times out, so that its own deadline is well after
    // that.
    await until(() => Date.now() > deadline - 2_000);
    const beside = pool.invoke({ gate: gate.url });
    expect(parsed((await late).payload)).toMatchObject({ errorType: "Sandbox.Timedout" });
    // The process for the next invocation may start slowly, and the second invocation has a deadline too.
    const next = pool.invoke({});
    gate.open();
    expect(parsed((await beside).payload)).toEqual(warm);
    expect(parsed((await next).payload)["pid"]).not.toBe(warm["pid"]);
    await until(() => !pool.stats().pids.includes(Number(warm["pid"])));
  });

  test("all invocations of a process fail when it exits", async () => {
    const { add } = await startTestHost();
    const pool = add("failures.exits", { invocationsPerProcess: 2 });
    const [one, other] = await Promise.all([pool.invoke({ code: 3 }), pool.invoke({ code: 3 })]);
    expect(parsed(one.payload)).toMatchObject({ errorType: "Runtime.ExitError" });
    expect(parsed(other.payload)).toMatchObject({ errorType: "Runtime.ExitError" });
  });
});

test("waiting for a free process ends when the caller aborts it", async () => {
  const { add } = await startTestHost();
  const pool = add("basics.waits");
  const gate = await startGate();
  const running = pool.invoke({ gate: gate.url });
  const impatient = new AbortController();
  const waiting = pool.untilFree(impatient.signal);
  impatient.abort();
  await waiting;
  expect(pool.freeSlots()).toBe(0);
  gate.open();
  await running;
});

describe("closing a pool", () => {
  test("closing a pool fails running invocations, rejects waiting and later ones, and leaves no process", async () => {
    const { host, add } = await startTestHost();
    const pool = add("basics.waits");
    const gate = await startGate();
    const running = pool.invoke({ gate: gate.url });
    await until(() => gate.arrived() === 1);
    const waiting = expect(pool.invoke({}, { whenBusy: "wait" })).rejects.toThrow(PoolClosedError);
    await host.close();
    await waiting;
    expect(parsed((await running).payload)).toMatchObject({ errorType: "Runtime.ExitError" });
    await expect(pool.invoke({})).rejects.toThrow(PoolClosedError);
    expect(pool.stats()).toMatchObject({ pids: [], busy: 0 });
  });

  test("closing a pool during a cold start leaves no process", async () => {
    const { host, add } = await startTestHost();
    const pool = add("basics.echo");
    const starting = expect(pool.invoke({})).rejects.toThrow(PoolClosedError);
    await host.close();
    await starting;
    expect(pool.stats().pids).toEqual([]);
  });
});

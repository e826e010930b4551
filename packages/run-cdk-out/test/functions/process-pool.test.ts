import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { PoolClosedError, TooManyRequestsError } from "../../src/functions/function-host.js";
import { cleanUp, parsed, startGate, startTestHost, until } from "./support.js";

jest.setTimeout(60_000);
afterEach(cleanUp);

describe("processes", () => {
  test("stay warm and are used again", async () => {
    const { add } = await startTestHost();
    const pool = add("basics.whoAmI", { maxConcurrency: 5 });
    const first = parsed((await pool.invoke({})).payload);
    const second = parsed((await pool.invoke({})).payload);
    expect(second).toEqual({ pid: first["pid"], invocations: 2 });
    expect(pool.stats()).toMatchObject({ invocations: 2, coldStarts: 1, pids: [first["pid"]], busy: 0 });
  });

  test("run invocations side by side, each in a process of its own", async () => {
    const { add } = await startTestHost();
    const pool = add("basics.held", { maxConcurrency: 2 });
    const gate = await startGate();
    const both = [pool.invoke({ gate: gate.url }), pool.invoke({ gate: gate.url })];
    await until(() => gate.arrived() === 2);
    expect(pool.stats().busy).toBe(2);
    gate.open();
    const pids = (await Promise.all(both)).map(({ payload }) => parsed(payload)["pid"]);
    expect(new Set(pids).size).toBe(2);
    expect(new Set(pool.stats().pids)).toEqual(new Set(pids));
  });

  test("end after a while without work", async () => {
    const { add, lines } = await startTestHost({ idleTimeoutMs: 1 });
    const pool = add("basics.echo");
    await pool.invoke({});
    await until(() => pool.stats().pids.length === 0);
    expect((await pool.invoke("again")).payload.toString()).toBe('"again"');
    expect(pool.stats().coldStarts).toBe(2);
    expect(lines).toEqual([]);
  });
});

describe("with every process busy", () => {
  test("an invocation is throttled", async () => {
    const { add } = await startTestHost();
    const pool = add("basics.held");
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

  test("one that waits gets the first process that is free", async () => {
    const { add } = await startTestHost();
    const pool = add("basics.held");
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

  test("one that waits in vain is throttled in the end", async () => {
    const { add } = await startTestHost();
    const pool = add("basics.held");
    const gate = await startGate();
    const running = pool.invoke({ gate: gate.url });
    await expect(pool.invoke({}, { whenBusy: "wait", waitMs: 1 })).rejects.toThrow(TooManyRequestsError);
    gate.open();
    await running;
    expect(pool.stats()).toMatchObject({ throttles: 1, busy: 0 });
  });
});

describe("a function that fails", () => {
  test("gives its error as the result, and its process goes on", async () => {
    const { add } = await startTestHost();
    const pool = add("faults.throws");
    const { functionError, payload } = await pool.invoke({});
    expect(functionError).toBe("Unhandled");
    expect(parsed(payload)).toMatchObject({ errorType: "TypeError", errorMessage: "no such thing" });
    expect(parsed(payload)["trace"]).toEqual(expect.arrayContaining(["TypeError: no such thing"]));
    await pool.invoke({});
    expect(pool.stats()).toMatchObject({ invocations: 2, errors: 2, coldStarts: 1 });
  });

  test.each([
    ["waits", "faults.hangs"],
    ["loops", "faults.spins"],
  ])("to end in time because it %s is killed and reported as timed out", async (_how, handler) => {
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
  ])("by exiting with %i is reported as such, and the next invocation has a new process", async (code, message) => {
    const { add, lines } = await startTestHost();
    const pool = add("faults.exits", { name: "exiting" });
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

test.each([1, 2])("an uncaught error ends a process for %i and is logged", async (invocationsPerProcess) => {
  const { add, lines } = await startTestHost();
  const { payload } = await add("faults.throwsOutside", { invocationsPerProcess }).invoke({});
  expect(parsed(payload)).toMatchObject({
    errorType: "Runtime.ExitError",
    errorMessage: expect.stringContaining("exit status 1"),
  });
  await until(() => lines.some((line) => line.includes("nobody caught this")));
});

describe("a function that cannot be loaded", () => {
  test("gives the error of its module, with its output logged", async () => {
    const { add, lines } = await startTestHost();
    const pool = add("init-throws.handler", { name: "broken" });
    const { functionError, payload } = await pool.invoke({});
    expect(functionError).toBe("Unhandled");
    expect(parsed(payload)).toMatchObject({ errorType: "RangeError", errorMessage: "bad configuration" });
    expect(lines).toContainEqual(expect.stringMatching(/^broken: .*about to fail$/));
    expect(lines).toContain("broken: Init failed: RangeError: bad configuration");
  });

  test("is told from one without such a handler", async () => {
    const { add } = await startTestHost();
    const { payload } = await add("basics.nowhere").invoke({});
    expect(parsed(payload)).toMatchObject({ errorType: "Runtime.HandlerNotFound" });
  });

  test("since it exits gives the exit", async () => {
    const { add } = await startTestHost();
    const { payload } = await add("init-exits.handler").invoke({});
    expect(parsed(payload)).toMatchObject({
      errorType: "Runtime.ExitError",
      errorMessage: expect.stringContaining("exit status 7"),
    });
  });

  test("in time is killed", async () => {
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

describe("an asynchronous invocation", () => {
  test("is tried three times under one request id", async () => {
    const { add, lines } = await startTestHost({ asyncRetryDelaysMs: [1, 1] });
    const pool = add("faults.failsFirst");
    expect(await pool.invokeAsync({ times: 2 })).toEqual({
      succeeded: true,
      attempts: 3,
    });
    const attempts = lines.flatMap((line) => /attempt for (\S+)/.exec(line)?.[1] ?? []);
    expect(attempts).toHaveLength(3);
    expect(new Set(attempts).size).toBe(1);
  });

  test("that fails three times is given up with the last error, and nothing is thrown", async () => {
    const { add, lines } = await startTestHost({ asyncRetryDelaysMs: [1, 1] });
    const { errorPayload, ...outcome } = await add("faults.failsFirst", { name: "f" }).invokeAsync({ times: 9 });
    expect(outcome).toEqual({ succeeded: false, attempts: 3 });
    expect(parsed(errorPayload)).toMatchObject({ errorMessage: "failure 3" });
    expect(lines).toContain("f: An event was given up after 3 attempts.");
  });
});

describe("a process for many invocations", () => {
  test("runs them side by side", async () => {
    const { add } = await startTestHost();
    const pool = add("basics.held", { invocationsPerProcess: 3 });
    const gate = await startGate();
    const three = [1, 2, 3].map(() => pool.invoke({ gate: gate.url }));
    await expect(pool.invoke({})).rejects.toThrow(TooManyRequestsError);
    await until(() => gate.arrived() === 3);
    gate.open();
    const pids = (await Promise.all(three)).map(({ payload }) => parsed(payload)["pid"]);
    expect(new Set(pids)).toEqual(new Set(pool.stats().pids));
    expect(pool.stats()).toMatchObject({ coldStarts: 1, busy: 0 });
  });

  test("gives up the one that is late, lets the others end, and takes no more", async () => {
    const { add } = await startTestHost();
    const pool = add("faults.either", { invocationsPerProcess: 3, timeoutSeconds: 4 });
    const gate = await startGate();
    const warm = parsed((await pool.invoke({})).payload);
    const deadline = Date.now() + 4_000;
    const late = pool.invoke({ hang: true });
    // The second one starts with the first half over, so that its own deadline is well after the first one's.
    await until(() => Date.now() > deadline - 2_000);
    const beside = pool.invoke({ gate: gate.url });
    expect(parsed((await late).payload)).toMatchObject({ errorType: "Sandbox.Timedout" });
    const next = parsed((await pool.invoke({})).payload);
    expect(next["pid"]).not.toBe(warm["pid"]);
    gate.open();
    expect(parsed((await beside).payload)).toEqual(warm);
    await until(() => !pool.stats().pids.includes(Number(warm["pid"])));
  });

  test("fails them all when it exits", async () => {
    const { add } = await startTestHost();
    const pool = add("faults.exits", { invocationsPerProcess: 2 });
    const [one, other] = await Promise.all([pool.invoke({ code: 3 }), pool.invoke({ code: 3 })]);
    expect(parsed(one.payload)).toMatchObject({ errorType: "Runtime.ExitError" });
    expect(parsed(other.payload)).toMatchObject({ errorType: "Runtime.ExitError" });
  });
});

test("waiting for a free process ends with the caller's patience", async () => {
  const { add } = await startTestHost();
  const pool = add("basics.held");
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

describe("closing", () => {
  test("ends what runs, refuses what waits and what comes, and leaves no process", async () => {
    const { host, add } = await startTestHost();
    const pool = add("basics.held");
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

  test("in the middle of a cold start leaves no process", async () => {
    const { host, add } = await startTestHost();
    const pool = add("basics.echo");
    const starting = expect(pool.invoke({})).rejects.toThrow(PoolClosedError);
    await host.close();
    await starting;
    expect(pool.stats().pids).toEqual([]);
  });
});

import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { cleanUp, parsed, startGate, startTestHost } from "./support.js";

jest.setTimeout(60_000);
afterEach(cleanUp);

describe("asynchronous invocations", () => {
  test("an asynchronous invocation is tried three times with the same request ID", async () => {
    const { add, lines } = await startTestHost({ asyncRetryDelaysMs: [1, 1] });
    const pool = add("failures.failsFirst");
    expect(await pool.invokeAsync({ times: 2 })).toEqual({
      succeeded: true,
      attempts: 3,
    });
    const attempts = lines.flatMap((line) => /attempt for (\S+)/.exec(line)?.[1] ?? []);
    expect(attempts).toHaveLength(3);
    expect(new Set(attempts).size).toBe(1);
  });

  test("an asynchronous invocation that fails three times returns the last error and does not throw", async () => {
    const { add, lines } = await startTestHost({ asyncRetryDelaysMs: [1, 1] });
    const { errorPayload, ...outcome } = await add("failures.failsFirst", { name: "f" }).invokeAsync({ times: 9 });
    expect(outcome).toEqual({ succeeded: false, attempts: 3 });
    expect(parsed(errorPayload)).toMatchObject({ errorMessage: "failure 3" });
    expect(lines).toContain("f: An event is lost: the function failed in 3 attempts.");
  });

  test("an asynchronous invocation is retried as often as its settings say, or never", async () => {
    const { add } = await startTestHost({ asyncRetryDelaysMs: [1, 1] });
    const pool = add("failures.failsFirst");
    expect(await pool.invokeAsync({ times: 9 }, { maxRetries: 0 })).toMatchObject({ succeeded: false, attempts: 1 });
    // The function counts calls, so this event begins with its second call.
    expect(await pool.invokeAsync({ times: 2 }, { maxRetries: 1 })).toEqual({ succeeded: true, attempts: 2 });
  });

  test("an event that is older than its settings allow is discarded, whether it waits for a process or for a retry", async () => {
    const { add, lines } = await startTestHost({ asyncRetryDelaysMs: [1_200] });
    const gate = await startGate();
    const busy = add("basics.waits", { name: "busy", maxConcurrency: 1 });
    const running = busy.invoke({ gate: gate.url });
    const failing = add("failures.failsFirst", { name: "f" });
    const [waiting, retried] = await Promise.all([
      busy.invokeAsync({}, { maxAgeSeconds: 1 }),
      failing.invokeAsync({ times: 9 }, { maxAgeSeconds: 1 }),
    ]);
    expect(waiting).toEqual({ succeeded: false, attempts: 0, expired: true });
    expect(retried).toMatchObject({ succeeded: false, attempts: 1, expired: true });
    expect(lines).toContain("f: An event is lost: it is older than 1 seconds.");
    gate.open();
    await running;
  });
});

import { expect, test } from "@jest/globals";
import type { PendingInvocation } from "../../src/functions/pending-invocation.js";
import { RunningInvocations } from "../../src/functions/running-invocations.js";

const ERROR = Buffer.from(JSON.stringify({ errorType: "TypeError", errorMessage: "It failed." }));

/** An invocation that remembers its failures. */
function invocationOf(requestId: string) {
  const failures: unknown[] = [];
  const invocation = { requestId, fail: (failure: unknown) => failures.push(failure) };
  return { invocation: invocation as unknown as PendingInvocation, failures };
}

test("an invocation fails once, and is complete then", () => {
  const durations: number[] = [];
  const running = new RunningInvocations((durationMs) => durations.push(durationMs));
  const [first, second] = [invocationOf("1"), invocationOf("2")];
  for (const { invocation } of [first, second]) running.add(invocation, 60_000, () => undefined);
  expect([running.takeError("1", ERROR), running.takeError("1", ERROR), running.takeError("3", ERROR)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([first.failures.length, second.failures.length]).toEqual([1, 0]);
  expect(running.removeCompleted()).toEqual([first.invocation]);
  expect([running.size, durations.length]).toEqual([1, 1]);
  expect(running.removeAll()).toEqual([second.invocation]);
  expect(running.size).toBe(0);
});

import { afterEach, expect, jest, test } from "@jest/globals";
import { cleanUp, isRunning, startTestHost, until } from "./support.js";

jest.setTimeout(60_000);
afterEach(cleanUp);

test.each([
  ["crashes", { exit: true }],
  ["runs into its timeout", { hang: true }],
])("a process that a function has started ends when the function %s", async (_case, event) => {
  const { add, lines } = await startTestHost();
  const pool = add("failures.leavesChild", { timeoutSeconds: 3 });
  await pool.invoke(event);
  const pid = startedIn(lines);
  await until(() => !isRunning(pid));
});

test("a process that a function has started ends when the host closes", async () => {
  const { add, host, lines } = await startTestHost();
  await add("failures.leavesChild").invoke({});
  const pid = startedIn(lines);
  expect(isRunning(pid)).toBe(true);
  await host.close();
  await until(() => !isRunning(pid));
});

function startedIn(lines: readonly string[]): number {
  const [, pid] = /started (\d+)/.exec(lines.join("\n")) ?? [];
  if (pid === undefined) throw new Error("The function has started no process.");
  return Number(pid);
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, expect, jest, test } from "@jest/globals";
import { cleanUp, closeAfterTest, FIXTURES, isRunning, until } from "./support.js";

jest.setTimeout(60_000);
afterEach(cleanUp);

test.each([
  ["a function", "failures.spins"],
  ["a process that a function has started", "failures.leavesChild"],
])("a host that is killed leaves no process behind, not even %s in an endless loop", async (_process, handler) => {
  const root = fileURLToPath(new URL("../../../..", import.meta.url));
  const host = spawn(process.execPath, ["--import", "tsx", `${FIXTURES}/host-with-endless-function.ts`, handler], {
    cwd: root,
    env: { PATH: process.env["PATH"] },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(host, "exit");
  closeAfterTest(async () => {
    host.kill("SIGKILL");
    await exited;
  });
  const pid = await pidIn(createInterface(host.stdout));
  expect(isRunning(pid)).toBe(true);
  host.kill("SIGKILL");
  await exited;
  await until(() => !isRunning(pid));
});

async function pidIn(lines: AsyncIterable<string>): Promise<number> {
  for await (const line of lines) {
    const [, pid] = /(?:spinning in|started) (\d+)/.exec(line) ?? [];
    if (pid !== undefined) return Number(pid);
  }
  throw new Error("The host ended without a function process.");
}

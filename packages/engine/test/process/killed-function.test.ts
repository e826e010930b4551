import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { isAlive } from "../../../../test/support/processes.js";

test("a rendering process in an endless loop ends when its function is killed", async () => {
  const host = spawn(process.execPath, ["--import", "tsx", fileURLToPath(new URL("./host.ts", import.meta.url))], {
    env: { PATH: process.env["PATH"] },
    stdio: ["ignore", "inherit", "pipe"],
  });
  const exited = once(host, "exit");
  const pid = await pidIn(createInterface(host.stderr));
  expect(isAlive(pid)).toBe(true);
  host.kill("SIGKILL");
  await exited;
  while (isAlive(pid)) await pause(10);
});

async function pidIn(lines: AsyncIterable<string>): Promise<number> {
  for await (const line of lines) {
    const [, pid] = /rendering in (\d+)/.exec(line) ?? [];
    if (pid !== undefined) return Number(pid);
  }
  throw new Error("The function ended without a rendering process.");
}

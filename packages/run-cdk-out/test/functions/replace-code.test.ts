import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, jest, test } from "@jest/globals";
import { freePort } from "../../src/services/free-port.js";
import { cleanUp, closeAfterTest, FIXTURES, parsed, startGate, startTestHost, until } from "./support.js";

jest.setTimeout(60_000);
afterEach(cleanUp);

/**
 * Writes folders with two versions of a function, which waits for a gate if the event has one, and returns its version.
 */
function writeVersions(): Record<1 | 2, string> {
  const dir = mkdtempSync(join(FIXTURES, "replace-code-"));
  closeAfterTest(async () => rmSync(dir, { recursive: true }));
  const write = (version: 1 | 2): string => {
    const folder = join(dir, `v${version}`);
    mkdirSync(folder);
    const code = `export const handler = async ({ gate }) => {
      if (gate) await fetch(gate);
      return { version: ${version}, pid: process.pid };
    };`;
    writeFileSync(join(folder, "index.mjs"), code);
    return folder;
  };
  return { 1: write(1), 2: write(2) };
}

const version = async (result: Promise<{ readonly payload: Buffer }>) => parsed((await result).payload)["version"];

/** Returns the response of Node.js to a debugger. Undefined if no process listens on the port. */
async function debuggerAt(port: number): Promise<unknown> {
  try {
    return await (await fetch(`http://127.0.0.1:${port}/json/version`, { headers: { connection: "close" } })).json();
  } catch {
    return undefined;
  }
}

test.each([1, 3])(
  "after its code is replaced, a function with %i invocations per process runs new invocations with the new code, and running ones end with the old code",
  async (invocationsPerProcess) => {
    const versions = writeVersions();
    const { add, lines } = await startTestHost();
    const pool = add("index.handler", { codeDir: versions[1], maxConcurrency: 1, invocationsPerProcess });
    const gate = await startGate();
    const running = pool.invoke({ gate: gate.url });
    await until(() => gate.arrived() === 1);
    const [oldPid] = pool.stats().pids;

    pool.replaceCode(versions[2]);
    expect(pool.spec.codeDir).toBe(versions[2]);
    // The only process that the function can have is busy. The new code does not wait for it.
    expect(await version(pool.invoke({}))).toBe(2);
    gate.open();
    expect(await version(running)).toBe(1);
    await until(() => !pool.stats().pids.includes(Number(oldPid)));
    expect(pool.stats().pids).toHaveLength(1);
    expect(lines).toEqual([]);
  },
);

test("invocations that no process has begun run with the new code when the code is replaced", async () => {
  const versions = writeVersions();
  const { add } = await startTestHost();
  const pool = add("index.handler", { codeDir: versions[1], maxConcurrency: 1 });
  // The first one waits for its process to start, the second one for a free process.
  const waiting = [pool.invoke({}), pool.invoke({}, { whenBusy: "wait" })];
  pool.replaceCode(versions[2]);
  expect(await Promise.all(waiting.map(version))).toEqual([2, 2]);
});

test("a warm function has a process for its new code before the next invocation, a cold one has none", async () => {
  const versions = writeVersions();
  const { add } = await startTestHost();
  const cold = add("index.handler", { name: "cold", arn: "arn:cold", codeDir: versions[1] });
  cold.replaceCode(versions[2]);
  expect(cold.stats().coldStarts).toBe(0);

  const warm = add("index.handler", { codeDir: versions[1] });
  const { pid } = parsed((await warm.invoke({})).payload);
  warm.replaceCode(versions[2]);
  await until(() => warm.stats().pids.some((other) => other !== pid));
  expect(await version(warm.invoke({}))).toBe(2);
  expect(warm.stats().coldStarts).toBe(2);
});

test("a function with a debugger port has no timeout, and has the port again after its code is replaced", async () => {
  const versions = writeVersions();
  const { add } = await startTestHost({ idleTimeoutMs: 1 });
  const inspectPort = await freePort();
  const pool = add("index.handler", { codeDir: versions[1], inspectPort, timeoutSeconds: 1, maxConcurrency: 1 });
  pool.prewarm();
  await until(async () => (await debuggerAt(inspectPort)) !== undefined);
  expect(await debuggerAt(inspectPort)).toMatchObject({ Browser: expect.stringContaining("node.js/") });

  const gate = await startGate();
  const startedMs = Date.now();
  const running = pool.invoke({ gate: gate.url });
  await until(() => gate.arrived() === 1);
  const [oldPid] = pool.stats().pids;
  pool.replaceCode(versions[2]);
  const next = pool.invoke({}, { whenBusy: "wait" });
  // This is longer than the timeout of the function.
  await until(() => Date.now() - startedMs > 1_200);
  expect(pool.stats().pids).toEqual([oldPid]);
  gate.open();
  expect(await version(running)).toBe(1);
  expect(await version(next)).toBe(2);
  expect(await debuggerAt(inspectPort)).toBeDefined();
  expect(pool.stats().timeouts).toBe(0);
});

test("after its code is replaced, an idle function with a debugger port opens the port again without an invocation", async () => {
  const versions = writeVersions();
  const { add } = await startTestHost();
  const inspectPort = await freePort();
  const pool = add("index.handler", { codeDir: versions[1], inspectPort, maxConcurrency: 1 });
  await pool.invoke({});
  const [oldPid] = pool.stats().pids;
  pool.replaceCode(versions[2]);
  await until(() => pool.stats().pids.length === 1 && pool.stats().pids[0] !== oldPid);
  await until(async () => (await debuggerAt(inspectPort)) !== undefined);
  expect(await version(pool.invoke({}))).toBe(2);
});

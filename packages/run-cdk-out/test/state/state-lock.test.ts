import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lockState } from "../../src/state/state-lock.js";

let dir: string;
const lockFile = () => join(dir, "lock");
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "state-lock-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

test("only one runner can lock a state folder, and the folder is free again when it unlocks", () => {
  const unlock = lockState(dir);
  expect(() => lockState(dir)).toThrow(`Another runner (process ${process.pid}) uses ${dir}`);
  unlock();
  expect(existsSync(lockFile())).toBe(false);
  lockState(dir)();
});

test("the lock of a process that has ended is taken over", async () => {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(child, "exit");
  writeFileSync(lockFile(), JSON.stringify({ pid: child.pid }));
  const unlock = lockState(dir);
  expect(JSON.parse(readFileSync(lockFile(), "utf8"))).toMatchObject({ pid: process.pid });
  unlock();
});

test("another process with the ID of an ended runner does not have its lock", () => {
  writeFileSync(lockFile(), JSON.stringify({ pid: process.pid, processStart: "another boot:1" }));
  expect(() => lockState(dir)()).not.toThrow();
});

test("a malformed lock file does not lock the folder", () => {
  writeFileSync(lockFile(), "");
  expect(() => lockState(dir)()).not.toThrow();
});

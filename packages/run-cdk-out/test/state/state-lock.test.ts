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

test("a state folder has one runner, and is free again when it is given back", () => {
  const unlock = lockState(dir);
  expect(() => lockState(dir)).toThrow(`Another runner (process ${process.pid}) uses ${dir}`);
  unlock();
  expect(existsSync(lockFile())).toBe(false);
  lockState(dir)();
});

test("the lock of a process that is no more is taken over", async () => {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(child, "exit");
  writeFileSync(lockFile(), JSON.stringify({ pid: child.pid }));
  const unlock = lockState(dir);
  expect(JSON.parse(readFileSync(lockFile(), "utf8"))).toMatchObject({ pid: process.pid });
  unlock();
});

test("a process that merely has a dead runner's number doesn't hold its lock", () => {
  writeFileSync(lockFile(), JSON.stringify({ pid: process.pid, processStart: "another boot:1" }));
  expect(() => lockState(dir)()).not.toThrow();
});

test("a lock file that makes no sense is no lock", () => {
  writeFileSync(lockFile(), "");
  expect(() => lockState(dir)()).not.toThrow();
});

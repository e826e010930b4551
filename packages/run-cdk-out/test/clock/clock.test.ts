import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { Clock } from "../../src/clock/clock.js";
import { createClockMover } from "../../src/clock/move-clock.js";
import { startScheduleTimer } from "../../src/services/event-bus/schedule-timer.js";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let folder = "";
let clock: Clock;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clock-"));
  clock = new Clock(join(folder, "clock"));
});
afterEach(() => {
  clock.close();
  rmSync(folder, { recursive: true });
});

const isAhead = (nowMs: number, byMs: number): boolean => Math.abs(nowMs - Date.now() - byMs) < 30_000;

test("a moved clock is ahead of the machine, and the next runner continues with it", () => {
  clock.move(DAY_MS);
  expect(isAhead(clock.now(), DAY_MS)).toBe(true);
  const next = new Clock(join(folder, "clock"));
  expect(isAhead(next.now(), DAY_MS)).toBe(true);
  next.close();
});

test("a clock without a file is the time of the machine and cannot be moved", () => {
  const fixed = new Clock();
  expect([fixed.canMove, fixed.nodeArgs]).toEqual([false, []]);
  expect(() => fixed.move(1)).toThrow("The clock cannot be moved. Start the runner with --movable-clock.");
});

test("a callback and a pause end when the clock is moved past their time, and not before", async () => {
  const done: string[] = [];
  clock.at(clock.now() + HOUR_MS, () => done.push("callback"));
  const pausing = clock.pause(HOUR_MS, new AbortController().signal).then(() => done.push("pause"));
  expect(clock.waits).toBe(1);
  clock.move(HOUR_MS / 2);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(done).toEqual([]);
  clock.move(HOUR_MS / 2);
  await pausing;
  expect(done.sort()).toEqual(["callback", "pause"]);
  expect(clock.waits).toBe(0);
});

test("a pause ends when its signal aborts", async () => {
  const stopping = new AbortController();
  const pausing = clock.pause(HOUR_MS, stopping.signal);
  stopping.abort();
  await pausing;
  expect(clock.waits).toBe(0);
});

test("a process with the arguments of a clock sees each move at once, in Date.now, in new Date and in Date()", () => {
  clock.move(400 * DAY_MS);
  const script = "console.log(JSON.stringify([Date.now(), new Date().getTime(), Date.parse(Date()), +new Date(5)]))";
  const printed = execFileSync(process.execPath, [...clock.nodeArgs, "-e", script], { encoding: "utf8" });
  const [now = 0, constructed = 0, called = 0, given] = JSON.parse(printed) as number[];
  for (const nowMs of [now, constructed, called]) expect(isAhead(nowMs, 400 * DAY_MS)).toBe(true);
  expect(given).toBe(5);
});

test("a schedule runs once when the clock is moved over several of its times", async () => {
  const due: number[] = [];
  const startedAtMs = clock.now();
  const stop = startScheduleTimer(
    clock,
    (afterMs) => startedAtMs + HOUR_MS * (Math.floor((afterMs - startedAtMs) / HOUR_MS) + 1),
    (dueMs) => due.push(dueMs),
  );
  clock.move(3.5 * HOUR_MS);
  await new Promise((resolve) => setTimeout(resolve, 20));
  stop();
  expect(due).toEqual([startedAtMs + HOUR_MS]);
});

test("the daily work runs only when the clock passes midnight UTC", async () => {
  const done: string[] = [];
  const move = createClockMover({
    clock,
    ageCache: (ms) => done.push(`age ${ms}`),
    applyLifecycles: async () => Promise.resolve({ transitioned: 1, expired: done.push("lifecycles") }),
    deleteExpiredItems: async () => Promise.resolve(done.push("items")),
  });
  clock.move(DAY_MS - (clock.now() % DAY_MS) + HOUR_MS);
  expect(await move(HOUR_MS)).toMatchObject({ transitioned: 0, expired: 0, expiredItems: 0 });
  expect(await move(DAY_MS)).toMatchObject({ transitioned: 1, expiredItems: 4 });
  expect(done).toEqual([`age ${HOUR_MS}`, `age ${DAY_MS}`, "lifecycles", "items"]);
});

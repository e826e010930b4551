import { readdirSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { readProcessUsage } from "../../src/process/process-usage.js";
import { watchBudget } from "../../src/process/watch-budget.js";

const BUDGET = { cpuMs: 1_000, workMs: 60_000, memoryBytes: 1e15 };

describe("watchBudget", () => {
  test("processor time counts from the start of the render, not from the start of the process", async () => {
    const used = [5_000, 5_900, 6_000, 6_010];
    const seen: number[] = [];
    const limit = await new Promise((resolve) =>
      watchBudget({
        pid: 1,
        budget: BUDGET,
        isWaiting: () => false,
        onReached: resolve,
        readUsage: () => {
          const cpuMs = used.shift() ?? 6_010;
          seen.push(cpuMs);
          return { cpuMs, memoryBytes: 0 };
        },
      }),
    );
    expect([limit, seen]).toEqual(["time", [5_000, 5_900, 6_000, 6_010]]);
  });

  test("a system without /proc still limits the time", async () => {
    const limit = await new Promise((resolve) =>
      watchBudget({
        pid: 1,
        budget: { ...BUDGET, workMs: 50 },
        isWaiting: () => false,
        onReached: resolve,
        readUsage: () => undefined,
      }),
    );
    expect(limit).toBe("time");
  });
});

describe("readProcessUsage", () => {
  test("a process that does not exist has no usage", () => {
    expect(readProcessUsage(2 ** 30)).toBeUndefined();
  });

  test("the processor time is that of the program and of the system on its behalf", () => {
    const startMs = process.cpuUsage().system / 1000;
    while (process.cpuUsage().system / 1000 < startMs + 200) readdirSync("/proc/self");
    const before = cpuMs();
    const usage = readProcessUsage(process.pid) ?? { cpuMs: before };
    // Linux counts each kind in ticks of 10 ms.
    expect(usage.cpuMs).toBeGreaterThan(before - 30);
    expect(usage.cpuMs).toBeLessThan(cpuMs() + 30);
  });

  test("the usage of this process is near to what Node.js reports", () => {
    // Only Linux has /proc. The reader then returns nothing elsewhere.
    const usage = readProcessUsage(process.pid) ?? { cpuMs: cpuMs(), memoryBytes: process.memoryUsage.rss() };
    expect(Math.abs(usage.cpuMs - cpuMs())).toBeLessThan(500);
    expect(Math.abs(usage.memoryBytes / process.memoryUsage.rss() - 1)).toBeLessThan(0.2);
  });
});

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

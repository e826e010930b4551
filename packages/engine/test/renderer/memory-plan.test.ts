import { totalmem } from "node:os";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { localMemoryBytes } from "../../src/renderer/memory-plan.js";

const MEGABYTE = 2 ** 20;

afterEach(() => {
  jest.restoreAllMocks();
});

/** The memory of a renderer in a container with this limit. */
function memoryIn(limit: number): number {
  jest.spyOn(process, "constrainedMemory").mockReturnValue(limit);
  return localMemoryBytes();
}

describe("the memory of a renderer outside of a function", () => {
  test("a renderer in a container uses a quarter of its memory", () => {
    expect(memoryIn(2200 * MEGABYTE)).toBe(550 * MEGABYTE);
  });

  test("a renderer in a small container uses 512 MB", () => {
    expect(memoryIn(100 * MEGABYTE)).toBe(512 * MEGABYTE);
  });

  test("without a limit, the memory of the machine counts, up to the memory of a function", () => {
    const expected = Math.min(1769 * MEGABYTE, Math.max(512 * MEGABYTE, totalmem() / 4));
    expect(memoryIn(0)).toBe(expected);
    // Node.js returns such a number if the container has no limit.
    expect(memoryIn(2 ** 64)).toBe(expected);
  });
});

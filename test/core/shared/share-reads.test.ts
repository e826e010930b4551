import { describe, expect, test } from "@jest/globals";
import { shareReads } from "../../../core/shared/share-reads.js";

describe("shared reads", () => {
  test("callers that ask for the same key at the same time share one read, and a later one reads again", async () => {
    const reads: string[] = [];
    const read = shareReads(async (key) => {
      reads.push(key);
      return `${key}${reads.length}`;
    });
    expect(await Promise.all([read("a"), read("b"), read("a")])).toEqual(["a1", "b2", "a1"]);
    expect(await read("a")).toBe("a3");
    expect(reads).toEqual(["a", "b", "a"]);
  });

  test("a read that fails is not kept", async () => {
    let reads = 0;
    const read = shareReads(async () => {
      reads += 1;
      if (reads === 1) throw new Error("table down");
      return reads;
    });
    await expect(Promise.all([read("a"), read("a")])).rejects.toThrow("table down");
    expect(await read("a")).toBe(2);
  });
});

import { describe, expect, test } from "@jest/globals";
import { BoundedCache } from "../../../../core/rendering/text/bounded-cache.js";

describe("a bounded cache", () => {
  test("lets go of what was used longest ago once it costs too much", () => {
    const cache = new BoundedCache<string, number>(10);
    cache.set("a", 1, 4);
    cache.set("b", 2, 4);
    expect(cache.get("a")).toBe(1);
    cache.set("c", 3, 4);
    expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
    expect(cache.cost).toBe(8);
  });

  test("keeps the last entry even if it alone costs too much, and nothing beside it", () => {
    const cache = new BoundedCache<string, number>(10);
    cache.set("a", 1, 4);
    cache.set("b", 2, 40);
    expect([cache.get("a"), cache.get("b"), cache.cost]).toEqual([undefined, 2, 40]);
    cache.set("c", 3, 1);
    expect([cache.get("b"), cache.get("c"), cache.cost]).toEqual([undefined, 3, 1]);
  });

  test("counts an entry that is put in again once", () => {
    const cache = new BoundedCache<string, number>(10);
    cache.set("a", 1, 4);
    cache.set("a", 2, 5);
    expect([cache.get("a"), cache.cost]).toEqual([2, 5]);
  });
});

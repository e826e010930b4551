import { describe, expect, test } from "@jest/globals";
import { ByteCache } from "../src/shared/byte-cache.js";

describe("ByteCache", () => {
  test("a full cache evicts the least recently used values and never exceeds its size", () => {
    const cache = new ByteCache<string>(100);
    for (const key of ["a", "b", "c", "d"]) cache.set(key, key, 25);
    cache.get("a");
    cache.set("e", "e", 25);
    expect(cache.bytes).toBe(100);
    expect(["a", "b", "c", "d", "e"].map((key) => cache.get(key))).toEqual(["a", undefined, "c", "d", "e"]);
  });

  test("a value larger than half of the cache is not kept and evicts nothing", () => {
    const cache = new ByteCache<string>(100);
    cache.set("small", "small", 20);
    cache.set("half", "half", 50);
    cache.set("large", "large", 51);
    const found = ["small", "half", "large"].map((key) => cache.get(key));
    expect([...found, cache.bytes]).toEqual(["small", "half", undefined, 70]);
  });

  test("a value that is too large removes the older value of the same key", () => {
    const cache = new ByteCache<string>(100);
    cache.set("key", "first", 20);
    cache.set("key", "second", 51);
    expect([cache.get("key"), cache.bytes]).toEqual([undefined, 0]);
  });

  test("a value that replaces another one of the same key is counted once", () => {
    const cache = new ByteCache<string>(100);
    cache.set("key", "first", 20);
    cache.set("key", "second", 10);
    expect([cache.get("key"), cache.bytes]).toEqual(["second", 10]);
  });

  test("sizes and limits that are not whole positive numbers are accepted", () => {
    const cache = new ByteCache<string>(100.7);
    cache.set("empty", "", 0);
    cache.set("fraction", "x", 10.5);
    expect([cache.get("empty"), cache.get("fraction")]).toEqual(["", "x"]);
    const none = new ByteCache<string>(0);
    none.set("large", "x", 1000);
    expect([none.get("large"), none.bytes]).toEqual([undefined, 0]);
  });
});

describe("a ByteCache that shrinks and reports what it drops", () => {
  test("a cache that shrinks evicts the least recently used values first and can grow again", () => {
    const cache = new ByteCache<string>(100);
    for (const key of ["a", "b", "c", "d"]) cache.set(key, key, 20);
    cache.get("a");
    cache.shrinkTo(50);
    expect([["a", "b", "c", "d"].map((key) => cache.get(key)), cache.bytes]).toEqual([
      ["a", undefined, undefined, "d"],
      40,
    ]);
    cache.set("e", "e", 50);
    cache.shrinkTo(0);
    expect(cache.bytes).toBe(0);
  });

  test("a value of the allowed share is kept, a larger one is not, and the caller learns of it", () => {
    const cache = new ByteCache<string>(100, { maxShare: 1 });
    expect([cache.set("all", "all", 100), cache.set("more", "more", 101)]).toEqual([true, false]);
    expect(cache.get("all")).toBe("all");
  });

  test("reports the values that are evicted and deleted, but not those that are replaced", () => {
    const dropped: string[] = [];
    const cache = new ByteCache<string>(100, { onDrop: (value, key) => dropped.push(`${key} ${value}`) });
    for (const key of ["a", "b", "c"]) cache.set(key, "first", 40);
    cache.set("c", "second", 40);
    cache.delete("b");
    expect(dropped).toEqual(["a first", "b first"]);
  });
});

describe("a ByteCache that keeps the newest value", () => {
  test("the least recently used values are evicted first", () => {
    const cache = new ByteCache<number>(10, { keepsNewest: true });
    cache.set("a", 1, 4);
    cache.set("b", 2, 4);
    expect(cache.get("a")).toBe(1);
    cache.set("c", 3, 4);
    expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
    expect(cache.bytes).toBe(8);
  });

  test("a value larger than the cache is kept alone until the next one comes", () => {
    const cache = new ByteCache<number>(10, { keepsNewest: true });
    cache.set("a", 1, 4);
    cache.set("b", 2, 40);
    expect([cache.get("a"), cache.get("b"), cache.bytes]).toEqual([undefined, 2, 10]);
    cache.set("c", 3, 1);
    expect([cache.get("b"), cache.get("c"), cache.bytes]).toEqual([undefined, 3, 1]);
  });
});

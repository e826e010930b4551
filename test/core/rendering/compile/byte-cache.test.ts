import { describe, expect, test } from "@jest/globals";
import { ByteCache } from "../../../../core/rendering/compile/byte-cache.js";

describe("a cache by bytes", () => {
  test("never holds more than its room; what was used longest ago goes first", () => {
    const cache = new ByteCache<string>(100);
    for (const key of ["a", "b", "c", "d"]) cache.set(key, key, 25);
    cache.get("a");
    cache.set("e", "e", 25);
    expect(cache.bytes).toBe(100);
    expect(["a", "b", "c", "d", "e"].map((key) => cache.get(key))).toEqual(["a", undefined, "c", "d", "e"]);
  });

  test("what would drive most else out is not kept", () => {
    const cache = new ByteCache<string>(100);
    cache.set("small", "small", 20);
    cache.set("large", "large", 51);
    expect([cache.get("small"), cache.get("large"), cache.bytes]).toEqual(["small", undefined, 20]);
  });

  test("a value that takes another's place takes its bytes back as well", () => {
    const cache = new ByteCache<string>(100);
    cache.set("key", "first", 20);
    cache.set("key", "second", 10);
    expect([cache.get("key"), cache.bytes]).toEqual(["second", 10]);
  });
});

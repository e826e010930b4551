import { describe, expect, test } from "@jest/globals";
import { linkTo, pictureOf } from "../../src/pictures/show-job.js";
import { createIdentityCache } from "../../src/service/identity-cache.js";
import type { Identity, RenderService } from "../../src/service/render-service.js";
import { QUALITY_FORMATS, TRANSPARENT_FORMATS } from "../../src/tools/shapes/formats.js";
import { layersOf } from "../../src/tools/shapes/layer-outline.js";
import { shortValue } from "../../src/tools/shapes/short-value.js";
import { shownWarnings } from "../../src/tools/shapes/warning.js";

describe("what an assistant reads", () => {
  test("has at most ten warnings, and the number of the others", () => {
    const warnings = (count: number) =>
      shownWarnings(Array.from({ length: count }, (_, index) => ({ message: `warning ${index + 1}` })));
    expect(warnings(10)).toHaveLength(10);
    expect(warnings(10).at(-1)).toEqual({ message: "warning 10" });
    expect(warnings(12)).toHaveLength(11);
    expect(warnings(12).at(-1)).toEqual({ message: "2 more warnings are not shown." });
  });

  test("has long texts and files shortened", () => {
    expect(shortValue("12345", 5)).toBe("12345");
    expect(shortValue("123456", 5)).toBe("1234… (6 characters)");
    const file = (length: number) => `data:image/png;base64,${"A".repeat(length)}`;
    expect(shortValue({ url: [file(40)], size: 3, none: null })).toEqual({ url: [file(40)], size: 3, none: null });
    expect(shortValue(file(41))).toBe("data:image/png;base64,… (63 characters)");
    expect(shortValue("x".repeat(300))).toBe("x".repeat(300));
    expect(shortValue("x".repeat(301))).toBe(`${"x".repeat(299)}… (301 characters)`);
  });

  test("lists formats as a sentence does", () => {
    expect(TRANSPARENT_FORMATS).toMatch(/^\w+(, \w+)* and \w+$/);
    expect(QUALITY_FORMATS).toMatch(/^\w+(, \w+)* and \w+$/);
    expect(QUALITY_FORMATS.split(/, | and /).sort()).toEqual(["avif", "jpg", "webp"]);
  });

  test("names layers by their IDs, or by their place if an ID would be read as one", () => {
    const ids = ["title", "", "-", "12", 7, "a/b~c"];
    const document = { layers: [...ids.map((id) => ({ id, type: "text" })), null] };
    expect(layersOf(document as never).map(({ path }) => path)).toEqual([
      "/layers/title",
      "/layers/1",
      "/layers/2",
      "/layers/3",
      "/layers/4",
      "/layers/a~1b~0c",
    ]);
  });

  test("has the layers inside of groups, down to the depth of valid documents", () => {
    const nested = (depth: number): object[] =>
      depth === 0 ? [] : [{ id: `g${depth}`, type: "group", x: 1, width: 2, children: nested(depth - 1) }];
    const layers = layersOf({ layers: nested(20) });
    expect(layers).toHaveLength(17);
    expect(layers[1]).toMatchObject({ path: "/layers/g20/children/g19", box: "1, –, 2 × –", summary: undefined });
  });
});

test("a job without a picture has no link, and no picture is asked for", async () => {
  const job = { id: "j1", format: "png", width: 10, height: 10 } as never;
  expect(linkTo(job)).toEqual([]);
  await expect(pictureOf(job, {}, { scopes: ["templates"], service: {} } as never)).resolves.toBeUndefined();
});

describe("the scopes of a key", () => {
  /** A service that counts how often it was asked. */
  function service() {
    let asked = 0;
    const identify = () => Promise.resolve({ scopes: [String(++asked)] } as unknown as Identity);
    return { service: { identify } as unknown as RenderService, asked: () => asked };
  }

  test("are remembered for five seconds", async () => {
    let nowMs = 0;
    const { service: one, asked } = service();
    const identityOf = createIdentityCache(() => nowMs);
    await identityOf("a", one);
    nowMs = 4_999;
    await identityOf("a", one);
    expect(asked()).toBe(1);
    nowMs = 5_000;
    await identityOf("a", one);
    expect(asked()).toBe(2);
  });

  test("are remembered for a thousand keys", async () => {
    const { service: one, asked } = service();
    const identityOf = createIdentityCache(() => 0);
    for (let key = 0; key < 1_000; key++) await identityOf(`key ${key}`, one);
    await identityOf("key 0", one);
    expect(asked()).toBe(1_000);
    await identityOf("one more", one);
    await identityOf("key 999", one);
    expect(asked()).toBe(1_001);
    await identityOf("key 0", one);
    expect(asked()).toBe(1_002);
  });

  test("are asked for again after a failure", async () => {
    const identityOf = createIdentityCache(() => 0);
    const failing = { identify: () => Promise.reject(new Error("no")) } as unknown as RenderService;
    await expect(identityOf("a", failing)).rejects.toThrow("no");
    const { service: one, asked } = service();
    await identityOf("a", one);
    expect(asked()).toBe(1);
  });
});

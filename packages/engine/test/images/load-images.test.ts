import { describe, expect, test } from "@jest/globals";
import { decodeDataUri, isDataUri } from "../../src/images/data-uri.js";
import type { ImageSource } from "../../src/images/image-source.js";
import { loadImages } from "../../src/images/load-images.js";
import { DEFAULT_RENDER_LIMITS } from "../../src/limits/render-limits.js";

const BYTES = Uint8Array.of(0, 1, 2);

function sourceOf(loadImage: ImageSource["loadImage"], checkImages?: ImageSource["checkImages"]): ImageSource {
  const limits = DEFAULT_RENDER_LIMITS;
  return checkImages === undefined ? { loadImage, limits } : { loadImage, limits, checkImages };
}

describe("data URIs", () => {
  test("a data URI is recognized by its scheme", () => {
    expect([isDataUri("data:image/png;base64,AA"), isDataUri("DATA:,")]).toEqual([true, true]);
    expect(isDataUri("https://example.com/data:image")).toBe(false);
  });

  test("the bytes of a data URI are after its first comma", () => {
    expect([...(decodeDataUri("data:image/png;base64,AAEC") ?? [])]).toEqual([0, 1, 2]);
  });

  test("a data URI without a comma or without bytes has none", () => {
    expect(decodeDataUri("data:AAEC")).toBeUndefined();
    expect(decodeDataUri("data:image/png;base64,")).toBeUndefined();
  });
});

describe("loadImages", () => {
  test("each address is loaded once, and an empty one is not", async () => {
    const asked: string[] = [];
    const context = sourceOf((url) => Promise.resolve((asked.push(url), BYTES)));
    const loaded = await loadImages(["a", "", "b", "a"], context);
    expect(asked).toEqual(["a", "b"]);
    expect([...loaded]).toEqual([
      ["a", { bytes: BYTES }],
      ["b", { bytes: BYTES }],
    ]);
  });

  test("a data URI is decoded without the loader", async () => {
    const uri = "data:image/png;base64,AAEC";
    const loaded = await loadImages(
      [uri, "data:,"],
      sourceOf(() => Promise.reject(new Error("asked"))),
    );
    expect(loaded.get(uri)).toEqual({ bytes: Buffer.from([0, 1, 2]) });
    expect(loaded.get("data:,")).toEqual({ failure: "its data URI is empty or too large", retryable: false });
  });

  test.each([true, false])(
    "the message of an error that says whether it is transient (%s) is public",
    async (retryable) => {
      const error = Object.assign(new Error("The server is down."), { retryable });
      const loaded = await loadImages(
        ["a"],
        sourceOf(() => Promise.reject(error)),
      );
      expect(loaded.get("a")).toEqual({ failure: "The server is down", retryable });
    },
  );

  test.each<[string, Error]>([
    ["an error", new Error("secret")],
    ["an error with another value", Object.assign(new Error("secret"), { retryable: "yes" })],
    ["a value that is no error", { message: "secret", retryable: false } as unknown as Error],
  ])("the message of %s is not public, and it can be transient", async (_, error) => {
    const loaded = await loadImages(
      ["a"],
      sourceOf(() => Promise.reject(error)),
    );
    expect(loaded.get("a")).toEqual({ failure: "it could not be fetched", retryable: true });
  });

  test("several images are loaded at the same time, but not all of them", async () => {
    let [open, most] = [0, 0];
    const context = sourceOf(async () => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
      return BYTES;
    });
    const loaded = await loadImages(
      Array.from({ length: 40 }, (_, index) => `image ${index}`),
      context,
    );
    expect(loaded.size).toBe(40);
    expect(most).toBeGreaterThan(3);
    expect(most).toBeLessThan(10);
  });

  test("images that take too long to decode end the load", async () => {
    const seen: number[] = [];
    const check = (images: ReadonlyMap<string, unknown>) => {
      seen.push(images.size);
      throw new Error("too long");
    };
    await expect(
      loadImages(
        ["a", "b"],
        sourceOf(() => Promise.resolve(BYTES), check),
      ),
    ).rejects.toThrow("too long");
    expect(seen).toEqual([2]);
  });
});

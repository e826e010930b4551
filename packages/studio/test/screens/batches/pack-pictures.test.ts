import { describe, expect, test } from "@jest/globals";
import { unzipSync } from "fflate";
import { packPictures, ZipTooLarge } from "../../../src/screens/batches/download/pack-pictures.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const file = (name: string) => ({ name, url: `https://x.example.com/${name}` });
const ignore = () => undefined;

describe("a ZIP that the page creates", () => {
  test("has every picture by its name, and counts those that are no longer stored", async () => {
    const progress: number[] = [];
    const names = ["1 Ada.png", "2 آدا.png", "3 gone.png"];
    const { zip, pictures, missing } = await packPictures(names.map(file), {
      load: (url) => Promise.resolve(url.includes("gone") ? undefined : bytesOf(url)),
      onProgress: (packed) => progress.push(packed),
    });
    const found = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    expect(Object.keys(found)).toEqual(["1 Ada.png", "2 آدا.png"]);
    expect(found["1 Ada.png"]).toEqual(bytesOf("https://x.example.com/1 Ada.png"));
    expect([pictures, missing, zip.type, progress]).toEqual([2, 1, "application/zip", [1, 2, 3]]);
  });

  test("keeps the order of the rows, and loads at most four pictures at a time", async () => {
    let loading = 0;
    let most = 0;
    const names = Array.from({ length: 20 }, (_, index) => `${String(index).padStart(2, "0")}.png`);
    const { zip } = await packPictures(names.map(file), {
      load: async (url) => {
        most = Math.max(most, ++loading);
        // Later pictures arrive earlier.
        for (let turns = 20 - names.indexOf(url.slice(-6)); turns > 0; turns--) await Promise.resolve();
        loading--;
        return bytesOf(url);
      },
      onProgress: ignore,
    });
    expect(Object.keys(unzipSync(new Uint8Array(await zip.arrayBuffer())))).toEqual(names);
    expect(most).toBe(4);
  });

  test("is whole if it is larger than the pieces that the browser gets", async () => {
    const large = new Uint8Array(5_000_000).fill(7);
    const { zip } = await packPictures(["a.png", "b.png", "c.png"].map(file), {
      load: () => Promise.resolve(large),
      onProgress: ignore,
    });
    const found = unzipSync(new Uint8Array(await zip.arrayBuffer()));
    expect(Object.values(found).map(({ length }) => length)).toEqual([5_000_000, 5_000_000, 5_000_000]);
  });

  test("ends with the failure of a picture, and with a text of its own if it grows too large", async () => {
    const files = ["a.png", "b.png", "c.png"].map(file);
    const failing = packPictures(files, { load: () => Promise.reject(new Error("HTTP 500")), onProgress: ignore });
    await expect(failing).rejects.toThrow("HTTP 500");
    const load = () => Promise.resolve(new Uint8Array(600));
    await expect(packPictures(files, { load, onProgress: ignore, maxBytes: 1000 })).rejects.toThrow(ZipTooLarge);
  });
});

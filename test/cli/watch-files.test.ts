import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { loadRenderInput } from "../../cli/render-input.js";
import { nextChange } from "../../cli/watch-files.js";
import { CARD, makeFolder, makePng, writeInto } from "./support.js";

const NEVER = new AbortController().signal;

describe("nextChange", () => {
  const image = { id: "i", type: "image", x: 20, y: 0, width: 10, height: 10, image_url: "pictures/dot.png" };

  test("finds a change that happens after the files are read and before the first poll", async () => {
    const folder = makeFolder({
      "card.json": { ...CARD, layers: [image] },
      "pictures/dot.png": await makePng("#00ff00"),
    });
    const { files } = await loadRenderInput({ folder, template: "card.json" });
    writeInto(folder, "pictures/dot.png", await makePng("#0000ff", 11));
    expect(await nextChange(files, NEVER)).toEqual([join(folder, "pictures/dot.png")]);
  });

  test("finds a new file in a new folder, and a removed file", async () => {
    const folder = makeFolder({ "card.json": { ...CARD, layers: [image] } });
    const { files } = await loadRenderInput({ folder, template: "card.json" });
    writeInto(folder, "pictures/dot.png", await makePng("#00ff00"));
    rmSync(join(folder, "card.json"));
    expect((await nextChange(files, NEVER)).sort()).toEqual([
      join(folder, "card.json"),
      join(folder, "pictures/dot.png"),
    ]);
  });

  test("finds a file when only its time changed", async () => {
    const folder = makeFolder({ "card.json": CARD });
    const { files } = await loadRenderInput({ folder, template: "card.json" });
    utimesSync(join(folder, "card.json"), 1, 1);
    expect(await nextChange(files, NEVER)).toEqual([join(folder, "card.json")]);
  });

  test("resolves without files when the signal aborts", async () => {
    const folder = makeFolder({ "card.json": CARD });
    const { files } = await loadRenderInput({ folder, template: "card.json" });
    const ending = new AbortController();
    const waiting = nextChange(files, ending.signal);
    ending.abort();
    expect(await waiting).toEqual([]);
  });
});

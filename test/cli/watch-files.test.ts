import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { loadJob } from "../../cli/job.js";
import { nextChange } from "../../cli/watch-files.js";
import { CARD, makeFolder, makePng, writeInto } from "./support.js";

const NEVER = new AbortController().signal;

describe("a change of a job's files", () => {
  const image = { id: "i", type: "image", x: 20, y: 0, width: 10, height: 10, image_url: "pictures/dot.png" };

  test("is noticed even if it falls between the reading of the files and the watching of them", async () => {
    const folder = makeFolder({
      "card.json": { ...CARD, layers: [image] },
      "pictures/dot.png": await makePng("#00ff00"),
    });
    const { files } = await loadJob({ folder, template: "card.json" });
    writeInto(folder, "pictures/dot.png", await makePng("#0000ff", 11));
    expect(await nextChange(files, NEVER)).toEqual([join(folder, "pictures/dot.png")]);
  });

  test("is noticed in a file of a folder that did not exist, and in one that goes", async () => {
    const folder = makeFolder({ "card.json": { ...CARD, layers: [image] } });
    const { files } = await loadJob({ folder, template: "card.json" });
    writeInto(folder, "pictures/dot.png", await makePng("#00ff00"));
    rmSync(join(folder, "card.json"));
    expect((await nextChange(files, NEVER)).sort()).toEqual([
      join(folder, "card.json"),
      join(folder, "pictures/dot.png"),
    ]);
  });

  test("is noticed when only the time of the file tells", async () => {
    const folder = makeFolder({ "card.json": CARD });
    const { files } = await loadJob({ folder, template: "card.json" });
    utimesSync(join(folder, "card.json"), 1, 1);
    expect(await nextChange(files, NEVER)).toEqual([join(folder, "card.json")]);
  });

  test("is waited for until the signal", async () => {
    const folder = makeFolder({ "card.json": CARD });
    const { files } = await loadJob({ folder, template: "card.json" });
    const ending = new AbortController();
    const waiting = nextChange(files, ending.signal);
    ending.abort();
    expect(await waiting).toEqual([]);
  });
});

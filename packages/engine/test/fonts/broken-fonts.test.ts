/** Randomly damaged font files: the renderer refuses them or draws something, and never crashes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { EngineError } from "../../src/issues/engine-error.js";
import { resolveInstalled } from "../../src/shared/native.js";
import { Renderer } from "../../src/renderer/renderer.js";
import { randomSource } from "../oracle/random-source.js";
import { testContext } from "../support.js";
import { makeFont } from "./make-font.js";

const CHANGED_FILES = 120;

const FONTS: Readonly<Record<string, Buffer>> = {
  "a TTF": makeFont({
    glyphs: Array.from({ length: 40 }, (_, index) => ({ right: 100 + index, top: 700 })),
    wider: 90,
  }),
  "an OTF": readFileSync(join(import.meta.dirname, "../../../../node_modules/bwip-js/fonts/Inconsolata.otf")),
  "a WOFF": readFileSync(resolveInstalled("@fontsource/inter/files/inter-latin-400-normal.woff")),
  "a WOFF2": readFileSync(resolveInstalled("@fontsource/inter/files/inter-latin-400-normal.woff2")),
};

const document = {
  width: 100,
  height: 50,
  fonts: [{ family: "Brand", src: "/api/v1/uploads/0190c0de-0000-7000-8000-000000000001/file", weight: "100 900" }],
  layers: [
    { id: "t", type: "text", text: "AVfi ffl Äé \u0301x", font_family: "Brand", font_size: 20, font_weight: 700 },
  ],
};

const renderer = new Renderer(testContext());

/** The outcome of a render with a font: `drawn`, `empty` or the error code. */
async function outcomeOf(font: Buffer, owner: string): Promise<string> {
  const uploads = { owner, load: () => Promise.resolve(font) };
  try {
    const { bytes } = await renderer.render(document, {}, { uploads });
    return bytes.length > 0 ? "drawn" : "empty";
  } catch (error) {
    return error instanceof EngineError ? error.code : String(error);
  }
}

describe.each(Object.entries(FONTS))("%s", (name, whole) => {
  test(`${name} file that is truncated is refused`, async () => {
    const random = randomSource(1);
    const outcomes = new Set<string>();
    for (let index = 0; index < CHANGED_FILES; index++) {
      outcomes.add(await outcomeOf(whole.subarray(0, random.whole(0, whole.length - 16)), `cut ${name} ${index}`));
    }
    expect([...outcomes]).toEqual(["VALIDATION_ERROR"]);
  });

  test(`${name} file with changed bytes is refused or drawn, and the renderer continues`, async () => {
    const random = randomSource(2);
    const outcomes = new Set<string>();
    for (let index = 0; index < CHANGED_FILES; index++) {
      const changed = Buffer.from(whole);
      // Half of the files are changed in the directory and the first tables, where each byte matters most.
      const end = index % 2 === 0 ? Math.min(600, changed.length) : changed.length;
      for (let count = random.whole(1, 30); count > 0; count--)
        changed[random.whole(0, end - 1)] = random.whole(0, 255);
      outcomes.add(await outcomeOf(changed, `changed ${name} ${index}`));
    }
    expect([...outcomes].filter((outcome) => outcome !== "drawn" && outcome !== "VALIDATION_ERROR")).toEqual([]);
    expect(await outcomeOf(whole, "intact")).toBe("drawn");
  });
});

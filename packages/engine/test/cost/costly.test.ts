import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { Renderer } from "../../src/renderer/renderer.js";
import { Work } from "../../src/shared/work.js";
import { testContext } from "../support.js";
import { COSTLY_CASES } from "./costly-cases.js";

/** Runs a program of this folder in its own process, because a rasterizer that aborts ends the process. */
async function run(program: string, ...args: string[]): Promise<string> {
  const child = promisify(execFile)(
    process.execPath,
    ["--import", "tsx", join(import.meta.dirname, program), ...args],
    {
      cwd: join(import.meta.dirname, "../../../.."),
      env: { ...process.env, NODE_OPTIONS: "" },
    },
  );
  const { stdout } = await child.catch((error: unknown) => ({ stdout: String(error) }));
  return stdout;
}

const FAR_OFF = "far-off shadow of a turned text";
const HOSTILE_FONT = "a glyph of 32,000 points in 20 layers";
const costly = Object.keys(COSTLY_CASES).filter((name) => name !== FAR_OFF && name !== HOSTILE_FONT);

describe("far-off ink", () => {
  test("a rotated text with a far-off shadow is drawn and does not abort the process", async () => {
    expect(JSON.parse(await run("main.ts", FAR_OFF))).toHaveProperty("outcome", "300x250");
  });

  test("150 random documents with far-off ink abort no process, and match the reference", async () => {
    expect(await run("far-off.ts", "150")).toBe("150 documents were drawn.\n");
  });
});

describe("the budget of a render", () => {
  const renderer = new Renderer(testContext(), { maxWork: 200_000 });

  test.each(costly)("%s: a small budget stops the render with a permanent error that names a layer", async (name) => {
    const { document, overrides, uploads } = COSTLY_CASES[name]?.() ?? { document: undefined };
    const rendered = renderer.render(document, { layers: overrides }, { uploads });
    await expect(rendered).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      retryable: false,
      message: expect.stringMatching(/needs too much work\. Its budget was used up at the layer "(l\d+|background)"/),
    });
  });

  test("a font with far more points than letters need is refused at its first text", async () => {
    const { document, uploads } = COSTLY_CASES[HOSTILE_FONT]?.() ?? { document: undefined };
    await expect(renderer.render(document, {}, { uploads })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringContaining('a text in the font "Many" has letters with too many points'),
    });
  });

  test("the error names the layer that exceeded the budget, and the layer that took the most of it", () => {
    const work = new Work(100);
    work.of({ id: "a", name: "photo" })(60);
    work.of({ id: "b" })(20);
    expect(() => work.of({ id: "c", name: "title" })(40)).toThrow(
      /^The picture can't be made\. layers\.title: .* at the layer "title"\. The layer "photo" took the most, 50 %/,
    );
  });

  test("each render has a budget of its own", async () => {
    const layer = { id: "a", type: "text", width: 90, height: 90, text: "A" } as const;
    const spent: number[] = [];
    const counting = new Renderer(testContext(), { maxWork: 200_000, onWork: (work) => spent.push(work) });
    for (const text of "ABC") await counting.render({ width: 100, height: 100, layers: [{ ...layer, text }] }, {});
    expect(spent).toHaveLength(3);
    expect(Math.max(...spent)).toBeLessThan(10_000);
  });
});

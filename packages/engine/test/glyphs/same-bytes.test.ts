import { describe, expect, test } from "@jest/globals";
import { BUILT_IN_FAMILIES } from "@image-render/fonts";
import type { TemplateSource } from "../../src/document/document.js";
import { Renderer } from "../../src/renderer/renderer.js";
import { readDocument } from "../../src/resolve/read-request.js";
import { comparePaths, oracleResources } from "../oracle/compare-paths.js";
import { type RandomSource, randomSource } from "../oracle/random-source.js";
import { testContext } from "../support.js";

const WORDS = "Ship small things, AV To Ty fj “Wa” Tjäder ffi السلام عليكم 你好 नमस्ते สวัสดี https://x.y 42 %".split(" ");
const SCALES = [0.5, 1, 1, 1.1, 1.5, 2, 3] as const;

interface Drawing {
  readonly document: TemplateSource;
  readonly scale: number;
}

function coordinate(random: RandomSource, from: number, to: number): number {
  return Number(random.between(from, to).toFixed(random.whole(0, 3)));
}

/** Two texts in the same font, so that they share letters. */
function randomDrawing(random: RandomSource): Drawing {
  const font_family = random.pick(["Inter", "Great Vibes", "Cormorant Garamond", random.pick(BUILT_IN_FAMILIES)]);
  const font_size = random.whole(9, 40);
  const layers = ["one", "other"].map((id, index) => ({
    type: "text" as const,
    id,
    x: coordinate(random, -5, 60),
    y: coordinate(random, 0, 30) + index * 60,
    width: 220,
    height: 70,
    text: Array.from({ length: random.whole(1, 5) }, () => random.pick(WORDS)).join(" "),
    color: `rgba(${random.whole(0, 255)}, 90, 20, ${random.pick([1, 1, 0.5])})`,
    font_family,
    font_size,
    font_style: random.pick(["normal", "normal", "italic"] as const),
    letter_spacing: random.pick([0, 0, -0.06]),
    opacity: random.pick([1, 1, 0.6]),
    background_color: random.pick(["transparent", "transparent", "#eeeeee"]),
    shadow_color: random.pick(["transparent", "transparent", "#0000ff"]),
  }));
  return { document: { width: 260, height: 160, layers }, scale: random.pick(SCALES) };
}

/** The bytes of drawings by one renderer, in their order. */
async function drawAll(drawings: readonly Drawing[], renderer: Renderer): Promise<Uint8Array[]> {
  const pictures: Uint8Array[] = [];
  for (const { document, scale } of drawings) pictures.push((await renderer.render(document, { scale })).bytes);
  return pictures;
}

describe("pictures with letters that are drawn by masks", () => {
  test("a picture has the same bytes whatever its renderer has drawn before", async () => {
    const random = randomSource(90);
    const drawings = Array.from({ length: 16 }, () => randomDrawing(random));
    const inOrder = await drawAll(drawings, new Renderer(testContext()));
    const reversed = await drawAll(drawings.toReversed(), new Renderer(testContext()));
    expect(reversed.toReversed()).toEqual(inOrder);
    for (const [index, drawing] of drawings.entries()) {
      expect(await drawAll([drawing], new Renderer(testContext()))).toEqual([inOrder[index]]);
    }
  });

  const plain = { type: "text" as const, id: "t", x: 20, y: 20, width: 420, height: 160, font_size: 40 };
  test.each([
    ["of a font whose letters are apart", { text: "Release notes, part 42" }],
    ["with kerning", { text: "AVATAR To Ty fj LT" }],
    ["of a script whose letters are connected", { text: "السلام عليكم", color: "rgba(0, 0, 0, 0.5)" }],
    ["of a connected font", { text: "minimum", font_family: "Great Vibes" as const, color: "rgba(0, 0, 0, 0.5)" }],
    ["whose letters overlap", { text: "overlapping", letter_spacing: -0.2, color: "rgba(0, 0, 0, 0.5)" }],
    ["whose lines overlap", { text: "gypsy\ngypsy", line_height: 0.5, color: "rgba(0, 0, 0, 0.5)" }],
    ["that is faded", { text: "faded", opacity: 0.4 }],
    ["that is slanted", { text: "slanted", font_family: "Barlow Condensed" as const, font_style: "italic" as const }],
    ["at fractions of a pixel", { text: "fractions", x: 20.37, y: 19.71 }],
  ])("a text %s has the same pixels as one path of all its letters", async (_, attributes) => {
    const document = readDocument({ width: 480, height: 200, layers: [{ ...plain, ...attributes }] });
    for (const scale of [1, 1.5, 2]) {
      const [difference] = await comparePaths(document, [{}], { scale, transparent: true }, oracleResources());
      expect({ scale, ...difference }).toEqual({ scale, largest: 0, beyond: 0, areas: 0 });
    }
  });

  test("a text of known letters takes less work than the first one", async () => {
    const works: number[] = [];
    const renderer = new Renderer(testContext(), { onWork: (work) => works.push(work) });
    for (const text of ["stressed listener", "desserts silent re"]) {
      await renderer.render(
        { width: 480, height: 200, layers: [{ ...plain, text, font_family: "JetBrains Mono" }] },
        {},
      );
    }
    const [first = 0, second = 0] = works;
    expect(second).toBeLessThan(first);
  });
});

import { describe, expect, test } from "@jest/globals";
import { backgroundCost, isOpaqueGround } from "../../src/estimate/background-cost.js";
import { boxCost } from "../../src/estimate/box-cost.js";
import type { PlacedBox } from "../../src/estimate/cost.js";
import { groupCost } from "../../src/estimate/group-cost.js";
import { decodingCost, imageCost, type ImageLook, pixelsCost } from "../../src/estimate/image-cost.js";
import type { ImageFacts } from "../../src/image-headers/decoding-work.js";
import { boxAt, pictureWith } from "./picture-support.js";

// The box has 20 × 20 of the 100 × 50 document pixels of the picture, each with 2 × 2 pixels.
const BOX = boxAt([10, 10, 20, 20]);
const OVER_EDGE = boxAt([-5, 10, 20, 20]);
const [OWN, PICTURE] = [1600, 20_000];
const PLAIN = { opacity: 1, border_radius: 0 };
/** Nanoseconds for each pixel, as the comments of the figures say. */
const [RESIZED, FILTERED, BLURRED, EMBEDDED, MASKED] = [45, 60, 60, 190, 20];
/** The time for drawing the SVG of an image anywhere in the picture. */
const DRAWN_NS = OWN * 13 + PICTURE * 8 + OWN * 5;

const nsOf = (look: Parameters<typeof pixelsCost>[0] & object, box = BOX) => pixelsCost(look, box).cpuMs * 1e6;

describe("the cost of the pixels of an image", () => {
  test("an image is resized to its box", () => {
    expect(pixelsCost(PLAIN, BOX)).toMatchObject({ cpuMs: (OWN * RESIZED) / 1e6, memoryBytes: OWN * 12 });
    // Also if most of the box is outside of the picture.
    expect(nsOf(PLAIN, boxAt([99, 0, 20, 20]))).toBeCloseTo(OWN * RESIZED, 6);
  });

  test("an image has at most as many pixels as the picture allows", () => {
    const picture = pictureWith({ maxPixels: 1000 });
    expect(nsOf(PLAIN, { ...BOX, picture })).toBeCloseTo(1000 * RESIZED, 6);
  });

  test.each<[string, object, number]>([
    ["no filter", { greyscale: false, brightness: 1, tint: "transparent", blur: 0 }, 0],
    ["shades of gray", { greyscale: true }, FILTERED],
    ["another brightness", { brightness: 0.5 }, FILTERED],
    ["a tint", { tint: "#ff000080" }, FILTERED],
    ["all three", { greyscale: true, brightness: 2, tint: "red" }, 3 * FILTERED],
    ["a blur", { blur: 0.5 }, BLURRED],
  ])("an image with %s takes that time for each pixel", (_, look, each) => {
    expect(nsOf({ ...PLAIN, ...look })).toBeCloseTo(OWN * (RESIZED + each), 6);
  });

  test.each([
    ["smart", "cover", 2 * 40 * 40],
    ["smart", "contain", 20 * 40],
    ["focus", "cover", 20 * 40],
  ] as const)("an image with the crop %s and the fit %s in a thin box is resized to %i pixels", (crop, fit, pixels) => {
    for (const sides of [
      [0, 0, 10, 20],
      [0, 0, 20, 10],
    ] as const) {
      expect(nsOf({ ...PLAIN, crop, fit }, boxAt(sides))).toBeCloseTo(pixels * RESIZED, 6);
    }
  });

  test.each<[string, object, PlacedBox, boolean]>([
    ["an opaque image", {}, BOX, false],
    ["a rotated image", {}, { ...BOX, isRotated: true }, true],
    ["a faded image without a visible box", { opacity: 0.5, background_color: "transparent" }, BOX, false],
    ["a faded image with a border without width", { opacity: 0.5, border_width: 0 }, BOX, false],
    ["a faded image on a color", { opacity: 0.5, background_color: "#fff" }, BOX, true],
    ["a faded image on a gradient", { opacity: 0.5, background_gradient: {} }, BOX, true],
    ["a faded image with a border", { opacity: 0.5, border_width: 1 }, BOX, true],
    ["a faded image with a shadow", { opacity: 0.5, shadow_color: "#000" }, BOX, true],
    ["an opaque image on a color", { background_color: "#fff", border_width: 1 }, BOX, false],
  ])("%s is drawn as part of an SVG: it is encoded and decoded again", (_, look, box, isEmbedded) => {
    const full = { ...PLAIN, ...look };
    const opacity = full.opacity < 1 ? OWN * 8 : 0;
    // The diagonal of a rotated box is 28.28 document pixels long, so its area is twice as large.
    const rotated = box.isRotated ? OWN * (13 + 5) : 0;
    const added = isEmbedded ? OWN * EMBEDDED + DRAWN_NS + opacity + rotated : 0;
    expect(nsOf(full, box)).toBeCloseTo(OWN * RESIZED + added, 6);
  });

  test.each<[string, object, PlacedBox, number, boolean]>([
    ["inside of the picture", { fit: "cover" }, BOX, OWN, false],
    ["that does not cover its box", { fit: "contain" }, BOX, OWN, true],
    ["over an edge", { fit: "cover" }, OVER_EDGE, 1200, true],
  ])("rounded corners of an image %s cost its visible pixels", (_, look, box, visible, isEmbedded) => {
    for (const corner of [{ border_radius: 4 }, { border_radius: 0, border_bottom_left_radius: 1 }]) {
      const embedded = isEmbedded ? OWN * EMBEDDED + DRAWN_NS : 0;
      expect(nsOf({ ...PLAIN, ...look, ...corner }, box)).toBeCloseTo(OWN * RESIZED + visible * MASKED + embedded, 6);
    }
  });
});

const facts = (width: number): ImageFacts => ({
  type: "image/png",
  width,
  height: 1000,
  bytes: 0,
  isProgressive: false,
});
const LOOK: ImageLook = {
  ...PLAIN,
  image_url: "https://example.com/1",
  fallback_image_url: "",
  blur: 0,
  greyscale: false,
  brightness: 1,
  tint: "transparent",
  fit: "cover",
  crop: "focus",
};

describe("the cost of an image layer", () => {
  const picture = pictureWith({}, { factsOf: (url) => facts(Number(url.at(-1)) * 1000) });
  const box = { ...BOX, picture };

  test("a layer without an image costs as much as its box", () => {
    expect(imageCost({ ...LOOK, image_url: "" }, box)).toEqual(boxCost(PLAIN, box));
  });

  test.each([
    ["https://example.com/1", "", 1e6],
    ["", "https://example.com/2", 2e6],
    ["https://example.com/1", "https://example.com/2", 2e6],
    ["https://example.com/3", "https://example.com/2", 3e6],
  ])("of the image %j and the fallback image %j, only the larger one is decoded", (image_url, fallback, pixels) => {
    const cost = imageCost({ ...LOOK, image_url, fallback_image_url: fallback }, box);
    expect(cost.images?.map((image) => image.pixels)).toEqual([pixels]);
    expect(cost.cpuMs).toBeCloseTo(boxCost(PLAIN, box).cpuMs + (OWN * RESIZED) / 1e6, 9);
  });

  test("a part of the image costs its share, and names the size of the whole image", () => {
    expect(decodingCost({ pixels: 12_340_000, cpuMs: 80, memoryBytes: 100 }, 0.25)).toEqual({
      cpuMs: 20,
      memoryBytes: 25,
      reason: "decoding its image of 12.3 megapixels",
    });
  });
});

describe("the cost of a group", () => {
  const bare = {
    opacity: 1,
    clip: false,
    background_color: "transparent",
    border_width: 0,
    shadow_color: "transparent",
  };

  test("a group without a ground costs nothing", () => {
    expect(groupCost(bare, BOX)).toMatchObject({ cpuMs: 0, memoryBytes: 0 });
  });

  test.each<[string, object]>([
    ["a color", { background_color: "#fff" }],
    ["a gradient", { background_gradient: {} }],
    ["a border", { border_width: 1 }],
    ["a shadow", { shadow_color: "#000" }],
  ])("a group with %s costs as much as that box", (_, look) => {
    expect(groupCost({ ...bare, ...look }, BOX).cpuMs).toBeCloseTo(boxCost({ ...bare, ...look }, BOX).cpuMs, 9);
  });

  test("a faded group is blended on the whole picture, because its layers can extend beyond it", () => {
    const cost = groupCost({ ...bare, opacity: 0.5 }, BOX);
    expect(cost).toMatchObject({ cpuMs: (PICTURE * 30) / 1e6, memoryBytes: PICTURE * 8 });
  });

  test("the ground of a faded group does not fade alone", () => {
    const faded = groupCost({ ...bare, background_color: "#fff", opacity: 0.5 }, BOX).cpuMs;
    expect(faded).toBeCloseTo((PICTURE * 30 + OWN * 13) / 1e6, 9);
  });

  test("a group that clips its layers is blended and cut on its own pixels", () => {
    const cost = groupCost({ ...bare, clip: true }, OVER_EDGE);
    expect(cost.cpuMs).toBeCloseTo((1200 * (30 + 25)) / 1e6, 9);
    expect(cost.memoryBytes).toBe(1200 * 8);
    expect(groupCost({ ...bare, clip: true, opacity: 0.5 }, OVER_EDGE).cpuMs).toBeCloseTo(cost.cpuMs, 9);
  });
});

describe("the cost of a background", () => {
  type Expansion = Parameters<typeof backgroundCost>[0];
  const expansionWith = (ground: unknown, background?: object) => ({ ground, background }) as unknown as Expansion;
  const gradient = (...colors: string[]) => ({ stops: colors.map((color) => ({ color })) });
  const picture = pictureWith({}, { factsOf: () => facts(2000) });

  test("a color costs nothing more than its frame, and a gradient 24 ns for each pixel", () => {
    expect(backgroundCost(expansionWith("#fff"), picture).cpuMs).toBe(0);
    expect(backgroundCost(expansionWith(gradient("#fff", "#000")), picture).cpuMs).toBeCloseTo(PICTURE * 24e-6, 9);
  });

  test("an image is resized to the whole picture", () => {
    const cost = backgroundCost(expansionWith("#fff", { image_url: "https://example.com/1" }), picture);
    expect(cost.cpuMs).toBeCloseTo(PICTURE * RESIZED * 1e-6, 9);
    expect(cost.images?.map(({ pixels }) => pixels)).toEqual([2e6]);
  });

  test.each([
    ["#ffffff", true],
    ["#fffffffe", false],
    ["transparent", false],
    [gradient("#fff", "#000"), true],
    [gradient("#fff", "#0008", "#000"), false],
  ])("the ground %j is opaque: %p", (ground, expected) => {
    expect(isOpaqueGround(expansionWith(ground))).toBe(expected);
  });
});

import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../src/document/check-template-document.js";
import { renderPicture } from "../src/renderer/render-picture.js";
import { decode, renderLayers, type Rgba, testContext } from "./support.js";

const RED: Rgba = [255, 0, 0, 255];
const BLUE: Rgba = [0, 0, 255, 255];
const WHITE: Rgba = [255, 255, 255, 255];

const box = { id: "shape", x: 20, y: 20, width: 40, height: 40 } as const;
const ring = { ...box, type: "rectangle", border_width: 8, border_color: "#f00" } as const;
const photo = { ...box, type: "image" } as const;
/** A red triangle that fills the lower left half of its square. */
const triangle = svgUri('<path d="M0 0V10H10Z" fill="#f00"/>');

function svgUri(content: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${content}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

describe("shadows of a list", () => {
  test("a shadow of a box without a fill has the shape of its border", async () => {
    const pixels = await renderLayers([{ ...ring, shadows: [{ color: "#00f", x: 30, y: 30 }] }]);
    expect([pixels.at(86, 86), pixels.at(70, 70), pixels.at(53, 53)]).toEqual([BLUE, WHITE, RED]);
  });

  test("a shadow of a cut-out image is where the image is not transparent", async () => {
    const pixels = await renderLayers([{ ...photo, image_url: triangle, shadows: [{ color: "#00f", x: 40 }] }]);
    expect([pixels.at(65, 55), pixels.at(95, 25), pixels.at(25, 55), pixels.at(55, 25)]).toEqual([
      BLUE,
      WHITE,
      RED,
      WHITE,
    ]);
  });

  test("the layers of a group have one shadow together, which does not fall on the layers", async () => {
    const children = [
      { id: "one", type: "rectangle", width: 20, height: 20, background_color: "#f00" },
      { id: "other", type: "rectangle", x: 20, width: 20, height: 40, background_color: "#f00" },
    ] as const;
    const pixels = await renderLayers([
      { ...box, type: "group", children: [...children], shadows: [{ color: "#00f", x: 10, y: 10 }] },
    ]);
    expect([pixels.at(45, 35), pixels.at(65, 65), pixels.at(35, 45), pixels.at(35, 55)]).toEqual([
      RED,
      BLUE,
      BLUE,
      WHITE,
    ]);
  });

  test("a shadow that moves by a part of a pixel of a small picture is not cut off", async () => {
    const shape = { id: "shape", type: "rectangle", x: 912, y: 0, width: 40, height: 200, background_color: "#000" };
    const layers = [{ ...shape, shadows: [{ color: "#f00", x: -25 }] }];
    const document = { edition: 2, width: 1200, height: 200, layers };
    const pixels = await decode(await renderPicture(document, { scale: 0.05 }, testContext()));
    // The box begins at pixel 45.6, and its shadow 1.25 pixels before. So a quarter of pixel 45 falls on pixel 43.
    expect(pixels.at(43, 5)[1]).toBeLessThan(0.92 * 255);
    expect(pixels.at(42, 5)).toEqual(WHITE);
  });

  test("the first shadow of a list lies over the others", async () => {
    const shadows = [
      { color: "#00f", x: 20 },
      { color: "#0f0", x: 30 },
    ];
    const pixels = await renderLayers([{ ...box, type: "rectangle", background_color: "#f00", shadows }]);
    expect([pixels.at(75, 40), pixels.at(85, 40)]).toEqual([BLUE, [0, 255, 0, 255]]);
  });

  test("a spread makes a shadow larger on every side, and a negative one smaller", async () => {
    const disc = { ...box, type: "ellipse", background_color: "#f00", opacity: 1 } as const;
    const larger = await renderLayers([{ ...disc, shadows: [{ color: "#00f", spread: 6 }] }]);
    expect(larger.paintedBox()).toEqual({ left: 14, top: 14, right: 65, bottom: 65 });
    expect(larger.at(17, 40)).toEqual(BLUE);
    const smaller = await renderLayers([{ ...disc, shadows: [{ color: "#00f", spread: -10, x: 40 }] }]);
    expect([smaller.at(80, 40), smaller.at(66, 40), smaller.at(80, 66)]).toEqual([BLUE, WHITE, WHITE]);
  });

  test("an inner shadow darkens only the edges of its layer", async () => {
    const pixels = await renderLayers([
      { ...box, type: "rectangle", background_color: "#f00", shadows: [{ color: "#00f", y: 6, inset: true }] },
    ]);
    expect([pixels.at(40, 22), pixels.at(40, 30), pixels.at(40, 18)]).toEqual([BLUE, RED, WHITE]);
    expect(pixels.paintedBox()).toEqual({ left: 20, top: 20, right: 59, bottom: 59 });
  });

  test("a blur of 20 pixels spreads the edge of a shadow as a Gaussian filter with a deviation of 10 pixels", async () => {
    const pixels = await renderLayers([
      {
        id: "wall",
        type: "group",
        x: -300,
        y: -300,
        width: 1,
        height: 1,
        shadows: [{ color: "#000", x: 50, blur: 20 }],
        children: [{ id: "fill", type: "rectangle", x: -700, width: 1000, height: 1000, background_color: "#f00" }],
      },
    ]);
    // The edge is at x = 50, and the normal distribution covers 84.1 % at one deviation and 97.7 % at two.
    const covered = [50, 60, 70].map((x) => 1 - pixels.at(x, 50)[1] / 255);
    for (const [index, share] of [0.48, 0.147, 0.02].entries()) expect(covered[index]).toBeCloseTo(share, 1);
  });

  test("a shadow shows content that is outside of the picture", async () => {
    const pixels = await renderLayers([
      { ...ring, x: -60, background_color: "#f00", shadows: [{ color: "#00f", x: 100 }] },
    ]);
    expect(pixels.at(60, 40)).toEqual(BLUE);
    expect(pixels.at(20, 40)).toEqual(WHITE);
  });

  test("the shadow of a rotated layer moves in the direction of the layer", async () => {
    const pixels = await renderLayers([
      { ...box, type: "rectangle", background_color: "#f00", rotation: 90, shadows: [{ color: "#00f", x: 30 }] },
    ]);
    expect([pixels.at(40, 75), pixels.at(75, 40)]).toEqual([BLUE, WHITE]);
  });

  test("a shadow fades together with its layer", async () => {
    const pixels = await renderLayers([
      { ...box, type: "rectangle", background_color: "#f00", opacity: 0.5, shadows: [{ color: "#00f", x: 20 }] },
    ]);
    expect([pixels.at(30, 40), pixels.at(70, 40)]).toEqual([
      [255, 128, 128, 255],
      [128, 128, 255, 255],
    ]);
  });
});

describe("masks", () => {
  const red = { id: "fill", type: "rectangle", width: 40, height: 40, background_color: "#f00" } as const;

  test("an ellipse leaves the corners of a group free", async () => {
    const pixels = await renderLayers([{ ...box, type: "group", mask: { type: "ellipse" }, children: [red] }]);
    expect([pixels.at(22, 22), pixels.at(57, 57), pixels.at(40, 21)]).toEqual([WHITE, WHITE, RED]);
  });

  test("a polygon has its points in widths and heights of the box", async () => {
    const points = [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 0, y: 1 },
    ];
    const pixels = await renderLayers([{ ...photo, background_color: "#f00", mask: { type: "polygon", points } }]);
    expect([pixels.at(25, 25), pixels.at(55, 55)]).toEqual([[226, 232, 240, 255], WHITE]);
  });

  test("a mask of a rectangle rounds only the corners that have a radius", async () => {
    const mask = { type: "rectangle", border_top_left_radius: 30 } as const;
    const pixels = await renderLayers([{ ...box, type: "group", mask, children: [red] }]);
    expect([pixels.at(21, 21), pixels.at(58, 21), pixels.at(58, 58)]).toEqual([WHITE, RED, RED]);
  });

  test("the alpha of an image cuts a group, and a shadow follows the result", async () => {
    const pixels = await renderLayers([
      {
        ...box,
        type: "group",
        mask_image_url: triangle,
        children: [{ ...red, background_color: "#0f0" }],
        shadows: [{ color: "#00f", x: 40 }],
      },
    ]);
    expect([pixels.at(25, 55), pixels.at(65, 55), pixels.at(95, 25)]).toEqual([[0, 255, 0, 255], BLUE, WHITE]);
  });

  test("a request replaces the image of a mask, and an unavailable one gives a warning and cuts nothing", async () => {
    const group = { ...box, type: "group", name: "card", mask_image_url: triangle, children: [red] } as const;
    const request = { layers: { card: { mask_image_url: "https://example.com/missing.png" } } };
    const picture = await renderPicture({ width: 100, height: 100, layers: [group] }, request, testContext());
    expect((await decode(picture)).at(55, 25)).toEqual(RED);
    expect(picture.warnings).toMatchObject([{ code: "IMAGE_UNAVAILABLE", layer: "card" }]);
  });

  test("a mask with both points and sides is an issue that names the mask", () => {
    const mask = { type: "polygon", sides: 5, points: [1, 2, 3].map((at) => ({ x: at / 4, y: (at % 2) / 2 })) };
    const source = { width: 10, height: 10, layers: [{ ...box, type: "image", mask }] };
    expect(checkTemplateDocument(source)).toMatchObject({ issues: [{ path: "layers[0].mask.points" }] });
  });
});

describe("the editions of shadow_color", () => {
  const flat = { shadow_color: "#00f", shadow_x: 30, shadow_y: 30 } as const;
  const draw = async (edition: 1 | 2, layer: object) => {
    const source = { edition, width: 100, height: 100, layers: [{ ...box, ...layer }] };
    return await renderPicture(source, {}, testContext());
  };

  test("in the first edition, the shadow of a box without a fill has the shape of the box", async () => {
    const pixels = await decode(await draw(1, { ...ring, ...flat }));
    expect([pixels.at(86, 86), pixels.at(70, 70)]).toEqual([BLUE, BLUE]);
  });

  test("from the second edition on, the shadow of a box without a fill has the shape of its border", async () => {
    const pixels = await decode(await draw(2, { ...ring, ...flat }));
    expect([pixels.at(86, 86), pixels.at(70, 70)]).toEqual([BLUE, WHITE]);
  });

  test.each([0, 30])(
    "the pixels of an opaque rectangle with rotation %i are the same in both editions",
    async (rotation) => {
      const layer = { type: "rectangle", background_color: "#f00", rotation, ...flat, shadow_blur: 12 };
      const [first, second] = [await draw(1, layer), await draw(2, layer)];
      expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
    },
  );

  test("from edition 2 on, a text has the shadow of its letters, or of its background if it has one", async () => {
    const text = { type: "text", text: "I", font_size: 40, color: "#f00", shadow_color: "#00f", shadow_x: 40 };
    const plain = await decode(await draw(2, text));
    expect(plain.at(98, 22)).toEqual(WHITE);
    const tag = await decode(await draw(2, { ...text, background_color: "#f00" }));
    expect(tag.at(98, 22)).toEqual(BLUE);
  });
});

import { describe, expect, test } from "@jest/globals";
import { imported, onlyLayer } from "./support/imported.js";

const RECT = '<rect x="10" y="20" width="100" height="50" fill="#ff0000"/>';
const CURVE = '<path d="M20 20Q40 0 60 20Z"/>';
const SHADOW = '<filter id="s"><feDropShadow dx="1" dy="4" stdDeviation="3" flood-opacity="0.5"/></filter>';

describe("a clip", () => {
  const clipped = (shape: string, content = RECT, more = "") =>
    imported(
      `<clipPath id="d"><rect width="9" height="9"/></clipPath><clipPath id="c" ${more}>${shape}</clipPath><g id="Frame" clip-path="url(#c)">${content}</g>`,
    );

  test("that cuts something off is a group with its own coordinates", async () => {
    const { layers } = await clipped('<rect x="30" y="30" width="200" height="100"/>');
    expect(layers).toEqual([
      {
        id: "frame",
        name: "Frame",
        type: "group",
        x: 30,
        y: 30,
        width: 200,
        height: 100,
        clip: true,
        children: [expect.objectContaining({ type: "rectangle", x: -20, y: -10, width: 100, height: 50 })],
      },
    ]);
  });

  test("that cuts nothing off is left out", async () => {
    const { layers } = await clipped('<rect x="5" y="5" width="200" height="100"/>');
    expect(layers).toMatchObject([{ type: "rectangle", x: 10, y: 20 }]);
    const whole = await clipped('<rect width="400" height="200"/>', '<rect x="-50" y="20" width="100" height="50"/>');
    expect(whole.layers).toMatchObject([{ type: "rectangle", x: -50 }]);
  });

  test("can have round corners, or be a circle", async () => {
    const round = await clipped('<rect x="5" y="5" width="200" height="100" rx="9"/>');
    expect(round.layers).toMatchObject([{ type: "group", border_radius: 9 }]);
    const scaled = await clipped('<rect x="5" y="5" width="100" height="50" rx="9" transform="scale(2)"/>');
    expect(scaled.layers).toMatchObject([{ type: "group", x: 10, width: 200, border_radius: 18 }]);
    const circle = await clipped('<circle cx="60" cy="50" r="40"/>');
    expect(circle.layers).toMatchObject([{ type: "group", x: 20, y: 10, width: 80, border_radius: 40 }]);
  });

  test("can be a path of a rectangle, and can be rotated", async () => {
    const path = await clipped('<path d="M30 30H230V130H30Z"/>');
    expect(path.layers).toMatchObject([{ type: "group", x: 30, width: 200 }]);
    expect(path.layers[0]).not.toHaveProperty("border_radius");
    const rotated = await clipped('<rect x="5" y="5" width="200" height="100" transform="rotate(10)"/>');
    expect(rotated.layers).toMatchObject([{ type: "group", rotation: 10 }]);
  });

  test.each([
    ["another shape", '<path d="M0 0Q50 50 0 100Z"/>', ""],
    ["two shapes", '<rect width="50" height="50"/><rect width="9" height="9"/>', ""],
    ["an ellipse", '<ellipse cx="60" cy="50" rx="40" ry="30"/>', ""],
    ["corners that are not circles", '<rect x="30" width="90" height="90" rx="9" ry="20"/>', ""],
    ["a skew", '<rect x="30" width="90" height="90" transform="skewX(20)"/>', ""],
    ["no size", '<rect x="30" width="0" height="90"/>', ""],
    ["a relative size", '<rect width="0.5" height="0.5"/>', 'clipPathUnits="objectBoundingBox"'],
    ["a clip of its own", '<rect width="50" height="50" clip-path="url(#d)"/>', ""],
  ])("with %s is kept for drawings, and is not kept for shapes", async (_, shape, more) => {
    const drawn = await clipped(shape, CURVE, more);
    expect(drawn.layers).toMatchObject([{ type: "svg", svg: expect.stringContaining('clip-path="url(#c)"') }]);
    const { layers, notes } = await clipped(shape, RECT, more);
    expect(layers).toMatchObject([{ type: "rectangle" }]);
    expect(notes).toEqual([
      "A clip path that is not a rectangle or circle is not kept, because it is around texts, images or shapes.",
    ]);
  });

  test("around nothing causes no note", async () => {
    expect((await clipped('<path d="M0 0Q50 50 0 100Z"/>', "")).notes).toEqual([]);
  });

  test("can be a mask that shows everything inside of it", async () => {
    const masked = (shape: string, more = "") =>
      imported(`<mask id="c" ${more}>${shape}</mask><g mask="url(#c)">${RECT}</g>`);
    const box = (paint: string) => `<rect x="30" y="30" width="200" height="100" ${paint}/>`;
    const types = async (...given: Parameters<typeof masked>) => (await masked(...given)).layers[0]?.["type"];
    expect(await types(box('fill="#fff"'))).toBe("group");
    expect(await types(box('fill="#fafafa"'))).toBe("group");
    expect(await types(box('fill="#f9f9f9"'))).toBe("rectangle");
    expect(await types(box('fill="#000"'))).toBe("rectangle");
    expect(await types(box('fill="#000"'), 'mask-type="alpha"')).toBe("group");
    expect(await types(box('fill="#000"'), 'style="mask-type:alpha"')).toBe("group");
    expect(await types(box('fill="#fff" fill-opacity="0.5"'))).toBe("rectangle");
    expect(await types(box('fill="#fff" opacity="0.5"'))).toBe("rectangle");
    expect(await types(`<g>${box('fill="#fff"')}</g>`)).toBe("group");
    expect(await types(`<g opacity="0.5">${box('fill="#fff"')}</g>`)).toBe("rectangle");
    expect(await types(`<g opacity="50%">${box('fill="#fff"')}</g>`)).toBe("rectangle");
    expect(await types(`<g opacity="100%">${box('fill="#fff"')}</g>`)).toBe("group");
    expect((await masked(box('fill="#000"'))).notes[0]).toMatch(/^A mask is not kept/);
  });

  test("is not kept in the eighth group", async () => {
    const nested = (depth: number): string =>
      depth === 0 ? RECT : `<g clip-path="url(#c${depth % 2})">${nested(depth - 1)}</g>`;
    const clips =
      '<clipPath id="c0"><circle cx="60" cy="50" r="40"/></clipPath><clipPath id="c1"><circle cx="60" cy="50" r="41"/></clipPath>';
    expect((await imported(clips + nested(7))).notes).toEqual([]);
    const { counts, notes } = await imported(clips + nested(8));
    expect(counts.get("group")).toBe(7);
    expect(notes).toEqual(["A clip path is not kept, because groups can be nested only eight deep."]);
  });
});

describe("the opacity of an element", () => {
  test("is that of its only layer", async () => {
    expect(await onlyLayer(`<g opacity="0.5"><g opacity="0.5">${RECT}</g></g>`)).toMatchObject({ opacity: 0.25 });
    expect(await onlyLayer(`<g opacity="2">${RECT}</g>`)).not.toHaveProperty("opacity");
  });

  test("of several layers is that of a group around them", async () => {
    const { layers } = await imported(
      `<g id="Pair" opacity="50%">${RECT}<rect x="60" y="10" width="90" height="9"/></g>`,
    );
    expect(layers).toMatchObject([
      {
        name: "Pair",
        type: "group",
        x: 10,
        y: 10,
        width: 140,
        height: 60,
        opacity: 0.5,
        children: [
          { x: 0, y: 10 },
          { x: 50, y: 0 },
        ],
      },
    ]);
    expect(layers[0]).not.toHaveProperty("clip");
  });

  test("of a drawing is in the drawing", async () => {
    expect(await onlyLayer(`<g opacity="0.5">${CURVE}${CURVE}</g>`)).toMatchObject({
      type: "svg",
      svg: expect.stringContaining('opacity="0.5"'),
    });
  });
});

describe("a filter", () => {
  const filtered = (filter: string, content = RECT) =>
    imported(`<filter id="s">${filter}</filter><g filter="url(#s)">${content}</g>`);
  const drop = (attributes: string) => filtered(`<feDropShadow ${attributes}/>`).then(({ layers }) => layers[0]);

  test("with a drop shadow has its place, its blur and its color", async () => {
    expect(await drop('dx="1" dy="4" stdDeviation="3" flood-color="#0000ff" flood-opacity="0.5"')).toMatchObject({
      shadow_color: "#0000ff80",
      shadow_x: 1,
      shadow_y: 4,
      shadow_blur: 6,
    });
    expect(await drop("")).toMatchObject({ shadow_color: "#000000", shadow_x: 2, shadow_y: 2, shadow_blur: 4 });
    expect(await drop('stdDeviation="150"')).toMatchObject({ shadow_blur: 200 });
  });

  test("is as large as its element", async () => {
    const { layers } = await imported(`${SHADOW}<g transform="scale(2)"><g filter="url(#s)">${RECT}</g></g>`);
    expect(layers).toMatchObject([{ shadow_x: 2, shadow_y: 8, shadow_blur: 12 }]);
  });

  test("as Illustrator writes it is a shadow, too", async () => {
    const steps =
      '<feOffset dx="7" dy="8"/><feGaussianBlur stdDeviation="2"/><feFlood flood-color="#00ff00" flood-opacity="0.75"/>' +
      '<feComposite operator="in"/><feComposite in="SourceGraphic"/>';
    const { layers, notes } = await filtered(steps);
    expect(layers).toMatchObject([{ shadow_color: "#00ff00bf", shadow_x: 7, shadow_y: 8, shadow_blur: 4 }]);
    expect(notes).toEqual([]);
  });

  test("with two offsets or two blurs has two shadows", async () => {
    const offsets = await filtered('<feOffset dx="3"/><feOffset dy="5"/>');
    expect(offsets.layers).toMatchObject([
      {
        shadows: [
          { x: 0, y: 5 },
          { x: 3, y: 0 },
        ],
      },
    ]);
    const blurs = await filtered('<feGaussianBlur stdDeviation="1"/><feGaussianBlur stdDeviation="2"/>');
    expect(blurs.layers).toMatchObject([{ shadows: [{ blur: 4 }, { blur: 2 }] }]);
  });

  test("can make a shadow larger or smaller, by at most 100 pixels", async () => {
    const grown = (operator: string, radius: number) =>
      filtered(`<feMorphology operator="${operator}" radius="${radius}"/><feOffset dx="3"/>`).then(
        ({ layers }) => layers[0],
      );
    expect(await grown("dilate", 5)).toMatchObject({ shadows: [{ spread: 5 }] });
    expect(await grown("erode", 5)).toMatchObject({ shadows: [{ spread: -5 }] });
    expect(await grown("dilate", 500)).toMatchObject({ shadows: [{ spread: 100 }] });
    expect(await grown("erode", 500)).toMatchObject({ shadows: [{ spread: -100 }] });
  });

  test("with nine shadows keeps the eight on top", async () => {
    const { layers } = await filtered(
      Array.from({ length: 9 }, (_, index) => `<feDropShadow dx="${index}" dy="0" stdDeviation="0"/>`).join(""),
    );
    const [{ shadows } = {}] = layers as readonly { readonly shadows?: readonly { readonly x: number }[] }[];
    expect(shadows?.map(({ x }) => x)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test("that blurs the graphic itself is not kept", async () => {
    for (const step of [
      '<feGaussianBlur in="SourceGraphic" stdDeviation="3"/>',
      '<feGaussianBlur stdDeviation="3" result="effect1_foregroundBlur"/>',
      "<feTurbulence/>",
    ]) {
      const { layers, notes } = await filtered(step);
      expect(layers[0]).not.toHaveProperty("shadow_blur");
      expect(notes).toEqual(["A filter is not kept. Only drop shadows and inner shadows are."]);
    }
  });

  test("without steps changes nothing", async () => {
    const { layers, notes } = await filtered("<feFlood/><feBlend/>", CURVE);
    expect(layers).toMatchObject([{ type: "svg" }]);
    expect(notes).toEqual([]);
  });

  test("of a drawing is in an SVG file with room for its blur", async () => {
    const { layers, files } = await filtered(
      '<feDropShadow dx="30" dy="40" stdDeviation="10"/>',
      '<path d="M200 100Q210 90 220 100Z"/>',
    );
    // Around the 20 pixels of the curve: 60 pixels, 50 of the offset, 30 of the shadow's blur and 30 of the step.
    expect(layers).toMatchObject([
      { type: "image", image_url: "images/drawing.svg", x: 30, width: 360, y: 0, height: 200 },
    ]);
    expect(new TextDecoder().decode(files.get("images/drawing.svg"))).toContain('filter="url(#s)"');
  });

  test("around several layers gives its shadow to the one that contains the others", async () => {
    const inner = '<rect x="20" y="30" width="10" height="10"/>';
    const { layers, notes } = await imported(`${SHADOW}<g filter="url(#s)">${RECT}${inner}</g>`);
    expect(layers).toMatchObject([{ shadow_blur: 6 }, { x: 20 }]);
    expect(layers[1]).not.toHaveProperty("shadow_blur");
    expect(notes).toEqual([]);
    const outside = await imported(`${SHADOW}<g filter="url(#s)">${inner}${RECT}</g>`);
    expect(outside.layers).toMatchObject([{ shadow_blur: 6 }, { shadow_blur: 6 }]);
  });
});

test("a note says that a blend mode is not kept", async () => {
  const { notes } = await imported(`<g style="mix-blend-mode: multiply">${RECT}</g>`);
  expect(notes).toEqual(['The blend mode "multiply" is not kept. The layer covers what is below it.']);
  expect((await imported(`<g style="mix-blend-mode: normal">${RECT}</g>`)).notes).toEqual([]);
});

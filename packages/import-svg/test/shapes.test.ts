import { describe, expect, test } from "@jest/globals";
import { imported, onlyLayer } from "./support/imported.js";

const DRAWING = { type: "svg" };

describe("a box", () => {
  test("has a border on both sides of its edge, and its corners grow with it", async () => {
    const rect = '<rect x="10" y="20" width="100" height="50" rx="8" fill="#ff0000" stroke="#000" stroke-width="4"/>';
    expect(await onlyLayer(rect)).toEqual({
      id: "rectangle",
      name: "rectangle",
      type: "rectangle",
      x: 8,
      y: 18,
      width: 104,
      height: 54,
      background_color: "#ff0000",
      border_width: 4,
      border_color: "#000000",
      border_radius: 10,
    });
    expect(await onlyLayer(`<g transform="translate(5 6) scale(2)">${rect}</g>`)).toMatchObject({
      x: 21,
      y: 42,
      width: 208,
      height: 108,
      border_width: 8,
      border_radius: 20,
    });
  });

  test("is rotated by its transform, but a circle looks the same at every rotation", async () => {
    const rotation = 'transform="rotate(30 50 50)"';
    expect(await onlyLayer(`<rect x="40" y="45" width="20" height="10" ${rotation}/>`)).toMatchObject({
      x: 40,
      y: 45,
      rotation: 30,
    });
    expect(await onlyLayer(`<ellipse cx="50" cy="50" rx="20" ry="10" ${rotation}/>`)).toMatchObject({
      type: "ellipse",
      x: 30,
      y: 40,
      rotation: 30,
    });
    const circle = await onlyLayer(`<circle cx="50" cy="50" r="10" ${rotation}/>`);
    expect(circle).toMatchObject({ name: "ellipse", x: 40, y: 40, width: 20, height: 20 });
    expect(circle).not.toHaveProperty("rotation");
    expect(circle).not.toHaveProperty("border_radius");
  });

  test.each([
    ["a dashed border", '<rect width="50" height="20" stroke="#000" stroke-dasharray="4 2"/>'],
    ["a translucent border over a fill", '<rect width="50" height="20" stroke="#000" stroke-opacity="0.5"/>'],
    [
      "a gradient as its border",
      '<linearGradient id="a"><stop/></linearGradient><rect width="50" height="20" stroke="url(#a)"/>',
    ],
    ["a border that is stretched", '<rect width="50" height="20" stroke="#000" transform="scale(2 1)"/>'],
    ["round corners that are stretched", '<rect width="50" height="20" rx="4" transform="scale(2 1)"/>'],
    ["corners that are not circles", '<rect width="50" height="20" rx="4" ry="5"/>'],
    ["a skew", '<rect width="50" height="20" transform="skewX(20)"/>'],
    ["curves", '<path d="M0 0H50Q60 10 50 20H0Z"/>'],
    ["the border of an open path", '<path d="M0 0H50V20H0Z" stroke="#000"/>'],
  ])("with %s is a drawing", async (_, shape) => {
    expect(await onlyLayer(shape)).toMatchObject(DRAWING);
  });

  test.each([
    [
      "is stretched without a border",
      '<rect width="50" height="20" transform="scale(2 1)"/>',
      { width: 100, height: 20 },
    ],
    [
      "has a translucent border but no fill",
      '<rect width="50" height="20" fill="none" stroke="#000" stroke-opacity="0.5"/>',
      { border_color: "#00000080", border_width: 1 },
    ],
    [
      "has corners that are circles but for two percent",
      '<rect width="50" height="20" rx="4" ry="4.05"/>',
      { border_radius: 4 },
    ],
    ["is a path of straight lines", '<path d="M10 10H60V30H10Z"/>', { x: 10, width: 50, height: 20 }],
    [
      "is a polygon with a border",
      '<polygon points="10,10 60,10 60,30 10,30" stroke="#0f0" stroke-width="2"/>',
      { x: 9, width: 52, border_width: 2 },
    ],
  ])("%s", async (_, shape, expected) => {
    expect(await onlyLayer(shape)).toMatchObject({ type: "rectangle", ...expected });
  });
});

describe("a polygon", () => {
  const star = '<polygon points="50,0 60,32.679 100,50 60,67.321 50,100 40,67.321 0,50 40,32.679"';

  test("is regular, or a star, or a drawing", async () => {
    expect(await onlyLayer('<polygon points="50,10 84.641,70 15.359,70" fill="#00ff00"/>')).toEqual({
      id: "polygon",
      name: "polygon",
      type: "polygon",
      x: 15.359,
      y: 10,
      width: 69.282,
      height: 60,
      sides: 3,
      background_color: "#00ff00",
    });
    const diamond =
      '<polygon points="50,0 64.142,35.858 100,50 64.142,64.142 50,100 35.858,64.142 0,50 35.858,35.858"/>';
    expect(await onlyLayer(diamond)).toMatchObject({ name: "star", sides: 4, inner_radius: 0.4, width: 100 });
    expect(await onlyLayer(`${star}/>`)).toMatchObject(DRAWING);
  });

  test.each([
    ["a border", 'stroke="#000"'],
    ["a gradient", 'fill="url(#g)"'],
  ])("with %s is a drawing", async (_, paint) => {
    const gradient = '<linearGradient id="g"><stop/><stop offset="1"/></linearGradient>';
    expect(await onlyLayer(`${gradient}<polygon points="50,10 84.641,70 15.359,70" ${paint}/>`)).toMatchObject(DRAWING);
  });
});

describe("a line", () => {
  const line = (ends: string, more = "") => onlyLayer(`<line ${ends} stroke="#0000ff" stroke-width="4" ${more}/>`);

  test("is as thick as its stroke, and its ends can be longer", async () => {
    const ends = 'x1="10" y1="20" x2="110" y2="20"';
    const butt = { type: "line", x: 10, y: 18, width: 100, height: 4, color: "#0000ff" };
    expect(await line(ends)).toEqual({ id: "line", name: "line", ...butt });
    expect(await line(ends, 'stroke-linecap="square"')).toMatchObject({ type: "line", x: 8, width: 104 });
    expect(await line(ends, 'stroke-linecap="round"')).toMatchObject({
      type: "rectangle",
      x: 8,
      width: 104,
      background_color: "#0000ff",
      border_radius: 2,
    });
    expect(await line(ends, 'transform="scale(2)"')).toMatchObject({ x: 20, y: 36, width: 200, height: 8 });
  });

  test("has the rotation of its direction, but none if it is level", async () => {
    expect(await line('x1="10" y1="20" x2="10" y2="120"')).toMatchObject({ x: -40, y: 68, width: 100, rotation: 90 });
    expect(await line('x1="110" y1="20" x2="10" y2="20"')).not.toHaveProperty("rotation");
    expect(await line('x1="0" y1="0" x2="100" y2="-100"')).toMatchObject({ rotation: -45, width: 141.421 });
  });

  test("that is skewed or has no single color is a drawing", async () => {
    expect(await line('x2="100"', 'transform="skewX(20)"')).toMatchObject(DRAWING);
    const gradient = '<linearGradient id="g"><stop/></linearGradient>';
    expect(await onlyLayer(`${gradient}<line x2="100" stroke="url(#g)"/>`)).toMatchObject(DRAWING);
  });
});

describe("a shape that nobody sees", () => {
  test.each([
    ["it has no paint", '<rect width="9" height="9" fill="none"/>'],
    ["its paint is transparent", '<rect width="9" height="9" fill-opacity="0"/>'],
    ["it is flat and has no border", '<rect width="9" height="0"/>'],
    ["it has no size", '<rect width="0" height="0" stroke="#000"/>'],
    ["its border has no width", '<rect width="9" height="9" fill="none" stroke="#000" stroke-width="0"/>'],
    ["it is hidden", '<rect width="9" height="9" visibility="hidden"/>'],
    ["it is collapsed", '<rect width="9" height="9" visibility="collapse"/>'],
    ["it is not displayed", '<g display="none"><rect width="9" height="9"/></g>'],
    ["it is a definition", '<defs><rect width="9" height="9"/></defs>'],
    ["its opacity is 0", '<rect width="9" height="9" opacity="0"/>'],
    ["it is outside of the picture", '<path d="M500 0Q510 10 520 0"/>'],
    ["a line has no length", '<line x1="5" y1="5" x2="5" y2="5" stroke="#000"/>'],
  ])("is left out: %s", async (_, shape) => {
    expect((await imported(shape)).layers).toEqual([]);
  });

  test("is kept if it is flat but has a border", async () => {
    expect(
      (await imported('<rect x="5" y="5" width="40" height="0" stroke="#000" stroke-width="2"/>')).layers,
    ).toHaveLength(1);
  });
});

describe("colors", () => {
  test.each([
    ['fill="currentColor" color="#102030"', "#102030"],
    ['fill="currentColor"', "#000000"],
    ["", "#000000"],
    ['fill="#ff0000" fill-opacity="0.5"', "#ff000080"],
    ['fill="#ff0000" fill-opacity="2"', "#ff0000"],
    ['fill="url(#missing) #00ff00"', "#00ff00"],
    ['fill="#112233" style="fill:color(display-p3 1 0 0)"', "#112233"],
    ['fill="#112233" style="fill:#445566"', "#445566"],
  ])("a fill with %s is %s", async (paint, color) => {
    expect(await onlyLayer(`<rect width="9" height="9" ${paint}/>`)).toMatchObject({ background_color: color });
  });

  test("a fill that refers to nothing is not a fill", async () => {
    expect((await imported('<rect width="9" height="9" fill="url(#missing)"/>')).layers).toEqual([]);
  });
});

describe("gradients", () => {
  const rect = '<rect x="0" y="0" width="100" height="50" fill="url(#g)"/>';
  const stops = '<stop offset="0" stop-color="#000"/><stop offset="1" stop-color="#fff"/>';
  const linear = (attributes: string, inside = stops) =>
    onlyLayer(`<linearGradient id="g" ${attributes}>${inside}</linearGradient>${rect}`);
  const radial = (attributes: string, shape = rect) =>
    onlyLayer(`<radialGradient id="g" ${attributes}>${stops}</radialGradient>${shape}`);
  const of = (angle: number, ...positions: readonly (readonly [string, number])[]) => ({
    type: "rectangle",
    background_gradient: {
      type: "linear-gradient",
      angle,
      stops: positions.map(([color, position]) => ({ color, position })),
    },
  });

  test.each([
    ["", of(90, ["#000000", 0], ["#ffffff", 1])],
    ['x1="0.25" x2="0.75"', of(90, ["#000000", 0.25], ["#ffffff", 0.75])],
    ['x2="0" y2="1"', of(180, ["#000000", 0], ["#ffffff", 1])],
    ['x1="100%" x2="0%"', of(-90, ["#000000", 0], ["#ffffff", 1])],
    ['gradientUnits="userSpaceOnUse" x1="-50" x2="150"', of(90, ["#404040", 0], ["#bfbfbf", 1])],
    ['gradientUnits="userSpaceOnUse" x1="50" x2="150"', of(90, ["#000000", 0.5], ["#808080", 1])],
    ['gradientUnits="userSpaceOnUse" x1="-20" x2="80"', of(90, ["#333333", 0], ["#ffffff", 0.8])],
    [
      'gradientUnits="userSpaceOnUse" x2="50" gradientTransform="translate(25 0)"',
      of(90, ["#000000", 0.25], ["#ffffff", 0.75]),
    ],
    ['gradientUnits="userSpaceOnUse" x2="100" y2="100"', of(135, ["#000000", 0], ["#bfbfbf", 1])],
  ])("a line with %s becomes an angle and positions", async (attributes, expected) => {
    expect(await linear(attributes)).toMatchObject(expected);
  });

  test("stops have their opacity, never go back, and come from the gradient that is linked", async () => {
    const inside =
      '<stop offset="0.5" stop-color="#f00" stop-opacity="0.5"/><stop offset="20%" stop-color="#0f0"/><stop offset="2"/>';
    expect(await linear("", inside)).toMatchObject(of(90, ["#ff000080", 0.5], ["#00ff00", 0.5], ["#000000", 1]));
    const linked = `<linearGradient id="h" x1="0.5">${stops}</linearGradient><linearGradient id="g" href="#h"/>${rect}`;
    expect(await onlyLayer(linked)).toMatchObject(of(90, ["#000000", 0.5], ["#ffffff", 1]));
    expect(await linear("", '<stop stop-color="#f00"/>')).toMatchObject(of(90, ["#ff0000", 0], ["#ff0000", 0]));
  });

  test.each([
    ["repeats", () => linear('spreadMethod="repeat"')],
    ["has no stops", () => linear("", "")],
    ["has no length", () => linear('x2="0"')],
    [
      "has 17 stops",
      () => linear("", Array.from({ length: 17 }, (_, index) => `<stop offset="${index / 16}"/>`).join("")),
    ],
    ["has a focus", () => radial('fx="0.2"')],
    ["is an ellipse", () => radial("")],
    ["has its center outside", () => radial('gradientUnits="userSpaceOnUse" cx="-10" cy="25" r="20"')],
    ["is too small", () => radial('gradientUnits="userSpaceOnUse" cx="50" cy="25" r="0.5"')],
  ])("one that %s is a drawing", async (_, layer) => {
    expect(await layer()).toMatchObject(DRAWING);
  });

  test("16 stops are kept", async () => {
    const many = Array.from({ length: 16 }, (_, index) => `<stop offset="${index / 15}"/>`).join("");
    expect(await linear("", many)).toMatchObject({ type: "rectangle" });
  });

  test("a circle has its center and radius in shares of the layer", async () => {
    // The corner that is farthest from the center is 50 pixels away: 40 across, and 30 down.
    const circle = 'gradientUnits="userSpaceOnUse" cx="60" cy="20" r="33.541"';
    expect(await radial(circle)).toMatchObject({
      background_gradient: { type: "radial-gradient", center_x: 0.6, center_y: 0.4, radius: 0.5 },
    });
    expect(await radial("", '<rect width="100" height="100" fill="url(#g)"/>')).toMatchObject({
      background_gradient: { center_x: 0.5, center_y: 0.5, radius: 0.707 },
    });
  });
});

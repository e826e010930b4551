import { describe, expect, test } from "@jest/globals";
import { imported, onlyLayer, PNG } from "./support/imported.js";

describe("the document", () => {
  test.each([
    ['width="300" height="100"', 300, 100],
    ['width="10cm" height="50mm"', 378, 189],
    ['viewBox="0 0 300 100"', 300, 100],
    ['width="600" viewBox="0 0 300 100"', 600, 200],
    ['height="50" viewBox="0 0 300 100"', 150, 50],
    ['width="600"', 600, 300],
    ['height="100"', 200, 100],
    ["", 300, 150],
    ['width="100%" height="100%" viewBox="0 0 300 100"', 300, 100],
    ['width="16384" height="100"', 8192, 50],
    ['width="0.2" height="30"', 1, 30],
    ['width="20000" height="1"', 8192, 1],
  ])("with %s has %i × %i pixels", async (root, width, height) => {
    expect((await imported("", root)).document).toMatchObject({ width, height });
  });

  test("is fitted to its view box", async () => {
    const { layers } = await imported(
      '<rect x="10" y="10" width="20" height="10"/>',
      'width="400" height="200" viewBox="0 0 100 50"',
    );
    expect(layers).toMatchObject([{ x: 40, y: 40, width: 80, height: 40 }]);
    const half = await imported(
      '<rect x="10%" width="50%" height="10"/>',
      'width="400" height="200" viewBox="0 0 100 50"',
    );
    expect(half.layers).toMatchObject([{ x: 40, width: 200 }]);
  });

  const whole = (paint: string, more = "") => imported(`<rect id="Ground" width="400" height="200" ${paint}/>${more}`);

  test("has the rectangle that covers it as its background", async () => {
    const { document, layers, ground } = await whole('fill="#123456"', '<circle cx="50" cy="50" r="9"/>');
    expect([document["background"], ground, layers.length]).toEqual(["#123456", "Ground", 1]);
    const gradient = '<linearGradient id="g"><stop/><stop offset="1"/></linearGradient>';
    expect((await whole('fill="url(#g)"', gradient)).document["background"]).toMatchObject({ angle: 90 });
  });

  test.each([
    ["is translucent", whole('fill="#123456" fill-opacity="0.5"')],
    ["has a border", whole('fill="#123456" stroke="#000"')],
    ["is smaller", imported('<rect width="400" height="199" fill="#123456"/>')],
    ["is a circle", imported('<circle cx="200" cy="100" r="300" fill="#123456"/>')],
    ["is not the first layer", imported('<circle cx="9" cy="9" r="3"/><rect width="400" height="200"/>')],
    [
      "is larger and has a gradient, which would be cut",
      imported(
        '<linearGradient id="g"><stop stop-opacity="0.5"/><stop offset="1"/></linearGradient><rect x="-50" width="500" height="200" fill="url(#g)"/>',
      ),
    ],
  ])("has no background if the rectangle %s", async (_, result) => {
    const { document, ground } = await result;
    expect([document["background"], ground]).toEqual(["transparent", undefined]);
  });

  test("has a variable for each placeholder of its texts", async () => {
    const text = (content: string) => `<text x="9" y="50">${content}</text>`;
    const { document } = await imported(
      `${text("Dear {{ name }} and {{name}}")}<g opacity="0.5">${text("{{seat_2}}")}${text("{{}}")}</g>`,
    );
    expect(document["variables"]).toEqual([
      { name: "name", type: "string", default: "name" },
      { name: "seat_2", type: "string", default: "seat_2" },
    ]);
    expect((await imported(text("none"))).document).not.toHaveProperty("variables");
  });

  test("has at most 200 layers, and merges plain shapes into drawings above that", async () => {
    const dots = (count: number) => `<circle cx="9" cy="9" r="3"/>`.repeat(count);
    const some = await imported(dots(200));
    expect([some.layers.length, some.notes]).toEqual([200, []]);
    expect(some.counts).toEqual(new Map([["ellipse", 200]]));
    const many = await imported(`<rect width="400" height="200" fill="#fff"/>${dots(200)}<text x="9" y="50">a</text>`);
    expect(many.layers.map(({ type }) => type)).toEqual(["svg", "text"]);
    expect(many.document["background"]).toBe("#ffffff");
    expect(many.notes).toEqual(["A template has at most 200 layers, so plain shapes are parts of drawings."]);
  });
});

describe("elements that show others", () => {
  test("a symbol is fitted to the place where it is used", async () => {
    const symbol = '<symbol id="s" viewBox="0 0 10 10"><rect width="5" height="10"/></symbol>';
    expect(await onlyLayer(`${symbol}<use href="#s" x="30" y="20" width="100" height="100"/>`)).toMatchObject({
      x: 30,
      y: 20,
      width: 50,
      height: 100,
    });
  });

  test("a shape is used at another place, with the color of that place", async () => {
    const { layers } = await imported(
      '<defs><rect id="r" width="9" height="9"/></defs><use href="#r" x="30" y="20" fill="#f00"/><use href="#none"/>',
    );
    expect(layers).toMatchObject([{ x: 30, y: 20, background_color: "#ff0000" }]);
  });

  test("an SVG inside has a place and coordinates of its own", async () => {
    const inner =
      '<svg x="10%" y="20" width="50%" height="100" viewBox="0 0 100 50"><rect width="50%" height="10"/></svg>';
    expect(await onlyLayer(inner)).toMatchObject({ x: 40, y: 20, width: 200, height: 20 });
  });

  test("that contain themselves end with a note", async () => {
    const tens = Array.from(
      { length: 5 },
      (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
    );
    const { notes } = await imported(`<defs><g id="l0"/>${tens.join("")}</defs><use href="#l5"/>`);
    expect(notes).toEqual(["The SVG repeats its elements so often that only the first 50000 are kept."]);
  });

  test("names are those of the nearest group, if it has only one element", async () => {
    expect(await onlyLayer('<g id="Box"><g><rect width="9" height="9"/></g></g>')).toMatchObject({ name: "Box" });
    const { layers } = await imported('<g id="Box"><rect width="9" height="9"/><path d="M0 0Q5 5 9 0"/></g>');
    expect(layers.map(({ name }) => name)).toEqual(["rectangle", "Box"]);
  });

  test.each([
    ["<foreignObject/>", "HTML inside of the SVG, such as a background blur, is left out."],
    ["<video/>", "The element <video> is left out."],
  ])("%s is left out with a note", async (element, note) => {
    expect((await imported(element)).notes).toEqual([note]);
  });
});

describe("drawings", () => {
  const curve = (x: number, more = "") => `<path d="M${x} 20Q${x + 9.5} 1 ${x + 19} 20" ${more}/>`;

  test("that follow each other are one layer of whole pixels", async () => {
    const { layers } = await imported(`${curve(10.5)}${curve(50)}<rect width="9" height="9"/>${curve(90)}`);
    expect(layers).toMatchObject([
      { type: "svg", x: 10, y: 1, width: 59, height: 19, fit: "fill" },
      { type: "rectangle" },
      { type: "svg", x: 90 },
    ]);
  });

  test("are cut to the picture, and have room for the corners of their lines", async () => {
    expect(await onlyLayer(curve(-10))).toMatchObject({ x: 0, width: 9 });
    const stroked = (more: string) => onlyLayer(curve(100, `stroke="#000" stroke-width="2" ${more}`));
    expect(await stroked("")).toMatchObject({ x: 96, width: 27 });
    expect(await stroked('stroke-miterlimit="2"')).toMatchObject({ x: 98, width: 23 });
    expect(await stroked('stroke-linejoin="round"')).toMatchObject({ x: 98, width: 23 });
  });

  test("begin a new layer when they become long", async () => {
    const { layers } = await imported(curve(10).repeat(800));
    // Each counts as 76 characters, and a layer has 60,000.
    expect(layers.map(({ svg }) => String(svg).split("<path").length - 1)).toEqual([789, 11]);
  });

  test("bring the definitions that they refer to", async () => {
    const gradient = '<linearGradient id="h"><stop offset="0.5"/></linearGradient><linearGradient id="g" href="#h"/>';
    const { svg } = await onlyLayer(`${gradient}<linearGradient id="other"/>${curve(10, 'fill="url(#g)"')}`);
    expect(svg).toContain('id="g"');
    expect(svg).toContain('id="h"');
    expect(svg).not.toContain("other");
  });

  test("with an image are files", async () => {
    const pattern = `<pattern id="p" width="1" height="1"><image href="${PNG}" width="9" height="9"/></pattern>`;
    const { layers, files } = await imported(`${pattern}${curve(10, 'fill="url(#p)"')}${curve(50)}`);
    expect(layers).toMatchObject([{ type: "image", fit: "fill" }, { type: "svg" }]);
    expect([...files.keys()]).toEqual(["images/drawing.svg"]);
  });
});

test("outlined text is recognized by many parts of about the same height in a row", async () => {
  const letter = (x: number, height = 10) => `M${x} 50q2 -${height} 4 0z`;
  const row = (count: number, step = 8) =>
    `<path d="${Array.from({ length: count }, (_, index) => letter(10 + index * step)).join("")}"/>`;
  const isOutlined = async (content: string) =>
    (await imported(content)).notes.some((note) => note.startsWith("This looks like text"));
  expect(await isOutlined(row(6))).toBe(true);
  expect(await isOutlined(row(5))).toBe(false);
  expect(await isOutlined(row(6, 1))).toBe(false);
  expect(await isOutlined(`<defs>${row(6)}</defs>`)).toBe(false);
  const placed = (count: number, y = 0) =>
    Array.from(
      { length: count },
      (_, index) =>
        `<g transform="translate(${index * 9} ${index % 2 === 0 ? 0 : y})"><g><path d="M0 9q2 -9 4 0z"/></g></g>`,
    ).join("");
  expect(await isOutlined(`<g>${placed(6)}</g>`)).toBe(true);
  expect(await isOutlined(`<g>${placed(5)}</g>`)).toBe(false);
  expect(await isOutlined(`<g>${placed(6, 3)}</g>`)).toBe(false);
});

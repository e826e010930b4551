import { describe, expect, test } from "@jest/globals";
import { imported, PNG } from "./support/imported.js";

const SVG = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/%3E";

describe("images", () => {
  const image = (more: string, href = PNG) => imported(`<image href="${href}" ${more}/>`);
  const place = 'x="10%" y="20" width="100" height="50"';

  test("have their place, and fit into it as the SVG says", async () => {
    const { layers, files } = await image(place);
    expect(layers).toMatchObject([
      {
        type: "image",
        name: "image",
        x: 40,
        y: 20,
        width: 100,
        height: 50,
        fit: "contain",
        image_url: "images/image.png",
      },
    ]);
    expect([...files.keys()]).toEqual(["images/image.png"]);
    const fit = async (ratio: string) => (await image(`${place} preserveAspectRatio="${ratio}"`)).layers[0]?.["fit"];
    expect([await fit("none"), await fit("xMidYMid slice"), await fit("xMidYMid")]).toEqual([
      "fill",
      "cover",
      "contain",
    ]);
  });

  test("are files once, with a name of their own, and mirrored if the design mirrors them", async () => {
    const one = `<image id="Sea" href="${PNG}" width="9" height="9"/>`;
    const { layers, files, edits } = await imported(
      `${one}${one}<g transform="translate(99 0) scale(-1 1)">${one}</g>`,
    );
    expect(layers.map(({ image_url: url }) => url)).toEqual(["images/sea.png", "images/sea.png", "images/sea-2.png"]);
    expect([...files.keys()]).toEqual(["images/sea.png", "images/sea-2.png"]);
    expect(edits).toEqual([{ flipX: true }]);
    const down = await image(`${place} transform="scale(1 -1)"`, SVG);
    expect(down.edits).toEqual([{ flipY: true }]);
    expect([...down.files.keys()]).toEqual(["images/image.png"]);
    expect([...(await image(place, SVG)).files.keys()]).toEqual(["images/image.svg"]);
  });

  test.each([
    ["https://a.example/b.png", "https://a.example/b.png"],
    ["b.png", "linked/b.png"],
  ])("that are linked as %s have the address %s", async (href, address) => {
    expect((await image(place, href)).layers).toMatchObject([{ image_url: address }]);
  });

  test.each([
    ["it is skewed", `${place} transform="skewX(20)"`, PNG],
    ["it has no size", 'width="0" height="9"', PNG],
    ["it has no height", 'width="9"', PNG],
    ["it has no address", place, ""],
    ["its content is not an image", place, "data:image/png;base64,AAAA"],
    ["its address is broken", place, "data:image/svg+xml,%E0"],
  ])("are left out with a note if %s", async (_, more, href) => {
    const { layers, notes } = await image(more, href);
    expect(layers).toEqual([]);
    expect(notes).toEqual(["An image is left out: it is skewed, has no size, or its content is not an image."]);
  });
});

describe("a shape that Figma fills with an image", () => {
  const filled = (at: string, more = "", shape = '<rect x="10" y="20" width="100" height="50" fill="url(#p)"/>') =>
    imported(
      `<pattern id="p" patternContentUnits="objectBoundingBox" width="1" height="1" ${more}><use href="#i" ${at}/></pattern>` +
        `<defs><image id="i" width="100" height="100" href="${PNG}"/></defs>${shape}`,
    );

  test("is an image that fills it, or covers it with the same part in view", async () => {
    expect((await filled('transform="scale(0.01)"')).layers).toMatchObject([
      { type: "image", x: 10, y: 20, width: 100, height: 50, fit: "fill" },
    ]);
    const high = await filled('transform="matrix(0.01 0 0 0.02 0 -0.25)"');
    expect(high.layers).toMatchObject([{ fit: "cover", focus_y: 0.375 }]);
    const wide = await filled('transform="matrix(0.02 0 0 0.01 -0.75 0)"');
    expect(wide.layers).toMatchObject([{ fit: "cover", focus_x: 0.625 }]);
    expect(wide.layers[0]).not.toHaveProperty("focus_y");
  });

  test("is cropped if it was zoomed", async () => {
    const { layers, edits } = await filled('transform="matrix(0.02 0 0 0.04 -0.5 -1)"');
    expect(layers).toMatchObject([{ fit: "cover" }]);
    expect(edits).toEqual([{ crop: { x: 0.25, y: 0.25, width: 0.5, height: 0.25 } }]);
  });

  test("keeps its corners and its opacity", async () => {
    const rect = '<rect x="10" y="20" width="100" height="50" rx="8" fill="url(#p)" fill-opacity="0.5"/>';
    expect((await filled('transform="scale(0.01)"', "", rect)).layers).toMatchObject([
      { border_radius: 8, opacity: 0.5 },
    ]);
    const circle = '<circle cx="50" cy="50" r="40" fill="url(#p)"/>';
    expect((await filled('transform="scale(0.01)"', "", circle)).layers).toMatchObject([{ border_radius: 40 }]);
  });

  test.each([
    ["the image does not cover it", 'transform="scale(0.009)"', ""],
    ["the image begins inside of it", 'transform="matrix(0.02 0 0 0.02 0.1 0)"', ""],
    ["the image is rotated", 'transform="matrix(0.01 0.01 -0.01 0.01 0 0)"', ""],
    ["the image is mirrored", 'transform="matrix(-0.01 0 0 0.01 1 0)"', ""],
    ["the pattern is transformed", 'transform="scale(0.01)"', 'patternTransform="scale(2)"'],
  ])("is a file if %s", async (_, at, more) => {
    const { layers } = await filled(at, more);
    expect(layers).toMatchObject([{ type: "image", image_url: "images/drawing.svg" }]);
  });
});

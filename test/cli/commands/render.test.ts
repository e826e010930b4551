import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { CARD, makeFolder, makePng, pixelAt, run } from "../support.js";

const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];

describe("irs render", () => {
  test("render writes the picture next to the template", async () => {
    const folder = makeFolder({ "cards/card.json": CARD });
    const { code, text, errors } = await run(folder, "render", "cards/card.json");
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(text).toMatch(/^cards\/card\.png {2}40 × 20, \d+ (?:bytes|KB), \d+ ms\n$/);
    expect(await pixelAt(join(folder, "cards/card.png"), 5, 5)).toEqual(RED);
  });

  test("--data sets layers, variables and output, and options override the output", async () => {
    const data = {
      scale: 2,
      format: "webp",
      layers: { square: { background_color: "#0000ff" } },
      variables: { price: 7 },
    };
    const folder = makeFolder({ "card.json": CARD, "request.json": data });
    await run(folder, "render", "card.json", "--data", "request.json");
    expect(await sharp(join(folder, "card.webp")).metadata()).toMatchObject({ format: "webp", width: 80 });
    await run(folder, "render", "card.json", "--data", "request.json", "--scale", "3", "-f", "png");
    expect(await pixelAt(join(folder, "card.png"), 25, 25)).toEqual(BLUE);
    expect(await sharp(join(folder, "card.png")).metadata()).toMatchObject({ width: 120, height: 60 });
  });

  test.each([
    ["picture.jpeg", "jpeg"],
    ["new/folder/picture.avif", "heif"],
    ["picture.PNG", "png"],
  ])("render takes the format of %s from the file name, and creates the folder", async (output, format) => {
    const folder = makeFolder({ "card.json": CARD });
    expect(await run(folder, "render", "card.json", "-o", output)).toMatchObject({ code: 0 });
    expect(await sharp(join(folder, output)).metadata()).toMatchObject({ format });
  });

  test("--transparent leaves out the background", async () => {
    const folder = makeFolder({ "card.json": CARD });
    await run(folder, "render", "card.json", "--transparent");
    expect(await pixelAt(join(folder, "card.png"), 2, 15)).toEqual([0, 0, 0, 0]);
  });

  test("--quality and the words of the request reach the file, and a PNG has no quality", async () => {
    const folder = makeFolder({ "card.json": CARD, "request.json": { quality: 95, about: { title: "Sale" } } });
    await run(folder, "render", "card.json", "-d", "request.json", "-o", "fine.jpg");
    await run(folder, "render", "card.json", "-d", "request.json", "-q", "5", "-o", "small.jpg");
    const [fine, small] = ["fine.jpg", "small.jpg"].map((name) => readFileSync(join(folder, name)));
    expect(small?.length).toBeLessThan(fine?.length ?? 0);
    expect((await sharp(small).metadata()).xmp?.toString()).toContain("Sale");
    const { code, errors } = await run(folder, "render", "card.json", "-q", "80");
    expect({ code, errors }).toMatchObject({
      code: 1,
      errors: expect.stringContaining("--quality: A png has no quality"),
    });
  });

  test("-o - writes only the picture to standard output", async () => {
    const folder = makeFolder({ "card.json": CARD });
    const { code, out, errors } = await run(folder, "render", "card.json", "-o", "-");
    expect(code).toBe(0);
    expect(await pixelAt(out, 5, 5)).toEqual(RED);
    expect(errors).toMatch(/^standard output {2}40 × 20/);
  });

  test("--json prints the result as one line of JSON", async () => {
    const folder = makeFolder({ "card.json": CARD });
    const { text } = await run(folder, "render", "card.json", "--json");
    expect(text.indexOf("\n")).toBe(text.length - 1);
    expect(JSON.parse(text)).toEqual({
      ok: true,
      template: "card.json",
      output: "card.png",
      format: "png",
      width: 40,
      height: 20,
      bytes: readFileSync(join(folder, "card.png")).length,
      durationMs: expect.any(Number) as unknown,
      warnings: [],
      issues: [],
    });
  });

  test("a warning has the layer, line and column, and the picture is written", async () => {
    const layers = [
      { id: "headline", type: "text", x: 0, y: 0, width: 40, height: 10, text: "far too long for this box" },
    ];
    const folder = makeFolder({ "card.json": { width: 40, height: 20, layers } });
    const { code, errors } = await run(folder, "render", "card.json");
    expect(code).toBe(0);
    expect(errors).toMatch(/^card\.json:5:5 warning TEXT_CUT layers\[0\]: /);
    expect(existsSync(join(folder, "card.png"))).toBe(true);
  });
});

describe("irs render with issues", () => {
  test("render prints the issues of all files together, and writes no picture", async () => {
    const template = {
      ...CARD,
      layers: [
        { ...CARD.layers[0], rotaton: 3 },
        { ...CARD.layers[1], text: "{{prize}}" },
      ],
    };
    const data = { layers: { square: "blue" } };
    const folder = makeFolder({ "card.json": template, "request.json": data });
    const { code, text, errors } = await run(folder, "render", "card.json", "-d", "request.json");
    expect({ code, text }).toEqual({ code: 1, text: "" });
    expect(errors.split("\n")).toEqual([
      'card.json:21:7 error layers[0].rotaton: There is no attribute "rotaton" here. Did you mean "rotation"?',
      'card.json:30:7 error layers[1].text: There is no variable "prize" in this template. Did you mean "price"?',
      "request.json:3:5 error layers.square: It must be an object.",
      "3 errors, no picture written",
      "",
    ]);
    expect(existsSync(join(folder, "card.png"))).toBe(false);
  });

  test("render refuses overrides that do not fit the template", async () => {
    const data = { layers: { sqare: {}, square: { color: "red" } }, variables: { price: "much" }, transparent: true };
    const folder = makeFolder({ "card.json": CARD, "request.json": data });
    const { code, errors } = await run(folder, "render", "card.json", "-d", "request.json", "-f", "jpg");
    expect(code).toBe(1);
    expect(errors).toContain('request.json:3:5 error layers.sqare: There is no layer "sqare" in this template.');
    expect(errors).toContain('request.json:5:7 error layers.square.color: There is no attribute "color" here.');
    expect(errors).toContain("request.json:9:5 error variables.price: It must be a number.");
    expect(errors).toContain("request.json:11:3 error transparent: A jpg cannot be transparent");
  });

  test("the place of an issue is the option if the value comes from an option", async () => {
    const folder = makeFolder({ "card.json": CARD });
    const { code, errors } = await run(folder, "render", "card.json", "--scale", "9");
    expect({ code, errors }).toEqual({
      code: 1,
      errors: "error --scale: It must be at most 4.\n1 error, no picture written\n",
    });
  });

  test("render refuses two layers with the same name, and prints the place of the second one", async () => {
    const [square] = CARD.layers;
    const folder = makeFolder({ "card.json": { ...CARD, layers: [square, { ...square, id: "t" }] } });
    const { code, errors } = await run(folder, "render", "card.json");
    expect(code).toBe(1);
    expect(errors).toContain('card.json:24:7 error layers[1].name: An earlier layer has the name "square" too.');
  });

  test("render does not overwrite a file that the picture is rendered from", async () => {
    const png = await makePng("#00ff00");
    const layers = [{ id: "i", type: "image", x: 0, y: 0, width: 9, height: 9, image_url: "card.png" }];
    const folder = makeFolder({ "card.json": { width: 9, height: 9, layers }, "card.png": png });
    const { code, errors } = await run(folder, "render", "card.json");
    expect(code).toBe(1);
    expect(errors).toContain("card.png error The picture would overwrite a file that it is made from");
    expect(readFileSync(join(folder, "card.png"))).toEqual(png);
  });

  test("render refuses files that do not exist, are not JSON, or are folders", async () => {
    const folder = makeFolder({ "broken.json": '{\n  "width": 1,\n}', "folder/file": "" });
    expect((await run(folder, "render", "none.json")).errors).toMatch(/^none\.json error There is no such file\.\n/);
    expect((await run(folder, "render", "folder")).errors).toMatch(/^folder error This is a folder, not a file\.\n/);
    const { errors } = await run(folder, "render", "broken.json");
    expect(errors).toMatch(/^broken\.json:2:13 error Remove the comma before \}\.\n/);
  });

  test("control characters of a document are printed as escapes", async () => {
    const folder = makeFolder({ "card.json": { ...CARD, ["\u001b[2J\n"]: 1 } });
    const { errors } = await run(folder, "render", "card.json");
    expect(errors).not.toContain("\u001b");
    expect(errors).toContain("\\u{1b}[2J");
  });

  test.each([
    [["render", "a.json", "-f", "gif"], "There is no format gif. Use png, jpg, webp, avif, pdf."],
    [["render", "a.json", "-f", "wepb"], 'Did you mean "webp"?'],
    [["render", "a.json", "-o", "a.gif"], "The name a.gif must end in .png, .jpg, .webp, .avif or .pdf."],
    [["render", "a.json", "-o", "a.png", "-f", "jpg"], "The name a.png means the format png, but --format is jpg."],
    [["render", "a.json", "-s", "big"], "--scale must be a number"],
    [["render", "a.json", "-o", "-", "--watch"], "--watch needs a picture file"],
  ])("%j exits with 2 because the command line is wrong", async (argv, message) => {
    const { code, text, errors } = await run(makeFolder({}), ...argv);
    expect({ code, text }).toEqual({ code: 2, text: "" });
    expect(errors).toContain(message);
  });
});

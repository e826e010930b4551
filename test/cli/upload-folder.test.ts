import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { makeFont } from "../../packages/engine/test/fonts/make-font.js";
import { makeFolder, makePng, pixelAt, run, writeInto } from "./support.js";

const ID = "0190c0de-0000-7000-8000-000000000001";
const src = `/api/v1/uploads/${ID}/file`;
const photo = { id: "p", name: "photo", type: "image", width: 10, height: 10, image_url: src };
const imageCard = { width: 10, height: 10, layers: [photo] };
const title = { id: "t", type: "text", text: "A", font_family: "Brand", font_size: 20 };
const fontCard = { width: 20, height: 40, fonts: [{ family: "Brand", src }], layers: [title] };

describe("--uploads", () => {
  test("an upload is read from the file that has its ID as the name and any extension", async () => {
    const folder = makeFolder({ "card.json": imageCard, [`up/${ID.toUpperCase()}.png`]: await makePng("#00ff00") });
    expect(await run(folder, "render", "card.json", "--uploads", "up")).toMatchObject({ code: 0, errors: "" });
    expect(await pixelAt(join(folder, "card.png"), 5, 5)).toEqual([0, 255, 0, 255]);
  });

  test("an upload can be named in the request alone", async () => {
    const own = { ...imageCard, layers: [{ ...photo, image_url: "" }] };
    const request = { layers: { photo: { image_url: src } } };
    const folder = makeFolder({ "card.json": own, "data.json": request, [`up/${ID}`]: await makePng("#0000ff") });
    expect(await run(folder, "render", "card.json", "-d", "data.json", "-u", "up")).toMatchObject({
      code: 0,
      errors: "",
    });
    expect(await pixelAt(join(folder, "card.png"), 5, 5)).toEqual([0, 0, 255, 255]);
  });

  test("an upload can be a font", async () => {
    // An "A" that is as wide as its em, and half an em high above the baseline.
    const folder = makeFolder({
      "card.json": fontCard,
      [`up/${ID}.ttf`]: makeFont({ glyphs: [{ right: 1000, top: 500 }] }),
    });
    expect(await run(folder, "render", "card.json", "-u", "up")).toMatchObject({ code: 0, errors: "" });
    expect(await pixelAt(join(folder, "card.png"), 19, 14)).toEqual([0, 0, 0, 255]);
  });

  test("a missing file is an error for a font and a warning for an image", async () => {
    const folder = makeFolder({ "font.json": fontCard, "image.json": imageCard });
    const font = await run(folder, "render", "font.json", "-u", "up");
    expect(font.code).toBe(1);
    expect(font.errors).toMatch(
      /^font\.json:\d+:\d+ error fonts\[0\]\.src: The font "Brand" can't be used: The folder \S+ has no file /,
    );
    const image = await run(folder, "render", "image.json", "-u", "up");
    expect(image.code).toBe(0);
    expect(image.errors).toContain(`The folder ${join(folder, "up")} has no file with the name ${ID}`);
  });

  test("the error of an uploaded font without --uploads names the option", async () => {
    const { code, errors } = await run(makeFolder({ "card.json": fontCard }), "render", "card.json");
    expect(code).toBe(1);
    expect(errors).toContain("or give a folder with --uploads");
  });

  test("a changed file is read again", async () => {
    const folder = makeFolder({ "card.json": imageCard, [`up/${ID}.png`]: await makePng("#00ff00") });
    await run(folder, "render", "card.json", "-u", "up");
    writeInto(folder, `up/${ID}.png`, await makePng("#ff0000"));
    await run(folder, "render", "card.json", "-u", "up");
    expect(await pixelAt(join(folder, "card.png"), 5, 5)).toEqual([255, 0, 0, 255]);
  });
});

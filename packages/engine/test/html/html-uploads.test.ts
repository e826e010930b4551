import { describe, expect, test } from "@jest/globals";
import { EngineError } from "../../src/issues/engine-error.js";
import { Renderer } from "../../src/renderer/renderer.js";
import type { Uploads } from "../../src/uploads/uploads.js";
import { makeFont } from "../fonts/make-font.js";
import { decode, makeImage, testContext } from "../support.js";

const [FONT, OTHER, IMAGE] = [1, 2, 3].map((n) => `0190c0de-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
];
const pathOf = (id: string) => `/api/v1/uploads/${id}/file`;

/** Fonts whose letter "A" is a block, and an image of one color. */
const files = new Map<string, Uint8Array>([
  [FONT, makeFont({ glyphs: [{ right: 1000, top: 500 }] })],
  [OTHER, makeFont({ glyphs: [{ right: 200, top: 500 }] })],
  [IMAGE, await makeImage(10, 10, () => [0, 0, 255, 255])],
]);

const uploads: Uploads = {
  owner: "a",
  load: (id) => {
    const bytes = files.get(id);
    const missing = new EngineError("VALIDATION_ERROR", `There is no upload ${id}.`);
    return bytes === undefined ? Promise.reject(missing) : Promise.resolve(bytes);
  },
};

const renderer = new Renderer(testContext());

async function draw(source: object, request = {}) {
  return await decode(await renderer.render({ width: 100, height: 100, ...source }, request, { uploads }));
}

const html = (text: string) => [{ id: "a", name: "a", type: "html", width: 100, height: 100, html: text }];

describe("uploads in HTML layers", () => {
  test("a text uses a font of the document, even in HTML of a request, and documents do not share fonts with the same name", async () => {
    const text = '<p style="font-family: Brand; font-size: 40px; margin: 0">A</p>';
    const inFont = (id: string) => ({ fonts: [{ family: "Brand", src: pathOf(id) }], layers: html(text) });
    const widthOf = ({ left, right }: { left: number; right: number }) => right - left + 1;
    expect(widthOf((await draw(inFont(FONT))).paintedBox())).toBe(40);
    expect(widthOf((await draw(inFont(OTHER))).paintedBox())).toBe(8);
    const empty = { ...inFont(FONT), layers: html("") };
    expect(widthOf((await draw(empty, { layers: { a: { html: text } } })).paintedBox())).toBe(40);
  });

  test("an image can be an upload, in img, in url() and in a variable", async () => {
    const images = `<img src="{{photo}}" width="20" height="20" style="display: block">
      <div style="width: 20px; height: 20px; background-image: url(${pathOf(IMAGE)})"></div>`;
    const variables = [{ name: "photo", type: "string", default: "" }];
    const picture = await draw({ variables, layers: html(images) }, { variables: { photo: pathOf(IMAGE) } });
    expect(picture.picture.warnings).toEqual([]);
    expect(picture.paintedBox()).toEqual({ left: 0, top: 0, right: 19, bottom: 39 });
  });

  test("a group repeats an HTML layer with the fields of each item", async () => {
    const fields = [{ name: "color", type: "string" }];
    const items = [{ color: "red" }, { color: "blue" }];
    const child = {
      id: "c",
      type: "html",
      width: 20,
      height: 20,
      html: '<div style="height: 20px; background: {{item.color}}"></div>',
    };
    const group = { id: "g", type: "group", width: 100, height: 20, layout: "row", repeat: "list", children: [child] };
    const picture = await draw({
      variables: [{ name: "list", type: "list", fields, default: items }],
      layers: [group],
    });
    expect([picture.at(10, 10), picture.at(30, 10)]).toEqual([
      [255, 0, 0, 255],
      [0, 0, 255, 255],
    ]);
  });
});

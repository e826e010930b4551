import { describe, expect, test } from "@jest/globals";
import { autoColorCandidates } from "../../src/document/attributes/auto-color.js";
import { meanLuminance, readableColor, relativeLuminance } from "../../src/resolve/auto-colors.js";
import { renderPicture } from "../../src/renderer/render-picture.js";
import { decode, testContext } from "../support.js";

describe("the selection of a readable color", () => {
  test.each([
    ["auto", ["#ffffff", "#000000"]],
    [" AUTO ", ["#ffffff", "#000000"]],
    ["auto(#fff, navy)", ["#fff", "navy"]],
    ["auto(rgb(1, 2, 3), hsl(0, 0%, 0%))", ["rgb(1, 2, 3)", "hsl(0, 0%, 0%)"]],
    ["auto(#fff)", undefined],
    ["auto(#fff, #000, #111)", undefined],
    ["auto(red, nocolor)", undefined],
    ["automatic", undefined],
  ])("the color %j has the candidates %j", (text, candidates) => {
    expect(autoColorCandidates(text)).toEqual(candidates);
  });

  test("the selected color is white up to the luminance where the WCAG contrasts of white and black are equal, then black", () => {
    expect(readableColor(["#ffffff", "#000000"], 0.17)).toBe("#ffffff");
    expect(readableColor(["#ffffff", "#000000"], 0.19)).toBe("#000000");
  });

  test("the relative luminance of a color is that of WCAG 2.2", () => {
    expect(relativeLuminance(255, 255, 255)).toBeCloseTo(1);
    expect(relativeLuminance(255, 0, 0)).toBeCloseTo(0.2126);
    expect(relativeLuminance(128, 128, 128)).toBeCloseTo(0.2159, 3);
  });

  test("the mean luminance of transparent pixels is that of white", () => {
    expect(meanLuminance(new Uint8Array([0, 0, 0, 0, 0, 0, 0, 255]))).toBeCloseTo(0.5);
  });
});

describe("an automatic color in a picture", () => {
  const bar = { id: "bar", type: "line", x: 40, y: 40, width: 20, height: 20, color: "auto" } as const;
  const colorOn = async (layers: readonly object[], more: object = {}, request = {}) => {
    const document = { width: 100, height: 100, layers: [...layers, bar], ...more };
    return (await decode(await renderPicture(document, request, testContext()))).at(50, 50).slice(0, 3);
  };
  const [white, black] = [
    [255, 255, 255],
    [0, 0, 0],
  ];

  test("an image that a request replaces is not loaded, although an automatic color lies over it", async () => {
    const photo = {
      id: "p",
      name: "p",
      type: "image",
      width: 100,
      height: 100,
      image_url: "https://example.com/a.png",
    };
    const loaded: string[] = [];
    const context = testContext();
    const loadImage = (url: string) => {
      loaded.push(url);
      return context.loadImage(url);
    };
    const document = { width: 100, height: 100, layers: [photo, { ...bar, name: "bar" }] };
    const request = { layers: { p: { image_url: "https://example.com/b.png" } } };
    await renderPicture(document, request, { ...context, loadImage });
    expect(loaded).toEqual(["https://example.com/b.png"]);
  });

  test("the background and the layers over it decide an automatic color", async () => {
    const ground = (background_color: string) => ({
      id: "g",
      name: "g",
      type: "rectangle",
      width: 100,
      height: 100,
      background_color,
    });
    expect(await colorOn([], { background: "#0f172a" })).toEqual(white);
    expect(await colorOn([], { background: "#fef3c7" })).toEqual(black);
    expect(await colorOn([ground("#fef3c7")], { background: "#0f172a" })).toEqual(black);
    expect(await colorOn([ground("#fef3c7")], {}, { layers: { g: { background_color: "#111827" } } })).toEqual(white);
  });

  test("only layers beneath decide an automatic color, not those beside or above", async () => {
    const beside = { id: "b", type: "rectangle", width: 40, height: 100, background_color: "black" };
    const above = { id: "c", type: "rectangle", x: 40, y: 40, width: 5, height: 5, background_color: "black" };
    const document = { width: 100, height: 100, layers: [beside, bar, above] };
    expect((await decode(await renderPicture(document, {}, testContext()))).at(50, 50).slice(0, 3)).toEqual(black);
  });

  test("the background of a group decides the automatic colors inside the group", async () => {
    const inside = { ...bar, x: 10, y: 10 };
    const group = {
      id: "g",
      type: "group",
      x: 30,
      y: 30,
      width: 40,
      height: 40,
      clip: true,
      background_color: "#7f1d1d",
      children: [inside],
    };
    const document = { width: 100, height: 100, layers: [group] };
    expect((await decode(await renderPicture(document, {}, testContext()))).at(50, 50).slice(0, 3)).toEqual(white);
  });
});

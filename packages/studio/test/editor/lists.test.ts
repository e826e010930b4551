/** What the list of layers and the panel show of a document. */
import { describe, expect, test } from "@jest/globals";
import { rowsOf } from "../../src/screens/editor/layers/list-rows.js";
import { paletteOf } from "../../src/screens/editor/panel/palette-of.js";
import { textOf } from "../../src/editor/text/text-of.js";
import { CARD } from "./documents.js";

describe("the rows of the list", () => {
  const rows = (closed: readonly string[], search = "") =>
    rowsOf(CARD.layers, new Set(closed), search).map(({ layer, depth, isOpen }) => `${layer.id} ${depth} ${isOpen}`);

  test("begin with the topmost layer, and have the layers of a group below it", () => {
    expect(rows([])).toEqual(["foot 0 true", "date 1 true", "author 1 true", "title 0 true", "photo 0 true"]);
  });

  test("hide the layers of a closed group", () => {
    expect(rows(["foot"])).toEqual(["foot 0 false", "title 0 true", "photo 0 true"]);
  });

  test("that match a search are shown with the groups around them, even if those are closed", () => {
    expect(rows(["foot"], "auth")).toEqual(["foot 0 true", "author 1 true"]);
    expect(rows([], "image")).toEqual(["photo 0 true"]);
    expect(rows([], "nothing")).toEqual([]);
  });

  test("are found by their name without regard to case, by their ID and by their type", () => {
    const layers = [
      { id: "a", name: "Big PRICE", type: "text" },
      { id: "price-2", type: "qr" },
      { id: "c", type: "qr" },
    ];
    const ids = (search: string) => rowsOf(layers, new Set(), search).map(({ layer }) => layer.id);
    expect(ids("price")).toEqual(["price-2", "a"]);
    expect(ids("qr")).toEqual(["c", "price-2"]);
    expect(ids("undefined")).toEqual([]);
  });
});

describe("the colors of a document", () => {
  test("are offered with the most frequent one first, in small letters and once", () => {
    const layers = [
      { id: "a", type: "text", color: "#FF0000", stops: [{ color: "rgb(1, 2, 3)" }, { color: "hsla(1, 2%, 3%, 1)" }] },
      { id: "b", type: "text", color: "#ff0000", text: "#abc", text_color: null, font_size: 32 },
    ];
    expect(paletteOf({ ...CARD, background: "transparent", layers })).toEqual([
      "#ff0000",
      "rgb(1, 2, 3)",
      "hsla(1, 2%, 3%, 1)",
      "#abc",
    ]);
  });

  test("are only words that are colors as a whole", () => {
    const texts = ["#ff", "#123456789", "red #fff", "rgb(1, 2, 3", `#fff${" ".repeat(40)}`, `rgb(${"1".repeat(35)})`];
    const layers = texts.map((text, index) => ({ id: `${index}`, type: "text", text }));
    expect(paletteOf({ ...CARD, background: undefined, layers })).toEqual([]);
    const longest = `rgb(${"1".repeat(34)})`;
    expect(paletteOf({ ...CARD, background: longest, layers: [] })).toEqual([longest]);
  });

  test("are at most 14", () => {
    const layers = Array.from({ length: 16 }, (_, index) => ({
      id: `${index}`,
      type: "text",
      color: `#0000${10 + index}`,
    }));
    const palette = paletteOf({ ...CARD, background: "#000010", layers });
    expect([palette.length, palette[0], palette.at(-1)]).toEqual([14, "#000010", "#000023"]);
  });

  test("are those of the document that is asked for, not of the last one", () => {
    expect(paletteOf(CARD)).toEqual(["#0f172a"]);
    expect(paletteOf({ ...CARD, background: "#fff" })).toEqual(["#fff"]);
    expect(paletteOf(CARD)).toBe(paletteOf(CARD));
  });
});

test("a field shows texts, numbers and switches, and nothing for a list or an object", () => {
  expect(["a", 5, 0, false, [1], { a: 1 }, null, undefined].map(textOf)).toEqual([
    "a",
    "5",
    "0",
    "false",
    "",
    "",
    "",
    "",
  ]);
});

import { describe, expect, test } from "@jest/globals";
import { moveLayer } from "../../src/compile/move-layer.js";
import { asOneDrawing, isOneDrawing } from "../../src/compile/one-drawing.js";
import type { Piece } from "../../src/items/item.js";
import type { ResolvedLayer } from "../../src/layout/resolved-layer.js";

const PATH = '<path d="M0 0H1V1H0Z"/>';
const piece = (x: number, svg = PATH): Piece => ({ svg, bounds: { x, y: 0, width: 10, height: 10 } });
const groupOf = (pieces: Piece[], other: object = {}): Piece => ({ pieces, clips: [], opacity: 1, ...other });
const SHADOW = { color: "#000", x: 0, y: 0, deviationX: 0, deviationY: 0, spread: 0, isInner: false };

describe("asOneDrawing", () => {
  test("a group becomes one fragment around all of its pieces, with its opacity", () => {
    const { svg, bounds } = asOneDrawing(groupOf([piece(0), piece(30)], { opacity: 0.5 }));
    expect(svg).toBe(`<g opacity="0.5">${PATH}${PATH}</g>`);
    expect(bounds).toEqual({ x: 0, y: 0, width: 40, height: 10 });
  });

  test("a piece inside of a group keeps its own opacity", () => {
    const faded: Piece = { svg: PATH, bounds: { x: 0, y: 0, width: 1, height: 1 }, opacity: 0.25 };
    expect(asOneDrawing(groupOf([faded])).svg).toBe(`<g opacity="0.25">${PATH}</g>`);
  });

  test("a group is clipped to all of its clips, and the rotation of a clip moves to its shape", () => {
    const [one, other] = [
      piece(0, '<path d="M1 1Z"/>'),
      piece(0, '<g transform="rotate(45 1 2)"><path d="M2 2Z"/></g>'),
    ];
    const { svg, bounds } = asOneDrawing(groupOf([piece(0)], { clips: [one, other] }));
    const clip = /<clipPath id="(\w+)">(.*?)<\/clipPath>/g;
    const found = [...svg.matchAll(clip)].map(([, id, shape]) => ({ id, shape }));
    expect(found.map(({ shape }) => shape)).toEqual([
      '<path transform="rotate(45 1 2)" d="M2 2Z"/>',
      '<path d="M1 1Z"/>',
    ]);
    expect(svg).toContain(`<g clip-path="url(#${found[1]?.id})">${PATH}</g></g>`);
    expect(svg).toContain(`<g clip-path="url(#${found[0]?.id})"><defs>`);
    expect(bounds).toEqual({ x: 0, y: 0, width: 10, height: 10 });
  });

  test("a group without a drawing is not clipped", () => {
    expect(asOneDrawing(groupOf([piece(0, "")], { clips: [piece(0)] })).svg).toBe("");
  });
});

describe("isOneDrawing", () => {
  test.each<[string, Piece, boolean]>([
    ["a fragment", piece(0), true],
    ["a group", groupOf([piece(0)]), true],
    ["a group with an empty list of shadows", groupOf([piece(0)], { shadows: [] }), true],
    ["a group with a shadow", groupOf([piece(0)], { shadows: [SHADOW] }), false],
    ["a group with a mask", groupOf([piece(0)], { mask: groupOf([piece(0)]) }), false],
    ["a group with such a group inside", groupOf([piece(0), groupOf([], { shadows: [SHADOW] })]), false],
  ])("the rasterizer can draw %s: %s", (_, drawn, expected) => {
    expect(isOneDrawing(drawn)).toBe(expected);
  });
});

test("a layer moves together with all layers inside of it, and keeps its other attributes", () => {
  const layer = (x: number, y: number, children?: ResolvedLayer[]): ResolvedLayer => {
    const plain = {
      id: "layer",
      type: "group",
      x,
      y,
      width: 7,
      height: 8,
      rotation: 45,
      opacity: 0.5,
      name: undefined,
    };
    return children === undefined ? plain : { ...plain, children };
  };
  expect(moveLayer(layer(1, 2, [layer(3, 4, [layer(5, 6)])]), 10, -20)).toEqual(
    layer(11, -18, [layer(13, -16, [layer(15, -14)])]),
  );
});

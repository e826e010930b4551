import { describe, expect, test } from "@jest/globals";
import { maskState, pageCanvas, paintForm, paintGroup, toStream, within } from "../../src/pdf/canvas.js";
import { clipOperators, clipTo } from "../../src/pdf/clip.js";
import type { SvgTree } from "../../src/pdf/svg-tree.js";
import { element, emptyCanvas, emptyOutput, objectsOf, resourceOf } from "./written-objects.js";

const draw = (...operators: string[]) => {
  return async (inner: { readonly operators: string[] }) => {
    inner.operators.push(...operators);
    await Promise.resolve();
  };
};

describe("a canvas", () => {
  test("the canvas of a page begins with the transform to points", () => {
    const canvas = pageCanvas([0.75, 0, 0, -0.75, 0, 90]);
    expect(canvas.operators).toEqual(["0.75 0 0 -0.75 0 90 cm"]);
    expect(toStream(canvas)).toEqual([0.75, 0, 0, -0.75, 0, 90]);
    expect(toStream({ ...canvas, toDocument: [2, 0, 0, 2, 10, 20] })).toEqual([1.5, 0, 0, -1.5, 7.5, 75]);
  });

  test("a transform is written only if it changes something, and the state is restored", async () => {
    const canvas = emptyCanvas();
    await within(canvas, [1, 0, 0, 1, 0, 0], draw("a"));
    await within(canvas, [1, 0, 0, 1, 0, 5], draw("b"));
    expect(canvas.operators).toEqual(["q", "a", "Q", "q", "1 0 0 1 0 5 cm", "b", "Q"]);
  });

  test("nothing is left of a state in which nothing is painted", async () => {
    const canvas = emptyCanvas();
    canvas.operators.push("before");
    await within(canvas, [2, 0, 0, 2, 0, 0], draw());
    await within(canvas, [1, 0, 0, 1, 0, 0], draw());
    expect(canvas.operators).toEqual(["before"]);
  });

  test("a nested transform applies before those around it", async () => {
    const canvas = emptyCanvas();
    await within(canvas, [1, 0, 0, 1, 10, 20], async (middle) => {
      await within(middle, [2, 0, 0, 3, 0, 0], async (inner) => {
        expect(inner.toDocument).toEqual([2, 0, 0, 3, 10, 20]);
        await Promise.resolve();
      });
    });
    expect.assertions(1);
  });
});

describe("paintForm", () => {
  test("the box of a form is the page in its own coordinates", async () => {
    const output = emptyOutput({ x: 10, y: 20, width: 200, height: 100 });
    const canvas = { ...emptyCanvas(), toDocument: [2, 0, 0, 4, 30, 40] } as const;
    const object = await paintForm(output, canvas, "/Extra 1", draw("one", "two"));
    const { body, content } = objectsOf(output).get(object ?? 0) ?? {};
    // (10 - 30) / 2, (20 - 40) / 4, (210 - 30) / 2 and (120 - 40) / 4.
    expect(body).toContain("/Type/XObject/Subtype/Form/BBox[-10 -5 90 20]/Resources 1 0 R/Extra 1/");
    expect(content).toBe("one\ntwo");
  });

  test("a form that draws nothing, or whose coordinates are flat, is left out", async () => {
    const output = emptyOutput();
    expect(await paintForm(output, emptyCanvas(), "", draw())).toBeUndefined();
    const flat = { ...emptyCanvas(), toDocument: [1, 0, 0, 0, 0, 0] } as const;
    expect(await paintForm(output, flat, "", draw("a"))).toBeUndefined();
    expect(objectsOf(output).size).toBe(1);
  });
});

describe("paintGroup", () => {
  test("a group is blended as a whole with its opacity and its mode", async () => {
    const output = emptyOutput();
    const canvas = emptyCanvas();
    await paintGroup(output, canvas, { opacity: 0.4, mode: "color-dodge" }, draw("a"));
    expect(canvas.operators).toEqual(["q /G1 gs /X1 Do Q"]);
    expect(resourceOf(output, "/G1").body).toBe("<</ca 0.4/CA 0.4/BM/ColorDodge>>");
    expect(resourceOf(output, "/X1").body).toContain("/Group<</S/Transparency/CS/DeviceRGB/I true>>");
  });

  test("a group of the normal mode names none, and an empty group is not painted", async () => {
    const output = emptyOutput();
    const canvas = emptyCanvas();
    await paintGroup(output, canvas, { opacity: 1 }, draw());
    expect(canvas.operators).toEqual([]);
    await paintGroup(output, canvas, { opacity: 1, mode: "normal" }, draw("a"));
    expect(resourceOf(output, "/G1").body).toBe("<</ca 1/CA 1>>");
  });
});

test("a mask multiplies by the brightness of its form, and is black outside of it", async () => {
  const output = emptyOutput();
  expect(await maskState(output, emptyCanvas(), draw())).toBeUndefined();
  const name = (await maskState(output, emptyCanvas(), draw("a"))) ?? "";
  expect(resourceOf(output, name).body).toBe("<</SMask<</S/Luminosity/BC[0 0 0]/G 2 0 R>>>>");
  expect(objectsOf(output).get(2)?.body).toContain("/Group<</S/Transparency/CS/DeviceRGB>>/");
});

describe("clipTo", () => {
  const [one, other] = [element("path", { d: "M 0 0 L 4 0 Z" }), element("path", { d: "M 5 5 L 9 5 Z" })];
  const hidden = element("path", { d: "M 7 7 L 8 7 Z", visibility: "hidden" });
  const [oneText, otherText] = ["0 0 m\n4 0 l\n h", "5 5 m\n9 5 l\n h"];

  async function clip(
    children: readonly (typeof one)[],
    attributes = {},
    definitions: SvgTree["definitions"] = new Map(),
  ) {
    const output = emptyOutput();
    const canvas = emptyCanvas();
    const tree = { width: 9, height: 9, children: [], definitions };
    const state = await clipTo(output, canvas, tree, element("clipPath", attributes, children));
    const form = state === undefined ? undefined : objectsOf(output).get(2)?.content;
    return { operators: canvas.operators, form };
  }

  test("a clip of one path needs only operators", async () => {
    expect(await clip([one])).toEqual({ operators: [`${oneText} W n`], form: undefined });
    expect(await clip([one, hidden])).toEqual({ operators: [`${oneText} W n`], form: undefined });
    const evenOdd = element("path", { d: "M 0 0 L 4 0 Z", "clip-rule": "evenodd" });
    expect((await clip([evenOdd])).operators).toEqual([`${oneText} W* n`]);
  });

  test("the path of a clip can have a transform", () => {
    const moved = element("path", { d: "M 0 0 L 4 0 Z", transform: "matrix(1 0 0 1 2 3)" });
    expect(clipOperators(moved, "clip-rule")).toBe("2 3 m\n6 3 l\n h W n");
  });

  test("a clip has the rule of its property only", () => {
    const path = element("path", { d: "M 0 0 L 4 0 Z", "fill-rule": "evenodd" });
    expect(clipOperators(path, "fill-rule")).toBe(`${oneText} W* n`);
    expect(clipOperators(path, "clip-rule")).toBe(`${oneText} W n`);
  });

  test("a clip without a visible path hides everything", async () => {
    expect((await clip([])).operators).toEqual(["0 0 0 0 re W n"]);
    expect((await clip([hidden])).operators).toEqual(["0 0 0 0 re W n"]);
  });

  test("a clip of several paths is a mask of those that are visible", async () => {
    const evenOdd = element("path", { d: "M 5 5 L 9 5 Z", "clip-rule": "evenodd" });
    expect(await clip([one, hidden, other])).toEqual({ operators: [], form: `1 g\n${oneText} f\n${otherText} f` });
    expect((await clip([evenOdd, one])).form).toBe(`1 g\n${otherText} f*\n${oneText} f`);
  });

  test("a clip path that is clipped itself clips to both", async () => {
    const outer = new Map([["o", element("clipPath", {}, [other])]]);
    expect((await clip([one], { "clip-path": "url(#o)" }, outer)).operators).toEqual([
      `${otherText} W n`,
      `${oneText} W n`,
    ]);
    const several = new Map([["o", element("clipPath", {}, [one, other])]]);
    await expect(clip([one], { "clip-path": "url(#o)" }, several)).rejects.toThrow("clipped to several shapes");
  });

  test.each([
    ["in units of its box", { clipPathUnits: "objectBoundingBox" }, one],
    ["with a transform", { transform: "matrix(1 0 0 1 2 3)" }, one],
    ["with a group", {}, element("g")],
    ["with a clipped path", {}, element("path", { d: "M 0 0", "clip-path": "url(#x)" })],
  ])("a clip path %s has no operators", async (_, attributes, child) => {
    await expect(clip([child], attributes)).rejects.toThrow("has clips of its own");
  });
});

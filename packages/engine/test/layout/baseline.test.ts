import { expect, test } from "@jest/globals";
import { block, group, places, resolve, words } from "./layout-support.js";

test("the texts of a row on one baseline stand on the baseline of the largest text, and the row is high enough", () => {
  const row = group(
    { layout: "row", align_items: "baseline" },
    words("small", "ab", { font_size: 10 }),
    words("large", "cd", { font_size: 60 }),
  );
  const boxes = places(resolve([{ ...row, background_color: "red" } as typeof row]));
  // The baselines of the support are at half of the font size: 5 px and 30 px.
  expect(boxes["large"]?.[1]).toBe(50);
  expect(boxes["small"]?.[1]).toBe(50 + 25);
  expect(boxes["g-ground"]?.[3]).toBe(25 + 20);
});

test("a layer without a text stands on the baseline with its bottom edge", () => {
  const row = group({ layout: "row", align_items: "baseline" }, block("box"), words("text", "ab", { font_size: 100 }));
  const boxes = places(resolve([row]));
  expect((boxes["box"]?.[1] ?? 0) + 30).toBe(50 + 50);
});

test("a nested column stands on the baseline of its first text", () => {
  const column = {
    id: "c",
    type: "group",
    layout: "column",
    children: [words("a", "a", { font_size: 20 }), words("b", "b")],
  };
  const row = group(
    { layout: "row", align_items: "baseline" },
    column as never,
    words("large", "c", { font_size: 80 }),
  );
  const boxes = places(resolve([row]));
  expect(boxes["a"]?.[1]).toBe(50 + 30);
});

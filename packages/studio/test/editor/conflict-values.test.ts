import { describe, expect, test } from "@jest/globals";
import type { AttributeDifference, Difference } from "../../src/editor/document/merge.js";
import { colorIn, labelOf, valueText } from "../../src/screens/editor/parts/conflict-values.js";

const named = (id: string): string => ({ photo: "Photo", title: "Title" })[id] ?? id;
const difference = (name: string, base: unknown, mine: unknown, theirs: unknown): AttributeDifference => ({
  name,
  base,
  mine,
  theirs,
  changedBy: "both",
});
const both = (one: AttributeDifference) => [valueText(one, "mine", named), valueText(one, "theirs", named)];

describe("the values of a conflict in words", () => {
  test.each<[string, AttributeDifference, string[]]>([
    ["a text is shown as it is", difference("text", "", "Mine", "Theirs"), ["Mine", "Theirs"]],
    ["a number is shown as JSON", difference("x", 1, 2, 3), ["2", "3"]],
    ["a missing attribute is not set", difference("color", undefined, "#fff", undefined), ["#fff", "not set"]],
    ["a layer of the base is kept or deleted", difference("(presence)", {}, {}, undefined), ["kept", "deleted"]],
    ["a new layer is added or not there", difference("(presence)", undefined, undefined, {}), ["not there", "added"]],
    ["a group is shown by its name", difference("(group)", "a", "(document)", "photo"), ["The document", "Photo"]],
    [
      "an order is listed with the topmost layer first",
      difference("(order)", [], ["photo", "title"], ["title", "photo"]),
      ["Title, Photo", "Photo, Title"],
    ],
  ])("%s", (_, one, expected) => {
    expect(both(one)).toEqual(expected);
  });

  test("long texts are cut so that what differs can be seen, at the beginning, in the middle and at the end", () => {
    const same = "a".repeat(400);
    const [atEnd] = both(difference("text", "", `${same}END`, `${same}other`));
    expect(atEnd).toHaveLength(161);
    expect(atEnd?.endsWith("END")).toBe(true);
    const [inMiddle] = both(difference("text", "", `${same}MIDDLE${same}`, `${same}other${same}`));
    expect(inMiddle).toBe(`…${"a".repeat(30)}MIDDLE${"a".repeat(124)}…`);
    const [atStart] = both(difference("text", "", `START${same}`, `other${same}`));
    expect(atStart).toBe(`START${"a".repeat(155)}…`);
  });

  test("a color has a swatch, and an expression or a gradient has none", () => {
    expect(["#fff", "#0f172a80", "{{ accent }}", "red", 7].map(colorIn)).toEqual([
      ...["#fff", "#0f172a80"],
      ...[undefined, undefined, undefined],
    ]);
  });

  test("a value has the label of the panel, and a key of the document its name in words", () => {
    const layer = { id: "title", type: "text" };
    const labels = (one: Difference, name: string) => labelOf(one, difference(name, 1, 2, 3));
    expect(labels({ id: "title", layer, attributes: [] }, "x")).toBe("Left");
    expect(labels({ id: "title", layer, attributes: [] }, "unknown_one")).toBe("unknown one");
    expect(labels({ id: "(document)", attributes: [] }, "max_height")).toBe("max height");
    expect(labels({ id: "(document)", attributes: [] }, "(order)")).toBe("Order, topmost first");
  });
});

import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";

const rectangles = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: `${prefix}${index}`, type: "rectangle" },
    width: 9,
    height: 9,
  }));
const issuesOf = (layers: readonly object[]) => {
  const checked = checkTemplateDocument({ width: 90, height: 90, layers });
  return "issues" in checked ? checked.issues : [];
};
const message = "A document has at most 200 layers, including those inside groups.";

describe("the number of layers of a document", () => {
  test("a document can have 200 layers, and the issue about one more names the list that has it", () => {
    expect(issuesOf(rectangles(200, "a"))).toEqual([]);
    expect(issuesOf(rectangles(201, "a"))).toEqual([{ path: "layers", message }]);
  });

  test("the issue about too many layers inside of a group names the list of the group", () => {
    const group = { id: "g", type: "group", children: rectangles(101, "b") };
    expect(issuesOf([...rectangles(99, "a"), group])).toEqual([{ path: "layers[99].children", message }]);
  });
});

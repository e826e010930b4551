import { describe, expect, test } from "@jest/globals";
import { issuesByItem, placeIssues } from "../../../src/screens/batches/model/place-issues.js";

/** Finds the column of a path. */
const columnOf = (path: string, mapping: readonly (string | null)[]): number | undefined =>
  placeIssues([{ path, message: "It is wrong." }], mapping)[0]?.column;

describe("the places of issues", () => {
  test("issues of a batch belong to the item that their path names", () => {
    const issues = [
      { path: "jobs[3].layers.title.text", message: "It is too long." },
      { path: "renders[12].variables.seat", message: "It is no number." },
      { path: "jobs[3]", message: "It is malformed." },
      { path: "webhookUrl", message: "It is no URL." },
    ];
    expect(issuesByItem(issues)).toEqual(
      new Map([
        [
          3,
          [
            { path: "layers.title.text", message: "It is too long." },
            { path: "", message: "It is malformed." },
          ],
        ],
        [12, [{ path: "variables.seat", message: "It is no number." }]],
        [-1, [{ path: "webhookUrl", message: "It is no URL." }]],
      ]),
    );
  });

  test("an issue belongs to the column that fills the value", () => {
    const mapping = [null, "variables.seat", "layers.title.text"];
    expect(columnOf("variables.seat", mapping)).toBe(1);
    expect(columnOf("layers.title.text", mapping)).toBe(2);
  });

  test("an issue inside of a list belongs to the column of the list", () => {
    expect(columnOf("variables.items[2].price", ["variables.items"])).toBe(0);
  });

  test("names of layers can contain dots, and the longest name that fits is used", () => {
    expect(columnOf("layers.v1.2 note.text", ["layers.v1", "layers.v1.2 note.text"])).toBe(1);
  });

  test("a name that only begins like another one is not used", () => {
    expect(columnOf("variables.seats", ["variables.seat"])).toBeUndefined();
  });

  test("an issue about hiding belongs to the column whose cell hides the layer", () => {
    expect(columnOf("layers.photo.hide", ["layers.title.text", "layers.photo.image_url"])).toBe(1);
  });

  test("an issue about a value without a column belongs to the whole row", () => {
    expect(columnOf("variables.guestName", ["variables.seat"])).toBeUndefined();
  });
});

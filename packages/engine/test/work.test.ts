import { describe, expect, test } from "@jest/globals";
import { Work } from "../src/shared/work.js";

describe("the work of a render", () => {
  test("long work is reported from time to time, and short work is never reported", () => {
    let reports = 0;
    const work = new Work(10_000_000, () => (reports += 1));
    const spend = work.of({ id: "layer" });
    const after = [90_000, 20_000, 90_000, 5_000, 1_000_000].map((microseconds) => {
      spend(microseconds);
      return reports;
    });
    expect(after).toEqual([0, 1, 1, 1, 2]);
  });

  test("work beyond the limit is refused, and the error names the layer with the most work", () => {
    const work = new Work(100);
    work.of({ id: "costly" })(90);
    expect(() => work.of({ id: "last" })(20)).toThrow("The picture can't be made.");
    expect(work.total).toBe(110);
  });
});

import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import { expandLayers } from "../../src/document/expand-layers.js";
import { costIssues } from "../../src/estimate/cost-issues.js";
import type { Contributor, Estimate } from "../../src/estimate/estimate.js";
import { helpfulChanges } from "../../src/estimate/helpful-changes.js";

const checked = checkTemplateDocument({ width: 9, height: 9, layers: [] });
if ("issues" in checked) throw new Error("The document has no issues.");
const { document } = checked;
/** A picture that cannot be made smaller: not by its scale, its format or its images. */
const picture = {
  document,
  expansion: expandLayers(document, {}),
  output: { format: "png", scale: 0.5, transparent: false } as const,
  options: {},
};

type Part = readonly [path: string, cpuMs: number, memoryBytes?: number, name?: string];

function estimateOf(...parts: readonly Part[]): Estimate {
  const contributors = parts.map(([path, cpuMs, memoryBytes = 0, name]): Contributor => {
    return { path, name, cpuMs, memoryBytes, reason: "" };
  });
  const largest = Math.max(...contributors.map(({ memoryBytes }) => memoryBytes));
  return {
    cpuMs: contributors.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    // The frame takes 200 bytes.
    memoryBytes: largest + 200,
    ...{ effort: undefined, hasImages: false, hasUnknownImages: false },
    contributors,
  };
}

// A render may take 10 s and 1,150 MB.
describe("leaving out the layers that cost the most", () => {
  test("the largest layer is named if the picture is accepted without it", () => {
    const estimate = estimateOf(["layers[0]", 4000, 100], ["layers[1]", 9000, 300, "big"], ["output", 1000, 50]);
    expect(helpfulChanges(picture, estimate)).toEqual([
      { change: 'without the layer "big"', cost: { cpuMs: 5000, memoryBytes: 300 } },
    ]);
  });

  test("a layer without a name is named by its place, also if it is the only one", () => {
    expect(helpfulChanges(picture, estimateOf(["layers[3].children[0]", 12_000], ["output", 100]))).toEqual([
      { change: "without the layer at layers[3].children[0]", cost: { cpuMs: 100, memoryBytes: 200 } },
    ]);
  });

  test("several layers are counted", () => {
    const estimate = estimateOf(["layers[0]", 8000], ["layers[1]", 6000], ["layers[2]", 7000], ["output", 1000]);
    expect(helpfulChanges(picture, estimate)).toEqual([
      { change: "without the 2 layers that take the most", cost: { cpuMs: 7000, memoryBytes: 200 } },
    ]);
  });

  test("of a picture that needs too much memory, the layer with the most memory is left out", () => {
    const [much, more] = [1_000_000_000, 1_300_000_000];
    const estimate = estimateOf(["layers[0]", 500, much, "slow"], ["layers[1]", 100, more, "large"], ["output", 50]);
    expect(helpfulChanges(picture, estimate)).toEqual([
      { change: 'without the layer "large"', cost: { cpuMs: 550, memoryBytes: much + 200 } },
    ]);
  });

  test("at most 20 layers are left out, and nothing else than layers", () => {
    const layers = (count: number) => Array.from({ length: count }, (_, index): Part => [`layers[${index}]`, 1000]);
    expect(helpfulChanges(picture, estimateOf(...layers(20), ["output", 9500]))).toMatchObject([
      { change: "without the 20 layers that take the most" },
    ]);
    expect(helpfulChanges(picture, estimateOf(...layers(21), ["output", 9500]))).toEqual([]);
    expect(helpfulChanges(picture, estimateOf(["background", 12_000], ["layers[0]", 500], ["output", 50]))).toEqual([]);
  });
});

test("a rest of one percent is named, and none that rounds to nothing", () => {
  const last = (rest: number) =>
    costIssues(estimateOf(["layers[0]", 19_800], ["layers[1]", 1], ["layers[2]", 1], ["output", rest]))[0]?.message;
  expect(last(198)).toContain("99 % of it is for the layer at layers[0] and 1 % for the rest.");
  expect(last(1)).toContain("100 % of it is for the layer at layers[0]. ");
});

import { expect, test } from "@jest/globals";
import { estimateCost } from "../../src/estimate/estimate-cost.js";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import { expandLayers } from "../../src/document/expand-layers.js";

function estimate(height: object, text: string) {
  const layers = [{ id: "t", type: "text", width: 300, text }];
  const checked = checkTemplateDocument({ width: 400, ...height, layers });
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  const output = { format: "png", scale: 1, transparent: false } as const;
  return estimateCost(checked.document, expandLayers(checked.document, {}), output);
}

test("a document whose height hugs costs at least as much as a document of its maximum height", () => {
  const [fixed, hugging] = [{ height: 2000 }, { height: "hug", max_height: 2000 }].map((height) =>
    estimate(height, "word ".repeat(500)),
  );
  expect(hugging?.memoryBytes).toBeGreaterThanOrEqual(fixed?.memoryBytes ?? Infinity);
  // The text is laid out once more.
  expect(hugging?.cpuMs).toBeGreaterThan(fixed?.cpuMs ?? Infinity);
  expect(hugging?.cpuMs).toBeLessThan(2 * (fixed?.cpuMs ?? 0));
});

import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { loadRenderInput } from "../../cli/render-input.js";

const folder = join(import.meta.dirname, "../../examples/features/property-sheet");
const source = { folder, template: "template.json" };

test("the property sheet fits the limits at 300 pixels per inch", async () => {
  const { input, issues } = await loadRenderInput(source);
  expect(issues).toEqual([]);
  expect(input?.request).toMatchObject({ format: "png", scale: 1 });
  expect(input?.document).toMatchObject({ width: 2480, height: 3508, dpi: 300 });
});

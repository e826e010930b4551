import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { LocalRenderer } from "../../cli/local-renderer.js";
import { renderFiles } from "../../cli/render-files.js";
import { loadRenderInput } from "../../cli/render-input.js";
import { differenceOf, drawPdf, drawPicture } from "../../packages/engine/test/pdf/open-pdf.js";

const folder = join(import.meta.dirname, "../../examples/features/property-sheet");
const source = { folder, template: "template.json" };

test("the property sheet fits the limits at 300 pixels per inch", async () => {
  const { input, issues } = await loadRenderInput(source);
  expect(issues).toEqual([]);
  expect(input?.request).toMatchObject({ format: "png", scale: 1 });
  expect(input?.document).toMatchObject({ width: 2480, height: 3508, dpi: 300 });
});

test("the PDF of the property sheet looks like its golden to an independent reader", async () => {
  const renderer = new LocalRenderer({ allowLoopback: false });
  const request = { ...source, data: "request.json", output: { format: "pdf" as const } };
  const { picture, issues } = await renderFiles(request, renderer);
  expect(issues).toEqual([]);
  const size = { width: 1240, height: 1754 };
  const golden = await drawPicture(readFileSync(join(folder, "expected.png")));
  const { mean, far } = differenceOf(golden, await drawPdf(picture?.bytes ?? new Uint8Array(), size));
  // Photos that are a pixel too large would add 0.8.
  expect(mean).toBeLessThan(1.2);
  expect(far).toBeLessThan(0.005);
});

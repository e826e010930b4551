import { expect, jest, test } from "@jest/globals";

let loads = 0;
const SVG =
  '<svg width="10" height="10" viewBox="0 0 10 10" xmlns="http://www.w3.org/2000/svg"><path d="M0 0h10v10H0z"/></svg>';
jest.unstable_mockModule("satori", () => {
  loads += 1;
  return { default: () => Promise.resolve(SVG) };
});

const { renderLayers } = await import("../support.js");

test("the layout engine is loaded by the first picture with an HTML layer, and by no other", async () => {
  const text = { id: "t", type: "text", width: 90, height: 50, text: "Text" } as const;
  const drawing = { id: "s", type: "svg", width: 9, height: 9, svg: '<svg viewBox="0 0 1 1"/>' } as const;
  await renderLayers([text, drawing, { id: "e", type: "html", width: 9, height: 9, html: "" }]);
  expect(loads).toBe(0);
  const html = { id: "h", type: "html", width: 10, height: 10, html: "<p>a</p>" } as const;
  const drawn = await renderLayers([html]);
  expect([loads, drawn.paintedBox()]).toEqual([1, { left: 0, top: 0, right: 9, bottom: 9 }]);
});

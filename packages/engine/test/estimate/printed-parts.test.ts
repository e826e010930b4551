import { describe, expect, test } from "@jest/globals";
import { estimate } from "./support.js";

const layer = { id: "shape", type: "ellipse", x: 20, y: 20, width: 200, height: 200 } as const;
const SHARP = { color: "#000", blur: 1 } as const;
const SOFT = { color: "#000", blur: 40 } as const;

/** Returns the estimated time that attributes of a layer add to a picture. */
function addedMs(attributes: object, format: "png" | "pdf", scale = 1, document: object = {}): number {
  const cpuMs = (look: object) =>
    estimate({ edition: 2, width: 300, height: 300, layers: [{ ...layer, ...look }], ...document }, { format, scale })
      .cpuMs;
  return cpuMs(attributes) - cpuMs({});
}

describe("the estimate of the images on a page", () => {
  test("a sharp shadow in a PDF costs as much as its pixels at 300 dpi, about ten times those of the picture", () => {
    const times = addedMs({ shadows: [SHARP] }, "pdf") / addedMs({ shadows: [SHARP] }, "png");
    expect(times).toBeGreaterThan(8);
    expect(times).toBeLessThan(12);
  });

  test("a soft shadow has no more pixels in a PDF than in the picture", () => {
    const times = addedMs({ shadows: [SOFT] }, "pdf") / addedMs({ shadows: [SOFT] }, "png");
    expect(times).toBeGreaterThan(0.8);
    expect(times).toBeLessThan(1.2);
  });

  test("an inner shadow makes the whole layer an image, so its blur does not reduce the pixels", () => {
    const inner = { ...SOFT, inset: true };
    expect(addedMs({ shadows: [inner] }, "pdf")).toBeGreaterThan(5 * addedMs({ shadows: [inner] }, "png"));
  });

  test("a document at 300 dpi has the same pixels in both formats", () => {
    const document = { dpi: 300 };
    const [pdf, png] = (["pdf", "png"] as const).map((format) =>
      addedMs({ shadows: [SHARP] }, format, 1, document),
    ) as [number, number];
    expect(pdf / png).toBeGreaterThan(0.8);
    expect(pdf / png).toBeLessThan(1.2);
  });

  test("a shadow inside a group with a shadow is drawn for the group, and again for itself", () => {
    const cost = (shadows: readonly object[]) => {
      const child = { ...layer, id: "inner", shadows: [SHARP] };
      const group = { id: "group", type: "group", width: 300, height: 300, children: [child], shadows };
      const { contributors } = estimate({ edition: 2, width: 300, height: 300, layers: [group] }, { format: "pdf" });
      return contributors.find(({ path }) => path === "layers[0].children[0]")?.cpuMs ?? 0;
    };
    expect(cost([SHARP])).toBeGreaterThan(1.5 * cost([]));
  });
});

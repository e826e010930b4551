import { describe, expect, test } from "@jest/globals";
import { estimate } from "./support.js";

/** The processor time of a picture with one barcode, in milliseconds. */
const barcodeMs = (characters: number) =>
  estimate({
    ...{ width: 300, height: 100 },
    layers: [{ id: "a", type: "barcode", width: 300, height: 100, data: "x".repeat(characters) }],
  }).cpuMs;

describe("the estimate of a barcode", () => {
  test("a barcode costs more with each of 80 characters, which is the most that can be drawn", () => {
    expect(barcodeMs(80) - barcodeMs(79)).toBeCloseTo(0.3, 6);
    expect(barcodeMs(80) - barcodeMs(1)).toBeCloseTo(79 * 0.3, 6);
  });

  test("a barcode of more than 80 characters costs as much as one of 80, because it is not drawn", () => {
    expect(barcodeMs(81)).toBe(barcodeMs(80));
    expect(barcodeMs(200)).toBe(barcodeMs(80));
  });
});

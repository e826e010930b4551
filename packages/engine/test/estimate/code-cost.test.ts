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

/** The processor time of a picture with one layer, in milliseconds. */
const layerMs = (layer: Readonly<Record<string, unknown>>) =>
  estimate({ width: 300, height: 300, layers: [{ id: "a", ...layer }] }).cpuMs;

describe("the estimate of a QR code", () => {
  const qrMs = (data: string) => layerMs({ type: "qr", width: 300, height: 300, data });
  const rectangleMs = () => layerMs({ type: "rectangle", width: 300, height: 300 });

  test("a QR code costs 3 ms more than a rectangle, and 0.013 ms for each byte of its data", () => {
    expect(qrMs("a") - rectangleMs()).toBeCloseTo(3.013, 6);
    expect(qrMs("a".repeat(101)) - qrMs("a")).toBeCloseTo(1.3, 6);
    expect(qrMs("ä") - qrMs("a")).toBeCloseTo(0.013, 6);
  });
});

describe("the estimate of a line", () => {
  const lineMs = (line_style: string, width: number, height: number) =>
    layerMs({ type: "line", width, height, line_style });

  test("a dashed line costs 0.014 ms for each time that it is longer than thick", () => {
    expect(lineMs("dashed", 300, 3) - lineMs("solid", 300, 3)).toBeCloseTo(100 * 0.014, 6);
    expect(lineMs("dotted", 300, 1) - lineMs("solid", 300, 1)).toBeCloseTo(300 * 0.014, 6);
  });

  test("a dashed line has at most 2,000 marks, and counts as at least a thousandth of a pixel thick", () => {
    expect(lineMs("dashed", 300, 0.1) - lineMs("solid", 300, 0.1)).toBeCloseTo(1999 * 0.014, 6);
    expect(lineMs("dashed", 1, 0.0005) - lineMs("solid", 1, 0.0005)).toBeCloseTo(1000 * 0.014, 6);
  });
});

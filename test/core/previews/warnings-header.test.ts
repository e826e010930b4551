import { describe, expect, test } from "@jest/globals";
import { previewWarningsSchema } from "../../../core/contract/templates-api.js";
import { warningsHeader } from "../../../core/previews/warnings-header.js";

describe("the warnings of a preview", () => {
  test("travel in ASCII and come out as they went in", () => {
    const warnings = [{ code: "TEXT_CUT", layer: "größe\n\u007f", message: 'Cut: "写真 🙂" \ud83d' }] as const;
    const header = warningsHeader(warnings) ?? "";
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(header)).toEqual(warnings);
  });

  test("have no header when there are none", () => {
    expect(warningsHeader([])).toBeUndefined();
  });

  test("are cut to whole entries within 4 KB", () => {
    const warnings = Array.from({ length: 100 }, (_, n) => ({
      code: "MISSING_GLYPH" as const,
      layer: `layer ${n}`,
      message: "é".repeat(20),
      retryable: false,
    }));
    const header = warningsHeader(warnings) ?? "";
    expect(header.length).toBeLessThanOrEqual(4096);
    const told = previewWarningsSchema.parse(JSON.parse(header));
    expect(told.length).toBeGreaterThan(15);
    expect(told.map(({ layer }) => layer)).toEqual(warnings.slice(0, told.length).map(({ layer }) => layer));
    expect(header).not.toContain("retryable");
  });

  test("leave out one that is too long by itself", () => {
    expect(warningsHeader([{ code: "TEXT_CUT", layer: "a", message: "x".repeat(5000) }])).toBe("[]");
  });
});

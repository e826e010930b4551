import { describe, expect, test } from "@jest/globals";
import { previewWarningsSchema } from "../../../core/contract/templates-api.js";
import { warningsHeader } from "../../../core/previews/warnings-header.js";

describe("warningsHeader", () => {
  test("the header is ASCII and can be parsed back to the warnings", () => {
    const warnings = [{ code: "TEXT_CUT", layer: "größe\n\u007f", message: 'Cut: "写真 🙂" \ud83d' }] as const;
    const header = warningsHeader(warnings) ?? "";
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(header)).toEqual(warnings);
  });

  test("there is no header without warnings", () => {
    expect(warningsHeader([])).toBeUndefined();
  });

  test("the header contains as many complete entries as fit into 4 KB", () => {
    const warnings = Array.from({ length: 100 }, (_, n) => ({
      code: "MISSING_GLYPH" as const,
      layer: `layer ${n}`,
      message: "é".repeat(20),
      retryable: false,
    }));
    const header = warningsHeader(warnings) ?? "";
    expect(header.length).toBeLessThanOrEqual(4096);
    const parsed = previewWarningsSchema.parse(JSON.parse(header));
    expect(parsed.length).toBeGreaterThan(15);
    expect(parsed.map(({ layer }) => layer)).toEqual(warnings.slice(0, parsed.length).map(({ layer }) => layer));
    expect(header).not.toContain("retryable");
  });

  test("the header omits a warning that is longer than 4 KB", () => {
    expect(warningsHeader([{ code: "TEXT_CUT", layer: "a", message: "x".repeat(5000) }])).toBe("[]");
  });
});

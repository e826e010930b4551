import { describe, expect, test } from "@jest/globals";
import { withoutUnusedClips } from "../../src/html/letter-clips.js";

describe("withoutUnusedClips", () => {
  test("clip paths of letters that nothing uses are left out, and all others stay", () => {
    const used = '<clipPath id="satori_bct-id-0"><path d="M1 1"/><path d="M2 2"/></clipPath>';
    const other = '<clipPath id="satori_cp-id-1"><rect width="9"/></clipPath>';
    const shape = '<rect fill="red" clip-path="url(#satori_bct-id-0)"/>';
    const unused =
      '<clipPath id="satori_bct-id-0-1" clip-path="url(#satori_cp-id-1)"><path d="M1 1"/></clipPath>' +
      '<clipPath id="satori_bct-id-0-10"/>';
    expect(withoutUnusedClips(`<svg>${used}${unused}${other}${shape}</svg>`)).toBe(
      `<svg>${used}${other}${shape}</svg>`,
    );
  });
});

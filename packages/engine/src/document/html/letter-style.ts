/** Reads the weight and the style of letters. */

/** Returns the weight of letters. `bolder` and `lighter` depend on the surrounding text (CSS Fonts 4, section 2.2). */
export function inheritedWeight(value: string | undefined, inherited: number): number {
  if (value === undefined || value === "inherit") return inherited;
  if (value === "bold") return 700;
  if (value === "bolder") return inherited < 350 ? 400 : inherited < 550 ? 700 : Math.max(900, inherited);
  if (value === "lighter") return inherited < 550 ? Math.min(100, inherited) : inherited < 750 ? 400 : 700;
  return Math.min(1000, Math.max(1, Number.parseInt(value, 10) || 400));
}

/** Returns the style of letters. */
export function inheritedStyle(value: string | undefined, inherited: "normal" | "italic"): "normal" | "italic" {
  if (value === undefined || value === "inherit") return inherited;
  return value === "italic" ? "italic" : "normal";
}

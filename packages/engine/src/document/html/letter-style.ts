/** Reads the weight and the style of letters. */

/** Returns the weight of letters. */
export function inheritedWeight(value: string | undefined, inherited: number): number {
  if (value === undefined || value === "inherit") return inherited;
  if (value === "bold") return 700;
  return Math.min(1000, Math.max(1, Number.parseInt(value, 10) || 400));
}

/** Returns the style of letters. */
export function inheritedStyle(value: string | undefined, inherited: "normal" | "italic"): "normal" | "italic" {
  if (value === undefined || value === "inherit") return inherited;
  return value === "italic" ? "italic" : "normal";
}

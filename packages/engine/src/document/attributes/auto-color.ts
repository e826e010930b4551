/** `auto` and `auto(#ffffff, #0f172a)`: a color that depends on what lies beneath the layer. */
import { parseColor } from "./color.js";

const CALL = /^auto\s*\((.{1,150})\)$/i;

/** Returns the two candidates of an automatic color, or undefined if the text is not an automatic color. */
export function autoColorCandidates(text: string): readonly [string, string] | undefined {
  const source = text.trim();
  if (source.toLowerCase() === "auto") return ["#ffffff", "#000000"];
  const inside = CALL.exec(source)?.[1];
  if (inside === undefined) return undefined;
  // Colors can contain commas. The separating comma is the one with a color on both sides.
  for (let comma = inside.indexOf(","); comma !== -1; comma = inside.indexOf(",", comma + 1)) {
    const [first, second] = [inside.slice(0, comma).trim(), inside.slice(comma + 1).trim()];
    if (parseColor(first) !== undefined && parseColor(second) !== undefined) return [first, second];
  }
  return undefined;
}

/** `auto` and `auto(#ffffff, #0f172a)`: a colour that is chosen by what lies beneath. */
import { parseColor } from "./color.js";

const CALL = /^auto\s*\((.{1,150})\)$/i;

/** The two colours that an automatic colour chooses from, or undefined if a text is none. */
export function autoColorCandidates(text: string): readonly [string, string] | undefined {
  const source = text.trim();
  if (source.toLowerCase() === "auto") return ["#ffffff", "#000000"];
  const inside = CALL.exec(source)?.[1];
  if (inside === undefined) return undefined;
  // A colour may hold commas itself, so the one that parts the two is that with a colour on either side.
  for (let comma = inside.indexOf(","); comma !== -1; comma = inside.indexOf(",", comma + 1)) {
    const [first, second] = [inside.slice(0, comma).trim(), inside.slice(comma + 1).trim()];
    if (parseColor(first) !== undefined && parseColor(second) !== undefined) return [first, second];
  }
  return undefined;
}

/** Which of the small pictures shows an attribute. */
import { SAMPLES } from "./attribute-samples.js";

/** Returns the name of the picture of an attribute, or `undefined` if nothing can be seen of it. */
export function sampleOf(type: string, attribute: string): string | undefined {
  if (SAMPLES[type]?.[attribute] !== undefined) return `${type}-${attribute}.webp`;
  return SAMPLES["shared"]?.[attribute] === undefined ? undefined : `shared-${attribute}.webp`;
}

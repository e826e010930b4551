/** Helpers that the parts of the pattern compiler share. */

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param rule the rule that the pattern violates, as a sentence without a period */
export function invalidPattern(rule: string, found: unknown): Error {
  return new Error(`Event pattern is not valid: ${rule}, found ${JSON.stringify(found)}.`);
}

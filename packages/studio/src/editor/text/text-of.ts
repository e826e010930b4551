/** Returns a value as a field shows it. A list or an object has no such text. */
export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

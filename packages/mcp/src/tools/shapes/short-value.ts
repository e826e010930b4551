/** Long values shortened, so that a picture inside a template does not fill a conversation. */

/** Longer texts of templates are prose, which an assistant rarely needs as a whole. */
const MAX_TEXT = 300;

/** Returns a JSON value with its data URIs and long texts replaced by their beginning and length. */
export function shortValue(value: unknown, maxText = MAX_TEXT): unknown {
  if (typeof value === "string") return shortText(value, maxText);
  if (Array.isArray(value)) return value.map((item) => shortValue(item, maxText));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortValue(part, maxText)]));
}

function shortText(text: string, maxText: number): string {
  const dataUri = /^data:[^,]{0,100},/.exec(text)?.[0];
  if (dataUri !== undefined && text.length > dataUri.length + 40) return `${dataUri}… (${text.length} characters)`;
  return text.length <= maxText ? text : `${text.slice(0, maxText - 1)}… (${text.length} characters)`;
}

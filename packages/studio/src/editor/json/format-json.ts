/** Writes values as JSON in the way that people do: what fits stays on one line. */

/** How a text is written. */
export interface JsonStyle {
  /** The white space of one level. */
  readonly unit: string;
}

export const DEFAULT_STYLE: JsonStyle = { unit: "  " };

/** A value that is not a layer is written on one line up to this width. */
const LINE_WIDTH = 100;
/** An object with more members has a line for each of them. */
const MAX_INLINE_MEMBERS = 4;

/** Returns the text of a value. Its further lines begin with `indent`. */
export function formatJson(value: unknown, indent = "", style = DEFAULT_STYLE): string {
  if (typeof value !== "object" || value === null) return value === undefined ? "null" : JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries = entriesOf(value);
  if (entries.length === 0) return isList ? "[]" : "{}";
  const line = formatInline(value);
  if (fitsInline(value, entries.length) && indent.length + line.length <= LINE_WIDTH) return line;
  const inside = indent + style.unit;
  const lines = entries.map(
    ([key, item]) => `${inside}${keyOf(isList ? undefined : key)}${formatJson(item, inside, style)}`,
  );
  const [open, close] = isList ? "[]" : "{}";
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

/** Returns the text of a value on one line. */
export function formatInline(value: unknown): string {
  if (typeof value !== "object" || value === null) return value === undefined ? "null" : JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = entriesOf(value).map(([key, item]) => `${keyOf(isList ? undefined : key)}${formatInline(item)}`);
  if (parts.length === 0) return isList ? "[]" : "{}";
  return isList ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
}

/** Returns the beginning of a member of an object. An item of a list has no key. */
export function keyOf(key: string | undefined): string {
  return key === undefined ? "" : `${JSON.stringify(key)}: `;
}

/** Layers are edited most, so each attribute has its own line. */
function fitsInline(value: object, size: number): boolean {
  if (Array.isArray(value)) return !value.some(isLarge);
  return size <= MAX_INLINE_MEMBERS && !("layers" in value) && !isLayer(value);
}

function isLarge(item: unknown): boolean {
  if (typeof item !== "object" || item === null) return false;
  return isLayer(item) || Object.keys(item).length > MAX_INLINE_MEMBERS;
}

function isLayer(value: object): boolean {
  return "id" in value && "type" in value;
}

function entriesOf(value: object): readonly (readonly [string, unknown])[] {
  // JSON has no undefined: a key without a value is absent.
  return Object.entries(value).filter(([, item]) => item !== undefined || Array.isArray(value));
}

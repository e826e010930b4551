/** The two values of a difference, in words. */
import { attributesOf } from "../../../editor/document/layer-types.js";
import {
  type AttributeDifference,
  type Choice,
  type Difference,
  DOCUMENT,
  GROUP,
  ORDER,
  PRESENCE,
} from "../../../editor/document/merge.js";
import { editorConflict as texts } from "../../../messages/en/editor-conflict.js";

/** Values with more characters are cut. */
const MAX_LENGTH = 160;
/** How many characters that are the same stay in front of the difference when a value is cut. */
const KEPT_IN_FRONT = 30;

/** Returns the label of a value that differs, as the panel has it. */
export function labelOf({ layer }: Difference, { name }: AttributeDifference): string {
  const own = { [PRESENCE]: texts.presence, [GROUP]: texts.group, [ORDER]: texts.order }[name];
  const known = layer && attributesOf(layer.type).find((attribute) => attribute.name === name)?.label;
  return own ?? known ?? name.replaceAll("_", " ");
}

/**
 * Returns one of the two values as a text. A long one is cut so that what differs can be seen.
 * @param nameOf returns the name of a layer by its ID
 */
export function valueText(difference: AttributeDifference, side: Choice, nameOf: (id: string) => string): string {
  const { name, base } = difference;
  const value = difference[side];
  if (name === PRESENCE) {
    if (value === undefined) return base === undefined ? texts.absent : texts.removed;
    return base === undefined ? texts.added : texts.kept;
  }
  if (value === undefined) return texts.unset;
  if (name === GROUP) return value === DOCUMENT ? texts.document : nameOf(value as string);
  // The list of layers shows the topmost one first as well.
  if (name === ORDER) return (value as readonly string[]).toReversed().map(nameOf).join(", ");
  return shortened(textOf(value), textOf(difference[side === "mine" ? "theirs" : "mine"]));
}

/** Returns the color that a value is, for a swatch. */
export function colorIn(value: unknown): string | undefined {
  return typeof value === "string" && /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value) ? value : undefined;
}

function textOf(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function shortened(text: string, other: string): string {
  if (text.length <= MAX_LENGTH) return text;
  let equal = 0;
  while (equal < text.length && text[equal] === other[equal]) equal++;
  const start = equal + MAX_LENGTH <= text.length ? Math.max(0, equal - KEPT_IN_FRONT) : text.length - MAX_LENGTH;
  const end = start + MAX_LENGTH;
  return `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
}

/** The text of a layer as the service reads it, and what typing has changed in it. */
import { type EditedDocument, type EditedLayer, isExpression } from "../../../editor/document/edited-document.js";
import { findLayer } from "../../../editor/document/layer-tree.js";
import { replaceRich, type RichText, type SelectedText } from "../../../editor/text/rich-text.js";

/** Returns the text of a layer as the template has it. */
export function textIn(document: EditedDocument, id: string): string {
  const text = findLayer(document, id)?.layer["text"];
  return typeof text === "string" ? text : "";
}

/** Returns the text of a layer with what its marks can name: colors, and the styles of the layer. */
export function richTextOf(layer: EditedLayer, text: string): RichText {
  const { rich, text_styles: styles } = layer;
  const names = Array.isArray(styles) ? (styles as readonly { readonly name?: unknown }[]).map(({ name }) => name) : [];
  return {
    text,
    // If data decides, the marks of the template are kept as marks.
    isRich: rich === true || isExpression(rich),
    isLook: (name) => names.includes(name) || CSS.supports("color", name),
  };
}

/** Returns the text with its marks in pairs after something was typed, or undefined if the field has done everything. */
export function typedIn(rich: RichText, value: string, caret: number): SelectedText | undefined {
  const { from, to, typed } = changedPart(rich.text, value, caret);
  // Marks can be typed, too.
  return /[\\*[\]{}]/.test(typed) ? undefined : replaceRich(rich, from, to, typed);
}

/** Returns the part of a text that was replaced, and its replacement. The caret is after what was typed. */
function changedPart(
  before: string,
  after: string,
  caret: number,
): { readonly from: number; readonly to: number; readonly typed: string } {
  const behind = after.length - caret;
  const most = Math.min(before.length - behind, caret);
  let from = 0;
  while (from < most && before.charCodeAt(from) === after.charCodeAt(from)) from++;
  return { from, to: before.length - behind, typed: after.slice(from, caret) };
}

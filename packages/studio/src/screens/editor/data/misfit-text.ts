import type { Misfit } from "../../../editor/samples/text-fit.js";
import { editorData as texts } from "../../../messages/en/editor-data.js";
import { formatNumber } from "../../../messages/format.js";

/** Says in words what does not fit. */
export function misfitText({ name, kind, fontSize, usualSize }: Misfit): string {
  if (kind === "cut") return texts.dialog.cut(name);
  return texts.dialog.shrunk(name, formatNumber(Math.round(fontSize * 10) / 10), formatNumber(usualSize));
}

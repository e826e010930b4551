import { type Misfit, misfitsOf } from "../../../editor/samples/text-fit.js";
import type { DraftPreview } from "../preview/draft-preview.js";
import type { EditorState } from "../state/editor-state.js";

/** Returns the texts of the shown picture that are cut or that have become smaller. */
export function shownMisfits(state: EditorState, preview: DraftPreview): readonly Misfit[] {
  const boxes = state.boxes.value;
  const laid = [...preview.texts.value].flatMap(([layerId, text]) => {
    const box = boxes.get(layerId);
    return box === undefined ? [] : [{ layerId, box, rotation: box.rotation, text }];
  });
  return misfitsOf(state.document.value, laid);
}

import { Button } from "../../../components/button.js";
import { editorData as texts } from "../../../messages/en/editor-data.js";
import type { DraftPreview } from "../preview/draft-preview.js";
import type { EditorState } from "../state/editor-state.js";
import { misfitText } from "./misfit-text.js";
import { shownMisfits } from "./shown-misfits.js";
import type { ShownData } from "./use-data.js";

interface DataNoticeProps {
  readonly state: EditorState;
  readonly preview: DraftPreview;
  readonly data: ShownData;
}

/** Says that the canvas shows other values than those of the template, and whether they fit. */
export function DataNotice({ state, preview, data }: DataNoticeProps) {
  const name = data.name.value;
  if (name === undefined) return null;
  const misfits = shownMisfits(state, preview);
  return (
    <p class="editor-notice" role="status">
      <span>{texts.notice(name)}</span>
      {!preview.isDrawing.value && (
        <span class={misfits.length === 0 ? "fits" : "misfits"}>
          {misfits.length === 0 ? texts.dialog.fits : misfits.map(misfitText).join(" · ")}
        </span>
      )}
      <Button kind="quiet" onClick={() => (data.chosen.value = undefined)}>
        {texts.back}
      </Button>
    </p>
  );
}

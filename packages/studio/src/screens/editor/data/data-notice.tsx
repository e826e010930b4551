import { Button } from "../../../components/button.js";
import { editorData as texts } from "../../../messages/en/editor-data.js";
import type { DraftPreview } from "../preview/draft-preview.js";
import type { EditorState } from "../state/editor-state.js";
import type { Misfit } from "../../../editor/samples/text-fit.js";
import { misfitText } from "./misfit-text.js";
import { shownMisfits } from "./shown-misfits.js";
import type { ShownData } from "./use-data.js";

interface DataNoticeProps {
  readonly state: EditorState;
  readonly preview: DraftPreview;
  readonly data: ShownData;
}

/** Says that the canvas shows values other than those of the template, and whether they fit. */
export function DataNotice({ state, preview, data }: DataNoticeProps) {
  const name = data.name.value;
  if (name === undefined) return null;
  const misfits = shownMisfits(state, preview).toSorted((first, second) => rank(first) - rank(second));
  const [worst] = misfits.map(misfitText);
  return (
    <p class="editor-notice" role="status">
      <span>{texts.notice(name)}</span>
      {!preview.isDrawing.value && (
        <span
          class={worst === undefined ? "fits" : "misfits truncate"}
          title={worst === undefined ? undefined : misfits.map(misfitText).join("\n")}
        >
          {worst === undefined ? texts.dialog.fits : worst}
          {misfits.length > 1 && ` · ${texts.more(misfits.length - 1)}`}
        </span>
      )}
      <Button kind="quiet" onClick={() => (data.chosen.value = undefined)}>
        {texts.back}
      </Button>
    </p>
  );
}

/** A text that is cut is worse than one that became smaller. */
function rank({ kind }: Misfit): number {
  return kind === "cut" ? 0 : 1;
}

import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceAround,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceAround,
} from "lucide";
import { IconButton } from "../../../components/button.js";
import { outermost } from "../../../editor/document/layer-tree.js";
import type { Alignment } from "../../../editor/geometry/arrange.js";
import { editor as texts } from "../../../messages/en/editor.js";
import { alignSelected, distributeSelected } from "../state/actions.js";
import type { EditorState } from "../state/editor-state.js";

const ALIGNMENTS: readonly (readonly [Alignment, unknown])[] = [
  ["left", AlignStartVertical],
  ["center", AlignCenterVertical],
  ["right", AlignEndVertical],
  ["top", AlignStartHorizontal],
  ["middle", AlignCenterHorizontal],
  ["bottom", AlignEndHorizontal],
];

/** Aligns layers with each other, or one layer with what is around it. Three or more can be spaced evenly. */
export function AlignButtons({ state }: { readonly state: EditorState }) {
  const ids = outermost(state.document.value, state.selection.value);
  return (
    <div class="align-buttons">
      {ALIGNMENTS.map(([alignment, icon]) => (
        <IconButton
          key={alignment}
          label={texts.panel.align[alignment]}
          icon={icon}
          onClick={() => alignSelected(state, alignment)}
        />
      ))}
      {ids.length > 2 && (
        <>
          <IconButton
            label={texts.panel.align.x}
            icon={AlignHorizontalSpaceAround}
            onClick={() => distributeSelected(state, "x")}
          />
          <IconButton
            label={texts.panel.align.y}
            icon={AlignVerticalSpaceAround}
            onClick={() => distributeSelected(state, "y")}
          />
        </>
      )}
    </div>
  );
}

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
import { canvasHeight } from "../../../editor/document/edited-document.js";
import { findLayer, outermost } from "../../../editor/document/layer-tree.js";
import { type Alignment, alignBoxes, distributeBoxes } from "../../../editor/geometry/arrange.js";
import type { Box, Rectangle } from "../../../editor/geometry/box.js";
import { moveEach } from "../../../editor/gestures/gesture.js";
import { editor as texts } from "../../../messages/en/editor.js";
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
  const boxes = new Map(
    ids.flatMap((id): [string, Box][] => {
      const box = state.boxes.value.get(id);
      return box === undefined ? [] : [[id, box]];
    }),
  );
  const within = (): Rectangle | undefined => {
    if (ids.length !== 1) return undefined;
    const parent = findLayer(state.document.value, ids[0] ?? "")?.ancestors.at(-1);
    const { width } = state.document.value;
    const canvas = { x: 0, y: 0, width, height: canvasHeight(state.document.value) };
    return parent === undefined ? canvas : state.boxes.value.get(parent.id);
  };
  const run = (step: string, moves: ReadonlyMap<string, { readonly x: number; readonly y: number }>): void =>
    state.change(step, (document) => moveEach(document, state.boxes.value, moves));
  return (
    <div class="align-buttons">
      {ALIGNMENTS.map(([alignment, icon]) => (
        <IconButton
          key={alignment}
          label={texts.panel.align[alignment]}
          icon={icon}
          onClick={() => run(texts.steps.align, alignBoxes(boxes, alignment, within()))}
        />
      ))}
      {ids.length > 2 && (
        <>
          <IconButton
            label={texts.panel.align.x}
            icon={AlignHorizontalSpaceAround}
            onClick={() => run(texts.steps.distribute, distributeBoxes(boxes, "x"))}
          />
          <IconButton
            label={texts.panel.align.y}
            icon={AlignVerticalSpaceAround}
            onClick={() => run(texts.steps.distribute, distributeBoxes(boxes, "y"))}
          />
        </>
      )}
    </div>
  );
}

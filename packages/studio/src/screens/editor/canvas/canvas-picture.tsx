import type { ReadonlySignal, Signal } from "@preact/signals";
import { canvasHeight } from "../../../editor/document/edited-document.js";
import { ProgressLine } from "../../../components/states.js";
import { editor as texts } from "../../../messages/en/editor.js";
import type { DraftPreview } from "../preview/draft-preview.js";
import type { EditorState } from "../state/editor-state.js";
import type { Moving } from "./pointer-work.js";
import type { View } from "./view.js";

interface CanvasPictureProps {
  readonly state: EditorState;
  readonly preview: DraftPreview;
  readonly view: Signal<View>;
  readonly moving: ReadonlySignal<Moving | undefined>;
  readonly name: string;
}

/** The picture that the service has drawn, at its place on the canvas. */
export function CanvasPicture({ state, preview, view, name }: CanvasPictureProps) {
  const { scale, x, y } = view.value;
  const { width } = state.document.value;
  const height = canvasHeight(state.document.value);
  const picture = preview.picture.value;
  return (
    <div
      class="canvas-picture"
      style={{ width: `${width * scale}px`, height: `${height * scale}px`, transform: `translate(${x}px, ${y}px)` }}
    >
      <ProgressLine isShown={preview.isDrawing.value} />
      {picture !== undefined && (
        <img
          src={picture.address}
          alt={texts.pictureAlt(name)}
          draggable={false}
          class={scale > 2 ? "pixels" : undefined}
          data-exact={picture.isExact && picture.document === state.document.value}
        />
      )}
    </div>
  );
}

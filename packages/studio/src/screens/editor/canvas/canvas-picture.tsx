import type { Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { ProgressLine } from "../../../components/states.js";
import { canvasHeight } from "../../../editor/document/edited-document.js";
import { editor as texts } from "../../../messages/en/editor.js";
import type { DraftPreview } from "../preview/draft-preview.js";
import type { DraftPart } from "../preview/draw-draft.js";
import { type MovedParts, MovingParts } from "../preview/moving-parts.js";
import type { EditorState } from "../state/editor-state.js";
import type { View } from "./view.js";

interface CanvasPictureProps {
  readonly state: EditorState;
  readonly preview: DraftPreview;
  readonly view: Signal<View>;
  readonly name: string;
}

/** The picture that the service has drawn, at its place on the canvas. While layers move, it is in parts. */
export function CanvasPicture({ state, preview, view, name }: CanvasPictureProps) {
  const moving = useMemo(() => new MovingParts(), []);
  useEffect(() => moving.follow(state, preview), []);
  const { scale, x, y } = view.value;
  const { width } = state.document.value;
  const height = canvasHeight(state.document.value);
  const picture = preview.picture.value;
  const parts = moving.shown.value;
  return (
    <div
      class={scale > 2 ? "canvas-picture pixels" : "canvas-picture"}
      style={{
        width: `${width * scale}px`,
        height: `${height * scale}px`,
        transform: `translate(${wholePixel(x)}px, ${wholePixel(y)}px)`,
      }}
    >
      <ProgressLine isShown={preview.isDrawing.value} />
      {picture !== undefined && (
        <img
          src={picture.address}
          alt={texts.pictureAlt(name)}
          draggable={false}
          // The picture is as high as its content if the document is.
          style={{ height: state.document.value.height === "hug" ? "auto" : "100%" }}
          hidden={parts !== undefined}
          data-exact={picture.isExact && picture.document === state.document.value}
        />
      )}
      {parts !== undefined && <Parts {...parts} scale={scale} />}
    </div>
  );
}

/** Rounds a place to a whole pixel of the screen. Between two pixels, the browser would blur the picture. */
function wholePixel(place: number): number {
  return Math.round(place * devicePixelRatio) / devicePixelRatio;
}

function Parts({ parts: { below, chosen, above }, by, scale }: MovedParts & { readonly scale: number }) {
  return (
    <div class="canvas-parts">
      <PartImage part={below} scale={scale} />
      {chosen !== undefined && <PartImage part={{ ...chosen, x: chosen.x + by.x, y: chosen.y + by.y }} scale={scale} />}
      {above !== undefined && <PartImage part={above} scale={scale} />}
    </div>
  );
}

function PartImage({ part, scale }: { readonly part: DraftPart; readonly scale: number }) {
  const style = {
    width: `${part.width * scale}px`,
    height: `${part.height * scale}px`,
    transform: `translate(${part.x * scale}px, ${part.y * scale}px)`,
  };
  return <img src={part.address} alt="" draggable={false} style={style} />;
}

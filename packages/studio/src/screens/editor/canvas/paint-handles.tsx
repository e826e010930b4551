import type { Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { EditedLayer } from "../../../editor/document/edited-document.js";
import type { Box, Point } from "../../../editor/geometry/box.js";
import { LIMITS, paintValue } from "../../../editor/paint/change-paint.js";
import { gradientOf, shadowOf } from "../../../editor/paint/layer-paint.js";
import {
  fromBox,
  gradientLine,
  type PaintGrip,
  type PaintHandle,
  paintHandles,
} from "../../../editor/paint/paint-places.js";
import { editorPaint as texts } from "../../../messages/en/editor-paint.js";
import type { EditorState } from "../state/editor-state.js";
import { keyOf, PaintWork } from "./paint-work.js";
import { toScreen, type View } from "./view.js";
import "./paint-handles.css";

/**
 * In a smaller box, the handles that move and resize the layer need all the room: the handles of gradients and shadows
 * would leave no place to grab the layer. The panel has the same values.
 */
const ROOM_PX = 96;

export interface PaintHandlesProps {
  readonly state: EditorState;
  readonly view: Signal<View>;
  readonly layer: EditedLayer;
  readonly box: Box;
}

/** The handles of the gradient and of the shadow of a layer, or of the background's gradient, with their lines. Arrow keys move the one with the focus. */
export function PaintHandles({ state, view, layer, box }: PaintHandlesProps) {
  const work = useMemo(() => new PaintWork(state, view), [state]);
  // A drag could not end after its handles are gone.
  useEffect(() => () => work.cancel(), [work]);
  const { scale } = view.value;
  if (Math.min(box.width, box.height) * scale < ROOM_PX) return null;
  const handles = paintHandles(layer, box, scale);
  return (
    <>
      <PaintLines {...{ layer, box, handles }} view={view.value} />
      {handles.map((handle) => (
        <HandleShape
          key={keyOf(handle.grip)}
          {...{ handle, layer, box, work }}
          at={toScreen(view.value, fromBox(box, handle.at))}
        />
      ))}
    </>
  );
}

interface PaintLinesProps {
  readonly layer: EditedLayer;
  readonly box: Box;
  readonly handles: readonly PaintHandle[];
  readonly view: View;
}

/** The line of the gradient, a line to each of its colors, and the shadow's offset with the circle of its blur. */
function PaintLines({ layer, box, handles, view }: PaintLinesProps) {
  const place = (point: Point): Point => toScreen(view, fromBox(box, point));
  const { gradient } = gradientOf(layer) ?? {};
  const line = gradient === undefined ? undefined : gradientLine(gradient, box);
  const shadow = shadowOf(layer);
  const offset = handles.find(({ grip }) => grip.kind === "offset");
  const lines = [
    ...(line === undefined ? [] : [[line.start, line.end] as const]),
    ...handles.map(({ from, at }) => [from, at] as const),
  ].map(([from, to]) => [place(from), place(to)] as const);
  const circle = offset === undefined ? undefined : place(offset.at);
  return (
    <svg class="paint-lines" aria-hidden="true">
      {["beneath", "above"].map((layerOfLines) => (
        <g key={layerOfLines} class={layerOfLines}>
          {lines.map(([from, to], index) => (
            <line key={index} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
          ))}
          {circle !== undefined && shadow !== undefined && shadow.blur > 0 && (
            <circle class="blur" cx={circle.x} cy={circle.y} r={shadow.blur * view.scale} />
          )}
        </g>
      ))}
    </svg>
  );
}

interface HandleShapeProps {
  readonly handle: PaintHandle;
  readonly layer: EditedLayer;
  readonly box: Box;
  readonly work: PaintWork;
  /** On the canvas, in CSS pixels. */
  readonly at: Point;
}

function HandleShape({ handle: { grip, color }, layer, box, work, at }: HandleShapeProps) {
  const { kind } = grip;
  const name = kind === "stop" ? texts.handles.stop(grip.index + 1) : texts.handles[kind];
  const value = paintValue(layer, grip);
  const [least, most] = LIMITS[kind];
  const shown = valueText(grip, value);
  const hint = texts.hints[kind];
  const transform = `translate(${at.x}px, ${at.y}px)`;
  const isHeld = work.held.value === keyOf(grip);
  return (
    <>
      <div
        class={`paint-handle ${kind}${isHeld ? " held" : ""}`}
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-valuemin={least}
        aria-valuemax={most}
        aria-valuenow={typeof value === "number" ? value : value.x}
        aria-valuetext={shown}
        title={hint === undefined ? name : `${name}. ${hint}`}
        style={{ transform, ...(color !== undefined && { backgroundColor: color }) }}
        onPointerDown={(event) => work.down(event, grip, { layer, box })}
        onPointerMove={(event) => work.move(event, grip)}
        onPointerUp={(event) => work.up(event, grip)}
        onPointerCancel={() => work.cancel()}
        onDblClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => work.key(event, grip, { layer, box })}
      />
      {isHeld && (
        <output class="size-tag paint-tag" style={{ transform }}>
          <span>{shown}</span>
        </output>
      )}
    </>
  );
}

function valueText({ kind }: PaintGrip, value: number | Point): string {
  if (typeof value !== "number")
    return kind === "offset" ? texts.offset(value.x, value.y) : texts.place(value.x, value.y);
  if (kind === "angle") return texts.degrees(value);
  return kind === "blur" ? texts.pixels(value) : texts.percent(value);
}

import type { ReadonlySignal, Signal } from "@preact/signals";
import { canvasHeight } from "../../../editor/document/edited-document.js";
import { findLayer } from "../../../editor/document/layer-tree.js";
import { type Box, boundsOf, cornersOf, type Point, type Rectangle } from "../../../editor/geometry/box.js";
import { distancesBetween } from "../../../editor/geometry/distances.js";
import type { SnapGap, SnapLine } from "../../../editor/geometry/snap.js";
import { formatNumber } from "../../../messages/format.js";
import type { EditorState } from "../state/editor-state.js";
import { toScreen, type View } from "./view.js";

interface OutlinesProps {
  readonly state: EditorState;
  readonly view: Signal<View>;
  readonly marquee: ReadonlySignal<Rectangle | undefined>;
  /** Whether the distances of the selection are shown. */
  readonly isMeasuring: ReadonlySignal<boolean>;
}

/** Outlines of layers, lines that edges snap to, and the selection rectangle. All lines are one pixel at every zoom. */
export function Outlines({ state, view, marquee, isMeasuring }: OutlinesProps) {
  const current = view.value;
  const { selection, hovered, within, snapped, boxes } = state;
  const outline = (id: string, kind: string) => {
    const box = boxes.value.get(id);
    return box === undefined ? null : <polygon key={`${kind} ${id}`} class={kind} points={pointsOf(box, current)} />;
  };
  const chosen = [...selection.value].filter((id) => findLayer(state.document.value, id) !== undefined);
  return (
    <svg class="canvas-outlines" aria-hidden="true">
      {within.value !== undefined && outline(within.value, "opened")}
      {hovered.value !== undefined && !selection.value.has(hovered.value) && outline(hovered.value, "hovered")}
      {chosen.map((id) => outline(id, "selected"))}
      {snapped.value?.lines.map((line) => (
        <SnapLineShape key={`${line.axis}${line.at}`} line={line} view={current} />
      ))}
      {[...(snapped.value?.gaps ?? []), ...(snapped.value?.distances ?? [])].map((gap) => (
        <SnapGapShape key={`${gap.axis}${gap.from} ${gap.across}`} gap={gap} view={current} />
      ))}
      {isMeasuring.value && state.gesture.value === undefined && <DistanceShapes state={state} view={current} />}
      {marquee.value !== undefined && (
        <polygon class="marquee" points={pointsOf({ ...marquee.value, rotation: 0 }, current)} />
      )}
    </svg>
  );
}

/** The distances from the selection to the layer under the pointer, or to the edges of the document. */
function DistanceShapes({ state, view }: { readonly state: EditorState; readonly view: View }) {
  const { selection, hovered, boxes, document } = state;
  const boundsOfLayers = (ids: readonly string[]) => boundsOf(ids.flatMap((id) => boxes.value.get(id) ?? []));
  const from = boundsOfLayers([...selection.value]);
  const other = hovered.value === undefined || selection.value.has(hovered.value) ? undefined : hovered.value;
  const frame = { x: 0, y: 0, width: document.value.width, height: canvasHeight(document.value) };
  const to = (other === undefined ? undefined : boundsOfLayers([other])) ?? frame;
  if (from === undefined) return null;
  const { gaps, extensions } = distancesBetween(from, to);
  return (
    <g class="distances">
      {extensions.map((line) => (
        <SnapLineShape key={`${line.axis}${line.at}`} line={line} view={view} />
      ))}
      {gaps.map((gap) => (
        <SnapGapShape key={`${gap.axis}${gap.from}`} gap={gap} view={view} />
      ))}
    </g>
  );
}

function SnapLineShape({ line: { axis, at, from, to }, view }: { readonly line: SnapLine; readonly view: View }) {
  const [first, second] =
    axis === "x"
      ? [
          { x: at, y: from },
          { x: at, y: to },
        ]
      : [
          { x: from, y: at },
          { x: to, y: at },
        ];
  return <LineShape first={first} second={second} view={view} />;
}

function SnapGapShape({ gap: { axis, from, to, across }, view }: { readonly gap: SnapGap; readonly view: View }) {
  const place = (at: number): Point => (axis === "x" ? { x: at, y: across } : { x: across, y: at });
  const middle = toScreen(view, place((from + to) / 2));
  const [start, end] = [toScreen(view, place(from)), toScreen(view, place(to))];
  return (
    <g>
      <LineShape first={place(from)} second={place(to)} view={view} />
      <Tick at={start} axis={axis} />
      <Tick at={end} axis={axis} />
      <text class={`snap-text ${axis}`} x={middle.x + (axis === "x" ? 0 : 6)} y={middle.y - (axis === "x" ? 6 : -4)}>
        {formatNumber(Math.round(to - from))}
      </text>
    </g>
  );
}

/** The end of a distance. */
function Tick({ at: { x, y }, axis }: { readonly at: Point; readonly axis: "x" | "y" }) {
  const [cx, cy] = [crisp(x), crisp(y)];
  return axis === "x" ? (
    <line class="snap-line" x1={cx} x2={cx} y1={cy - 3} y2={cy + 3} />
  ) : (
    <line class="snap-line" x1={cx - 3} x2={cx + 3} y1={cy} y2={cy} />
  );
}

function LineShape({ first, second, view }: { readonly first: Point; readonly second: Point; readonly view: View }) {
  const [from, to] = [toScreen(view, first), toScreen(view, second)];
  return <line class="snap-line" x1={crisp(from.x)} y1={crisp(from.y)} x2={crisp(to.x)} y2={crisp(to.y)} />;
}

function pointsOf(box: Box, view: View): string {
  const corners = cornersOf(box).map((corner) => toScreen(view, corner));
  // Lines of upright boxes are on whole pixels, so that they are not blurred.
  return corners.map(({ x, y }) => (box.rotation % 90 === 0 ? `${crisp(x)},${crisp(y)}` : `${x},${y}`)).join(" ");
}

function crisp(value: number): number {
  return Math.round(value) + 0.5;
}

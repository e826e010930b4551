import type { ReadonlySignal, Signal } from "@preact/signals";
import { findLayer } from "../../../editor/document/layer-tree.js";
import { type Box, cornersOf, type Point, type Rectangle } from "../../../editor/geometry/box.js";
import type { SnapGap, SnapLine } from "../../../editor/geometry/snap.js";
import { formatNumber } from "../../../messages/format.js";
import type { EditorState } from "../state/editor-state.js";
import { toScreen, type View } from "./view.js";

interface OutlinesProps {
  readonly state: EditorState;
  readonly view: Signal<View>;
  readonly marquee: ReadonlySignal<Rectangle | undefined>;
}

/** Outlines of layers, lines that edges snap to, and the selection rectangle. All lines are one pixel at every zoom. */
export function Outlines({ state, view, marquee }: OutlinesProps) {
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
      {snapped.value?.gaps.map((gap) => (
        <SnapGapShape key={`${gap.axis}${gap.from}`} gap={gap} view={current} />
      ))}
      {marquee.value !== undefined && (
        <polygon class="marquee" points={pointsOf({ ...marquee.value, rotation: 0 }, current)} />
      )}
    </svg>
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
  return (
    <g>
      <LineShape first={place(from)} second={place(to)} view={view} />
      <text class="snap-text" x={middle.x + (axis === "x" ? 0 : 6)} y={middle.y - (axis === "x" ? 6 : -4)}>
        {formatNumber(Math.round(to - from))}
      </text>
    </g>
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

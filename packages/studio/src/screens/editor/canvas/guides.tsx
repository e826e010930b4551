import { useRef } from "preact/hooks";
import { canvasHeight } from "../../../editor/document/edited-document.js";
import { boundsOf } from "../../../editor/geometry/box.js";
import { addGuide, type Guide, moveGuide, shownSpacing, snapGuide } from "../../../editor/geometry/guides.js";
import { editor as texts } from "../../../messages/en/editor.js";
import { formatNumber } from "../../../messages/format.js";
import type { EditorState } from "../state/editor-state.js";
import type { CanvasAids } from "./canvas-aids.js";
import type { ViewControl } from "./use-view.js";
import { RULER_PX, toDocument, toScreen, type View } from "./view.js";

/** A guide snaps to edges within this distance on the screen. */
const SNAP_PX = 6;
/** Lines of the grid are at least this far apart on the screen. */
const GRID_PX = 6;

interface GuidesProps {
  readonly state: EditorState;
  readonly aids: CanvasAids;
  readonly control: ViewControl;
}

/** The guides on the canvas. Each can be dragged, and moved and removed by keys. */
export function Guides({ state, aids, control }: GuidesProps) {
  const held = aids.held.value;
  return (
    <>
      {aids.guides.value.map((guide, index) => (
        <GuideLine key={`${guide.axis}${guide.at}`} {...{ guide, index, state, aids, control }} />
      ))}
      {held !== undefined && <HeldLine guide={held.guide} view={control.view.value} />}
    </>
  );
}

interface GuideLineProps extends GuidesProps {
  readonly guide: Guide;
  readonly index: number;
}

function GuideLine({ guide, index, state, aids, control }: GuideLineProps) {
  const { axis, at } = guide;
  const most = axis === "x" ? state.document.value.width : canvasHeight(state.document.value);
  const isHeld = aids.held.value?.index === index;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? 10 : 1;
    const by = { ArrowLeft: -step, ArrowUp: -step, ArrowRight: step, ArrowDown: step }[event.key];
    if (by !== undefined) aids.guides.value = moveGuide(aids.guides.value, index, at + by);
    else if (event.key === "Delete" || event.key === "Backspace") {
      aids.guides.value = aids.guides.value.toSpliced(index, 1);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      class={`guide ${axis}${isHeld ? " held" : ""}`}
      role="slider"
      tabIndex={0}
      aria-label={texts.guides.label[axis]}
      aria-orientation={axis === "x" ? "horizontal" : "vertical"}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={at}
      aria-valuetext={texts.guides.at(at)}
      title={texts.guides.hint}
      style={{ transform: placeOf(guide, control.view.value) }}
      onKeyDown={onKeyDown}
      {...useGuideDrag({ state, aids, control }, axis, index)}
    />
  );
}

/** The guide under the pointer, with its place in words. */
function HeldLine({ guide, view }: { readonly guide: Guide; readonly view: View }) {
  return (
    <div class={`guide ${guide.axis} moving`} style={{ transform: placeOf(guide, view) }}>
      <output>{formatNumber(guide.at)}</output>
    </div>
  );
}

/** The line is on one whole pixel of the screen. */
function placeOf({ axis, at }: Guide, view: View): string {
  const place = Math.round(toScreen(view, { x: at, y: at })[axis]);
  return axis === "x" ? `translate(${place}px, 0)` : `translate(0, ${place}px)`;
}

type PointerHandlers = Readonly<
  Record<"onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel", (event: PointerEvent) => void>
>;

/**
 * Handlers that drag a guide: one of the canvas, or a new one out of a ruler. A guide that is dropped on a ruler, or outside
 * of the canvas, is removed.
 */
export function useGuideDrag(
  { state, aids, control }: GuidesProps,
  axis: Guide["axis"],
  index?: number,
): PointerHandlers {
  const pointer = useRef<number | undefined>(undefined);
  const hold = (event: PointerEvent): void => {
    const { place, isInside } = placeOnCanvas(event, axis);
    const view = control.view.value;
    const free = toDocument(view, { x: place, y: place })[axis];
    const isFree = event.ctrlKey || event.metaKey;
    const at = snapGuide(free, isFree ? [] : linesOf(state, axis), SNAP_PX / view.scale);
    aids.held.value = isInside ? { index, guide: { axis, at } } : { index, guide: { axis, at: Math.round(free) } };
  };
  const end = (): void => {
    pointer.current = undefined;
    aids.held.value = undefined;
  };
  return {
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.preventDefault();
      const element = event.currentTarget as HTMLElement;
      element.setPointerCapture(event.pointerId);
      if (index !== undefined) element.focus({ preventScroll: true });
      pointer.current = event.pointerId;
    },
    onPointerMove: (event) => {
      if (pointer.current === event.pointerId) hold(event);
    },
    onPointerUp: (event) => {
      const held = aids.held.value;
      if (pointer.current !== event.pointerId || held === undefined) {
        end();
        return;
      }
      const without = index === undefined ? aids.guides.value : aids.guides.value.toSpliced(index, 1);
      aids.guides.value = placeOnCanvas(event, axis).isInside ? addGuide(without, held.guide) : without;
      end();
    },
    onPointerCancel: end,
  };
}

/** Where the pointer is on the canvas, and whether that is beside the ruler. */
function placeOnCanvas(
  event: PointerEvent,
  axis: Guide["axis"],
): { readonly place: number; readonly isInside: boolean } {
  const frame = (event.currentTarget as HTMLElement).closest(".canvas")?.getBoundingClientRect();
  if (frame === undefined) return { place: 0, isInside: false };
  const [place, length] =
    axis === "x" ? [event.clientX - frame.left, frame.width] : [event.clientY - frame.top, frame.height];
  return { place, isInside: place > RULER_PX && place < length };
}

/** The edges and centers of all layers and of the document. */
function linesOf(state: EditorState, axis: Guide["axis"]): readonly number[] {
  const { width } = state.document.value;
  const canvas = { x: 0, y: 0, width, height: canvasHeight(state.document.value) };
  const boxes = [...state.boxes.value.values()].flatMap((box) => boundsOf([box]) ?? []);
  return [canvas, ...boxes].flatMap((box) => {
    const side = axis === "x" ? box.width : box.height;
    return [box[axis], box[axis] + side / 2, box[axis] + side];
  });
}

/** The lines of the grid on the document. At a small zoom, only every second, fifth or tenth of them is shown. */
export function GridLines({ state, aids, control }: GuidesProps) {
  const { spacing, isShown } = aids.grid.value;
  if (!isShown) return null;
  const view = control.view.value;
  const { width, height } = control.size.value;
  const step = shownSpacing(spacing, view.scale, GRID_PX);
  const end = toScreen(view, { x: state.document.value.width, y: canvasHeight(state.document.value) });
  const [left, top] = [Math.max(0, view.x), Math.max(0, view.y)];
  const [right, bottom] = [Math.min(width, end.x), Math.min(height, end.y)];
  const upright = places(left, right, view.x, step * view.scale).map((x) => `M${x} ${top}V${bottom}`);
  const level = places(top, bottom, view.y, step * view.scale).map((y) => `M${left} ${y}H${right}`);
  return (
    <svg class="canvas-grid" aria-hidden="true">
      <path d={[...upright, ...level].join("")} />
    </svg>
  );
}

/** The places of lines on the screen, each in the middle of a pixel so that it is crisp. */
function places(from: number, to: number, origin: number, step: number): readonly number[] {
  const first = Math.max(1, Math.ceil((from - origin) / step));
  const count = Math.max(0, Math.ceil((to - origin) / step) - first);
  return Array.from({ length: count }, (_, index) => Math.round(origin + (first + index) * step) + 0.5);
}

import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { canvasHeight, type EditedLayer } from "../../../editor/document/edited-document.js";
import { findLayer } from "../../../editor/document/layer-tree.js";
import type { Box, Point } from "../../../editor/geometry/box.js";
import { layersAt } from "../../../editor/places/hit-test.js";
import { HANDLES } from "../../../editor/geometry/resize.js";
import type { GestureKeys } from "../../../editor/gestures/gesture.js";
import { groundLayer } from "../../../editor/paint/layer-paint.js";
import { editor as texts } from "../../../messages/en/editor.js";
import type { DraftPreview } from "../preview/draft-preview.js";
import type { EditorState } from "../state/editor-state.js";
import type { CanvasAids } from "./canvas-aids.js";
import { CanvasPicture } from "./canvas-picture.js";
import { GridLines, Guides } from "./guides.js";
import { Handles } from "./handles.js";
import { useLoaded } from "./on-demand.js";
import { Outlines } from "./outlines.js";
import { type Grip, PointerWork } from "./pointer-work.js";
import { Rulers } from "./rulers.js";
import { TextInPlace } from "./text-in-place.js";
import type { ViewControl } from "./use-view.js";
import { toDocument, type View, zoomAt } from "./view.js";
import "./canvas.css";

interface CanvasProps {
  readonly state: EditorState;
  readonly preview: DraftPreview;
  readonly control: ViewControl;
  readonly aids: CanvasAids;
  readonly frame: { current: HTMLDivElement | null };
  readonly name: string;
  /** Called after a double click on a layer that has no layers inside. */
  readonly onEdit: (id: string) => void;
}

/** The picture of the document with everything that a pointer can do to it. */
export function Canvas({ state, preview, control, aids, frame, name, onEdit }: CanvasProps) {
  const { view } = control;
  const work = useMemo(() => new PointerWork(state, view, aids), [state]);
  const pointers = useRef(new Map<number, Point>());
  const pinch = useRef<{ readonly distance: number; readonly scale: number } | undefined>(undefined);
  const isPanning = useSignal(false);
  useEffect(() => spaceMovesView(work, isPanning), [work]);
  useEffect(() => altMeasures(work), [work]);
  const place = (event: MouseEvent): Point => {
    const box = frame.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const onDown = (event: PointerEvent): void => {
    if (event.button === 2) return;
    state.editsGround.value = false;
    // The field that has the focus keeps what was typed when the focus leaves it.
    frame.current?.focus({ preventScroll: true });
    frame.current?.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, place(event));
    if (pointers.current.size === 2) {
      work.cancel();
      pinch.current = { distance: spread(pointers.current), scale: view.value.scale };
    } else work.down(place(event), gripOf(event.target), keysOf(event), event.button);
    if (event.button === 1) event.preventDefault();
  };
  const onMove = (event: PointerEvent): void => {
    const before = pointers.current.get(event.pointerId);
    const at = place(event);
    if (before !== undefined) pointers.current.set(event.pointerId, at);
    if (pinch.current !== undefined && before !== undefined && pointers.current.size === 2) {
      const { distance, scale } = pinch.current;
      const [first, second] = [...pointers.current.values()];
      const middle = { x: ((first?.x ?? 0) + (second?.x ?? 0)) / 2, y: ((first?.y ?? 0) + (second?.y ?? 0)) / 2 };
      const moved = { ...view.value, x: view.value.x + (at.x - before.x) / 2, y: view.value.y + (at.y - before.y) / 2 };
      view.value = zoomAt(moved, (scale * spread(pointers.current)) / distance, middle);
    } else work.move(at, keysOf(event));
  };
  const onUp = (event: PointerEvent): void => {
    pointers.current.delete(event.pointerId);
    if (pinch.current === undefined) work.up(keysOf(event));
    if (pointers.current.size < 2) pinch.current = undefined;
  };
  const onDouble = (event: MouseEvent): void => openLayer(state, toDocument(view.value, place(event)), onEdit);
  const { width } = state.settled.value;
  return (
    <div
      ref={frame}
      class={`canvas${isPanning.value ? " panning" : ""}`}
      role="application"
      aria-label={texts.canvas(name, width, canvasHeight(state.settled.value))}
      aria-describedby="canvas-keys"
      tabIndex={0}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={() => {
        pointers.current.clear();
        work.cancel();
      }}
      onPointerLeave={() => !work.isPressed && (state.hovered.value = undefined)}
      onDblClick={onDouble}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !work.isPressed) return;
        event.stopPropagation();
        work.cancel();
      }}
    >
      <p id="canvas-keys" class="visually-hidden">
        {texts.canvasKeys}
      </p>
      <CanvasPicture state={state} preview={preview} view={view} name={name} />
      <GridLines state={state} aids={aids} control={control} />
      <Guides state={state} aids={aids} control={control} />
      <Outlines state={state} view={view} marquee={work.marquee} isMeasuring={work.isMeasuring} />
      <PaintOnDemand state={state} view={view} />
      {state.editing.value === undefined && <Handles state={state} view={view} />}
      <TextInPlace state={state} preview={preview} view={view} />
      <Rulers state={state} control={control} aids={aids} />
    </div>
  );
}

/** The handles of gradients and shadows. They are beneath the others, so that they do not cover those that resize. */
function PaintOnDemand({ state, view }: Pick<CanvasProps, "state"> & { readonly view: Signal<View> }) {
  const { layer, box } = paintedLayer(state);
  const hasPaint = layer !== undefined && Object.keys(layer).some((name) => /gradient$|^shadow/.test(name));
  const Loaded = useLoaded(hasPaint, async () => (await import("./paint-handles.js")).PaintHandles);
  return Loaded === undefined || layer === undefined || box === undefined ? null : (
    <Loaded key={layer.id} {...{ state, view, layer, box }} />
  );
}

/** Returns the selected layer, or the background while its values are edited, if handles may lie over it. */
function paintedLayer(state: EditorState): {
  readonly layer?: EditedLayer | undefined;
  readonly box?: Box | undefined;
} {
  const [id, ...others] = state.selection.value;
  const document = state.document.value;
  if (id === undefined) {
    if (!state.editsGround.value) return {};
    const box = { x: 0, y: 0, width: document.width, height: canvasHeight(document), rotation: 0 };
    return { layer: groundLayer(document), box };
  }
  const isFree = others.length === 0 && state.editing.value === undefined && !state.locked.value.has(id);
  return isFree ? { layer: findLayer(document, id)?.layer, box: state.boxes.value.get(id) } : {};
}

/** A double click opens a group, and edits any other layer. */
function openLayer(state: EditorState, point: Point, onEdit: (id: string) => void): void {
  const { document, boxes, within, locked, selection } = state;
  const settings = { within: within.value, locked: locked.value };
  const [hit] = layersAt(document.value, boxes.value, point, settings);
  if (hit === undefined) return;
  if (findLayer(document.value, hit)?.layer.children === undefined) {
    onEdit(hit);
    return;
  }
  const [inside] = layersAt(document.value, boxes.value, point, { ...settings, within: hit });
  within.value = hit;
  selection.value = new Set(inside === undefined ? [hit] : [inside]);
}

/** While the space bar is down, the pointer moves the view. */
function spaceMovesView(work: PointerWork, isPanning: { value: boolean }): () => void {
  const set = (isDown: boolean) => (event: KeyboardEvent) => {
    // The JSON is in a shadow root, and only the path of the event leads into it.
    const [target] = event.composedPath();
    const isField =
      target instanceof Element && target.closest("input, textarea, select, button, [contenteditable]") !== null;
    if (event.key !== " " || isField) return;
    event.preventDefault();
    work.isPanning = isDown;
    isPanning.value = isDown;
  };
  const [down, up] = [set(true), set(false)];
  addEventListener("keydown", down);
  addEventListener("keyup", up);
  return () => {
    removeEventListener("keydown", down);
    removeEventListener("keyup", up);
  };
}

/** While Alt is down, the canvas shows distances. */
function altMeasures(work: PointerWork): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Alt") return;
    // Some browsers open their menu when Alt alone is pressed.
    if (event.target instanceof HTMLElement && event.target.closest(".canvas") !== null) event.preventDefault();
    work.isMeasuring.value = event.type === "keydown";
  };
  const onBlur = (): void => void (work.isMeasuring.value = false);
  addEventListener("keydown", onKey);
  addEventListener("keyup", onKey);
  addEventListener("blur", onBlur);
  return () => {
    removeEventListener("keydown", onKey);
    removeEventListener("keyup", onKey);
    removeEventListener("blur", onBlur);
  };
}

function gripOf(target: EventTarget | null): Grip {
  const grip = target instanceof Element ? target.closest<HTMLElement>("[data-grip]")?.dataset["grip"] : undefined;
  if (grip === "rotate" || grip === "radius") return { kind: grip };
  const handle = HANDLES[Number(grip)];
  return grip === undefined || handle === undefined ? { kind: "canvas" } : { kind: "resize", handle };
}

function keysOf(event: PointerEvent): GestureKeys {
  return { shift: event.shiftKey, alt: event.altKey, control: event.ctrlKey || event.metaKey };
}

function spread(pointers: ReadonlyMap<number, Point>): number {
  const [first, second] = [...pointers.values()];
  return Math.max(1, Math.hypot((first?.x ?? 0) - (second?.x ?? 0), (first?.y ?? 0) - (second?.y ?? 0)));
}

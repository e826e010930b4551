/** Dragging a handle of a gradient or of a shadow, and moving it by keys. */
import type { Signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { EditedDocument, EditedLayer } from "../../../editor/document/edited-document.js";
import { setAttributes } from "../../../editor/document/operations.js";
import type { Box, Point } from "../../../editor/geometry/box.js";
import { dragPaint, stepPaint } from "../../../editor/paint/change-paint.js";
import { gradientOf } from "../../../editor/paint/layer-paint.js";
import { intoBox, type PaintGrip } from "../../../editor/paint/paint-places.js";
import { editor as texts } from "../../../messages/en/editor.js";
import { editorPaint } from "../../../messages/en/editor-paint.js";
import type { EditorState } from "../state/editor-state.js";
import { toDocument, type View } from "./view.js";

/** A pointer that has moved less than this has not moved. */
const THRESHOLD_PX = 3;

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

type Handlers = Readonly<
  Record<"onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel", (event: PointerEvent) => void> &
    Record<"onDblClick", (event: MouseEvent) => void> &
    Record<"onKeyDown", (event: KeyboardEvent) => void>
>;

export interface PaintWork {
  /** The kind of the handle under the pointer, and its index. */
  readonly held: string | undefined;
  readonly handlersOf: (grip: PaintGrip) => Handlers;
}

/** The state of the editor when a handle is pressed. */
interface Press {
  readonly pointer: number;
  readonly document: EditedDocument;
  readonly layer: EditedLayer;
  readonly box: Box;
  /** In CSS pixels of the screen. */
  readonly at: Point;
  hasMoved: boolean;
}

/** Returns what the handles of a layer do. A drag is one step of the history, and Escape takes it back. */
export function usePaintWork(state: EditorState, view: Signal<View>, layer: EditedLayer, box: Box): PaintWork {
  const press = useRef<Press | undefined>(undefined);
  const [held, setHeld] = useState<string>();
  const end = (): void => {
    press.current = undefined;
    setHeld(undefined);
  };
  const cancel = (): void => {
    if (press.current === undefined) return;
    end();
    state.gesture.value = undefined;
  };
  // Without its handles, a gesture could not end.
  useEffect(() => cancel, [layer.id]);

  const drag = (grip: PaintGrip, event: PointerEvent): void => {
    const { current } = press;
    if (current?.pointer !== event.pointerId) return;
    const { at, document } = current;
    if (!current.hasMoved && Math.hypot(event.clientX - at.x, event.clientY - at.y) < THRESHOLD_PX) return;
    current.hasMoved = true;
    const canvas = (event.currentTarget as HTMLElement).closest(".canvas")?.getBoundingClientRect();
    const place = (x: number, y: number): Point =>
      intoBox(current.box, toDocument(view.value, { x: x - (canvas?.left ?? 0), y: y - (canvas?.top ?? 0) }));
    const [from, to] = [place(at.x, at.y), place(event.clientX, event.clientY)];
    const values = dragPaint(current.layer, current.box, grip, { from, to, shift: event.shiftKey });
    state.gesture.value = setAttributes(document, [current.layer.id], values);
  };
  const drop = (event: PointerEvent, grip: PaintGrip): void => {
    if (press.current?.pointer !== event.pointerId) return;
    const document = state.gesture.value;
    end();
    if (document !== undefined) state.change(stepName(layer, grip), () => document);
  };
  const onKey = (event: KeyboardEvent, grip: PaintGrip): void => {
    const isCancel = event.key === "Escape" && press.current !== undefined;
    const by = ARROWS[event.key];
    if (!isCancel && (by === undefined || event.ctrlKey || event.metaKey || event.altKey)) return;
    event.preventDefault();
    event.stopPropagation();
    if (isCancel) cancel();
    else if (by !== undefined && press.current === undefined) {
      const values = stepPaint(layer, grip, by, event.shiftKey);
      state.change(
        stepName(layer, grip),
        (document) => setAttributes(document, [layer.id], values),
        `paint ${keyOf(grip)} ${layer.id}`,
      );
    }
  };
  return {
    held,
    handlersOf: (grip) => ({
      onPointerDown: (event) => {
        if (event.button !== 0 || press.current !== undefined) return;
        event.stopPropagation();
        event.preventDefault();
        const element = event.currentTarget as HTMLElement;
        element.setPointerCapture(event.pointerId);
        element.focus({ preventScroll: true });
        const at = { x: event.clientX, y: event.clientY };
        press.current = { pointer: event.pointerId, document: state.document.value, layer, box, at, hasMoved: false };
        setHeld(keyOf(grip));
      },
      onPointerMove: (event) => {
        if (press.current === undefined) return;
        event.stopPropagation();
        drag(grip, event);
      },
      onPointerUp: (event) => {
        event.stopPropagation();
        drop(event, grip);
      },
      onPointerCancel: (event) => {
        event.stopPropagation();
        cancel();
      },
      onDblClick: (event) => event.stopPropagation(),
      onKeyDown: (event) => onKey(event, grip),
    }),
  };
}

/** Returns a name for a handle that stays the same while it moves. */
export function keyOf(grip: PaintGrip): string {
  return grip.kind === "stop" ? `stop ${grip.index}` : grip.kind;
}

/** Names a step as the panel names the same change. */
function stepName(layer: EditedLayer, { kind }: PaintGrip): string {
  const { attributes } = editorPaint;
  const isShadow = kind === "offset" || kind === "blur";
  const attribute = isShadow ? "shadow" : (gradientOf(layer)?.attribute ?? "background_gradient");
  return texts.steps.set(attributes[attribute], layer.name ?? layer.id);
}

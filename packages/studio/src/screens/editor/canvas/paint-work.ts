/** Dragging a handle of a gradient or of a shadow, and moving it by keys. */
import { type Signal, signal } from "@preact/signals";
import type { EditedDocument, EditedLayer } from "../../../editor/document/edited-document.js";
import type { Box, Point } from "../../../editor/geometry/box.js";
import { dragPaint, stepPaint } from "../../../editor/paint/change-paint.js";
import { gradientOf, isGround, setPaint } from "../../../editor/paint/layer-paint.js";
import { intoBox, type PaintGrip } from "../../../editor/paint/paint-places.js";
import { editor as texts } from "../../../messages/en/editor.js";
import { editorPaint } from "../../../messages/en/editor-paint.js";
import type { EditorState } from "../state/editor-state.js";
import { toDocument, type View } from "./view.js";

/** A pointer that has moved less than this counts as not moved. */
const THRESHOLD_PX = 3;

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The layer or the background whose handles are shown, and its box on the canvas. */
interface PaintedLayer {
  readonly layer: EditedLayer;
  readonly box: Box;
}

/** The state of the editor when a handle is pressed. */
interface Press extends PaintedLayer {
  readonly pointer: number;
  readonly document: EditedDocument;
  /** In CSS pixels of the screen. */
  readonly at: Point;
  hasMoved: boolean;
}

/** Handles drags of a layer's handles. A drag is one step of the history, and Escape undoes it. */
export class PaintWork {
  /** The handle under the pointer that is down. */
  readonly held = signal<string | undefined>(undefined);
  readonly #state: EditorState;
  readonly #view: Signal<View>;
  #press: Press | undefined;

  constructor(state: EditorState, view: Signal<View>) {
    this.#state = state;
    this.#view = view;
  }

  down(event: PointerEvent, grip: PaintGrip, painted: PaintedLayer): void {
    if (event.button !== 0 || this.#press !== undefined) return;
    event.stopPropagation();
    event.preventDefault();
    const element = event.currentTarget as HTMLElement;
    element.setPointerCapture(event.pointerId);
    element.focus({ preventScroll: true });
    const at = { x: event.clientX, y: event.clientY };
    const document = this.#state.document.value;
    this.#press = { ...painted, pointer: event.pointerId, document, at, hasMoved: false };
    this.held.value = keyOf(grip);
  }

  move(event: PointerEvent, grip: PaintGrip): void {
    const press = this.#press;
    if (press === undefined) return;
    event.stopPropagation();
    if (press.pointer !== event.pointerId) return;
    const { at, document, layer, box } = press;
    if (!press.hasMoved && Math.hypot(event.clientX - at.x, event.clientY - at.y) < THRESHOLD_PX) return;
    press.hasMoved = true;
    const canvas = (event.currentTarget as HTMLElement).closest(".canvas")?.getBoundingClientRect();
    const place = (x: number, y: number): Point =>
      intoBox(box, toDocument(this.#view.value, { x: x - (canvas?.left ?? 0), y: y - (canvas?.top ?? 0) }));
    const [from, to] = [place(at.x, at.y), place(event.clientX, event.clientY)];
    const values = dragPaint(layer, box, grip, { from, to, shift: event.shiftKey });
    this.#state.gesture.value = setPaint(document, layer, values);
  }

  up(event: PointerEvent, grip: PaintGrip): void {
    event.stopPropagation();
    const press = this.#press;
    if (press?.pointer !== event.pointerId) return;
    const document = this.#state.gesture.value;
    this.#end();
    if (document !== undefined) this.#state.change(stepName(press.layer, grip), () => document);
  }

  /** Takes the drag back. */
  cancel(): void {
    if (this.#press === undefined) return;
    this.#end();
    this.#state.gesture.value = undefined;
  }

  key(event: KeyboardEvent, grip: PaintGrip, { layer }: PaintedLayer): void {
    const isCancel = event.key === "Escape" && this.#press !== undefined;
    const by = ARROWS[event.key];
    if (!isCancel && (by === undefined || event.ctrlKey || event.metaKey || event.altKey)) return;
    // Otherwise, the canvas would move the layer.
    event.preventDefault();
    event.stopPropagation();
    if (isCancel) this.cancel();
    else if (by !== undefined && this.#press === undefined) {
      const values = stepPaint(layer, grip, by, event.shiftKey);
      this.#state.change(
        stepName(layer, grip),
        (document) => setPaint(document, layer, values),
        `paint ${keyOf(grip)} ${layer.id}`,
      );
    }
  }

  #end(): void {
    this.#press = undefined;
    this.held.value = undefined;
  }
}

/** Returns a name for a handle that stays the same while it moves. */
export function keyOf(grip: PaintGrip): string {
  return grip.kind === "stop" ? `stop ${grip.index}` : grip.kind;
}

/** Names a step as the panel names the same change. */
function stepName(layer: EditedLayer, { kind }: PaintGrip): string {
  if (isGround(layer)) return texts.steps.document(texts.panel.background);
  const { attributes } = editorPaint;
  const isShadow = kind === "offset" || kind === "blur";
  const attribute = isShadow ? "shadow" : (gradientOf(layer)?.attribute ?? "background_gradient");
  return texts.steps.set(attributes[attribute], layer.name ?? layer.id);
}

/** Handles a pressed pointer: select, move, resize, rotate, round corners, choose by a rectangle, or move the view. */
import { batch, type Signal, signal } from "@preact/signals";
import { findLayer } from "../../../editor/document/layer-tree.js";
import { duplicateLayers } from "../../../editor/document/operations.js";
import { between, type Point, type Rectangle } from "../../../editor/geometry/box.js";
import { layersAt, layersTouching, layerToSelect } from "../../../editor/places/hit-test.js";
import type { Handle } from "../../../editor/geometry/resize.js";
import {
  type GestureKeys,
  type GestureStart,
  type GestureState,
  isInFlow,
  moveInFlow,
  moveLayers,
  resizeLayer,
  rotateLayer,
  roundCorners,
} from "../../../editor/gestures/gesture.js";
import { editor as texts } from "../../../messages/en/editor.js";
import type { EditorState } from "../state/editor-state.js";
import type { CanvasAids } from "./canvas-aids.js";
import { panBy, toDocument, type View } from "./view.js";

/** The target of a pressed pointer. */
export type Grip =
  | { readonly kind: "canvas" }
  | { readonly kind: "resize"; readonly handle: Handle }
  | { readonly kind: "rotate" }
  | { readonly kind: "radius" };

/** A pointer that has moved less than this counts as not moved. */
const THRESHOLD_PX = 3;
/** Edges snap within this distance on the screen. */
const SNAP_PX = 6;
/** Thin layers can be hit from this far away. */
const HIT_PX = 4;

interface Press {
  readonly grip: Grip;
  /** The place on the canvas in CSS pixels. */
  readonly at: Point;
  readonly view: View;
  readonly isPan: boolean;
  readonly isMarquee: boolean;
  readonly before: ReadonlySet<string>;
  /** The layer that a click without a movement selects. */
  readonly next: string | undefined;
  start?: GestureStart;
  hasMoved: boolean;
}

export class PointerWork {
  readonly marquee = signal<Rectangle | undefined>(undefined);
  /** Whether the space bar is down, so that the pointer moves the view. */
  isPanning = false;
  /** Whether distances are shown. */
  readonly isMeasuring = signal(false);
  readonly #state: EditorState;
  readonly #view: Signal<View>;
  readonly #aids: CanvasAids;
  #press: Press | undefined;

  constructor(state: EditorState, view: Signal<View>, aids: CanvasAids) {
    this.#state = state;
    this.#view = view;
    this.#aids = aids;
  }

  get isPressed(): boolean {
    return this.#press !== undefined;
  }

  /** @param at where on the canvas the pointer is, in CSS pixels */
  down(at: Point, grip: Grip, keys: GestureKeys, button: number): void {
    const { selection } = this.#state;
    const before = selection.value;
    const isPan = button === 1 || this.isPanning;
    const hits = isPan || grip.kind !== "canvas" ? [] : this.#hits(at, keys);
    const current = hits.find((id) => before.has(id));
    // A press on what is selected may become a movement of it, so the selection waits for the release.
    const next = current === undefined ? hits[0] : layerToSelect(hits, current);
    if (grip.kind === "canvas" && !isPan && current === undefined) {
      if (hits[0] === undefined) this.#state.select(keys.shift ? before : []);
      else this.#state.select(keys.shift ? [...before, hits[0]] : [hits[0]]);
    }
    const isMarquee = grip.kind === "canvas" && !isPan && hits.length === 0;
    this.#press = { grip, at, view: this.#view.value, isPan, isMarquee, before, next, hasMoved: false };
  }

  move(at: Point, keys: GestureKeys): void {
    const press = this.#press;
    if (press === undefined) {
      this.#hover(at, keys);
      return;
    }
    const [dx, dy] = [at.x - press.at.x, at.y - press.at.y];
    if (!press.hasMoved && Math.hypot(dx, dy) < THRESHOLD_PX) return;
    press.hasMoved = true;
    if (press.isPan) this.#view.value = panBy(press.view, dx, dy);
    else if (press.isMarquee) this.#choose(press, at, keys);
    else this.#drag(press, at, { x: dx / press.view.scale, y: dy / press.view.scale }, keys);
  }

  up(keys: GestureKeys): void {
    const press = this.#press;
    this.#press = undefined;
    if (press === undefined) return;
    const document = this.#state.gesture.value;
    if (!press.hasMoved && !press.isPan && press.grip.kind === "canvas") this.#click(press, keys);
    batch(() => {
      if (document !== undefined) this.#state.change(this.#nameOf(press), () => document);
      this.#end();
    });
  }

  /** Takes the gesture back. */
  cancel(): void {
    this.#press = undefined;
    this.#end();
  }

  #end(): void {
    batch(() => {
      this.#state.gesture.value = undefined;
      this.#state.snapped.value = undefined;
      this.marquee.value = undefined;
      this.#state.moving.value = undefined;
    });
  }

  #click(press: Press, keys: GestureKeys): void {
    const { before, next } = press;
    if (next === undefined) return;
    if (keys.shift) {
      const isChosen = before.has(next);
      this.#state.select(isChosen ? [...before].filter((id) => id !== next) : [...before, next]);
    } else this.#state.select([next]);
  }

  #hover(at: Point, keys: GestureKeys): void {
    const [hit] = this.#hits(at, keys);
    if (hit !== this.#state.hovered.value) this.#state.hovered.value = hit;
  }

  #hits(at: Point, keys: GestureKeys): readonly string[] {
    const { document, boxes, within, locked } = this.#state;
    const view = this.#view.value;
    const settings = {
      within: within.value,
      isDeep: keys.control,
      locked: locked.value,
      tolerance: HIT_PX / view.scale,
    };
    const hits = layersAt(document.value, boxes.value, toDocument(view, at), settings);
    if (hits.length > 0 || within.value === undefined || keys.control) return hits;
    // A click beside the opened group leaves it.
    return layersAt(document.value, boxes.value, toDocument(view, at), { ...settings, within: undefined });
  }

  #choose(press: Press, at: Point, keys: GestureKeys): void {
    const { document, boxes, within, locked } = this.#state;
    const rectangle = between(toDocument(press.view, press.at), toDocument(press.view, at));
    const settings = { within: within.value, isDeep: keys.control, locked: locked.value };
    const touched = layersTouching(document.value, boxes.value, rectangle, settings);
    batch(() => {
      this.marquee.value = rectangle;
      this.#state.selection.value = new Set(keys.shift ? [...press.before, ...touched] : touched);
    });
  }

  #drag(press: Press, at: Point, delta: Point, keys: GestureKeys): void {
    press.start ??= this.#startOf(press, keys);
    const { start } = press;
    const result = this.#result(press, start, toDocument(press.view, at), delta, keys);
    batch(() => {
      this.#state.gesture.value = result.document;
      this.#state.snapped.value = result.snapped;
      if (result.moved === undefined) return;
      this.#state.moving.value = { ids: start.ids, document: start.document, by: result.moved };
    });
  }

  #result(press: Press, start: GestureStart, pointer: Point, delta: Point, keys: GestureKeys): GestureState {
    const { grip } = press;
    if (grip.kind === "resize") return resizeLayer(start, grip.handle, delta, keys);
    if (grip.kind === "rotate") return rotateLayer(start, pointer, keys);
    if (grip.kind === "radius") return roundCorners(start, pointer);
    const [first = ""] = start.ids;
    const isFlow = isInFlow(findLayer(start.document, first)?.ancestors.at(-1));
    return isFlow ? moveInFlow(start, pointer) : moveLayers(start, delta, keys);
  }

  #startOf(press: Press, keys: GestureKeys): GestureStart {
    const { boxes, document, selection } = this.#state;
    const common = {
      boxes: boxes.value,
      reach: SNAP_PX / press.view.scale,
      aids: this.#aids.snapAids(),
    };
    if (press.grip.kind !== "canvas" || !keys.alt) {
      return { ...common, document: document.value, ids: selection.value };
    }
    // Alt moves a copy, and leaves the layers where they are.
    const copied = duplicateLayers(document.value, selection.value, 0);
    const places = new Map(common.boxes);
    for (const [index, id] of [...selection.value].entries()) {
      const [copy, box] = [copied.ids[index], common.boxes.get(id)];
      if (copy !== undefined && box !== undefined) places.set(copy, box);
    }
    this.#state.selection.value = new Set(copied.ids);
    return { ...common, boxes: places, document: copied.document, ids: new Set(copied.ids) };
  }

  #nameOf({ grip }: Press): string {
    const [first] = this.#state.selected();
    const name = first?.name ?? first?.id ?? "";
    const count = this.#state.selection.value.size;
    return texts.steps[grip.kind === "canvas" ? "move" : grip.kind](count === 1 ? name : texts.layerCount(count));
  }
}

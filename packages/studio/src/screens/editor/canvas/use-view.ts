import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { canvasHeight } from "../../../editor/document/edited-document.js";
import type { Rectangle } from "../../../editor/geometry/box.js";
import type { EditorState } from "../state/editor-state.js";
import { fitView, panBy, type Size, type View, zoomAt } from "./view.js";

/** The view of a canvas, and what changes it. */
export interface ViewControl {
  readonly view: Signal<View>;
  readonly size: Signal<Size>;
  readonly fit: () => void;
  /** Zooms around the middle of the canvas, or to an exact scale. */
  readonly zoomBy: (factor: number) => void;
  readonly zoomTo: (scale: number) => void;
}

/** A step of the wheel zooms by about a sixth. */
const WHEEL_FACTOR = 0.0016;

/** Keeps the view of a canvas: it fits at first, the wheel scrolls, and the wheel with Control zooms to the pointer. */
export function useView(canvas: RefObject<HTMLElement | null>, state: EditorState): ViewControl {
  const view = useSignal<View>({ scale: 1, x: 0, y: 0 });
  const size = useSignal<Size>({ width: 0, height: 0 });
  // Read when it is needed, so that the page is not rendered again with each step of a gesture.
  const whole = (): Rectangle => {
    const document = state.document.peek();
    return { x: 0, y: 0, width: document.width, height: canvasHeight(document) };
  };
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    let isFirst = true;
    const observer = new ResizeObserver(() => {
      size.value = { width: element.clientWidth, height: element.clientHeight };
      if (isFirst && size.value.width > 0) view.value = fitView(size.value, whole());
      isFirst = size.value.width === 0;
    });
    observer.observe(element);
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const frame = element.getBoundingClientRect();
      const pointer = { x: event.clientX - frame.left, y: event.clientY - frame.top };
      const isZoom = event.ctrlKey || event.metaKey;
      view.value = isZoom
        ? zoomAt(view.value, view.value.scale * Math.exp(-event.deltaY * WHEEL_FACTOR * 4), pointer)
        : event.shiftKey && event.deltaX === 0
          ? panBy(view.value, -event.deltaY, 0)
          : panBy(view.value, -event.deltaX, -event.deltaY);
    };
    // A listener that prevents scrolling has to say so.
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener("wheel", onWheel);
    };
  }, []);
  const middle = (): { x: number; y: number } => ({ x: size.value.width / 2, y: size.value.height / 2 });
  return {
    view,
    size,
    fit: () => (view.value = fitView(size.value, whole())),
    zoomBy: (factor) => (view.value = zoomAt(view.value, view.value.scale * factor, middle())),
    zoomTo: (scale) => (view.value = zoomAt(view.value, scale, middle())),
  };
}

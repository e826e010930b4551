import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** The rows of a long table that can be seen. Only they are in the page, so that a thousand rows scroll smoothly. */
export interface VisibleRows {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  readonly first: number;
  /** The index after the last one. */
  readonly end: number;
  /** The heights of what is left out above and below, in pixels. */
  readonly above: number;
  readonly below: number;
  /** Scrolls to a row. It is in the page when the next frame is drawn. */
  readonly show: (index: number) => void;
}

/** Rows that are drawn beyond the edges, so that fast scrolling shows no gap. */
const OVERSCAN = 6;

/** Finds the visible rows of a frame that scrolls. @param rowHeight the height of each row in pixels */
export function useVisibleRows(count: number, rowHeight: number): VisibleRows {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const onScroll = (): void => {
    const element = frame.current;
    if (element === null) return;
    const { scrollTop: top, clientHeight: height } = element;
    // Scrolling within a row changes nothing.
    setView((old) => (Math.abs(old.top - top) < rowHeight && old.height === height ? old : { top, height }));
  };
  useEffect(() => {
    if (frame.current === null) return undefined;
    const observer = new ResizeObserver(onScroll);
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const first = Math.max(0, Math.min(Math.floor(view.top / rowHeight) - OVERSCAN, count - 1));
  const end = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + OVERSCAN);
  const show = (index: number): void => {
    const element = frame.current;
    if (element === null) return;
    const [top, bottom] = [index * rowHeight, (index + 2) * rowHeight];
    if (top < element.scrollTop || bottom > element.scrollTop + element.clientHeight) {
      element.scrollTop = Math.max(0, top - 2 * rowHeight);
    }
    onScroll();
  };
  return { frame, onScroll, first, end, above: first * rowHeight, below: Math.max(0, count - end) * rowHeight, show };
}

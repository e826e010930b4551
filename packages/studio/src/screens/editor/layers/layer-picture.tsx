import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Thumbnails } from "./thumbnails.js";

interface LayerPictureProps {
  readonly id: string;
  readonly thumbnails: Thumbnails;
  /** The icon of the type, where there is no picture. */
  readonly children: ComponentChildren;
}

/** The small picture of a layer. It is drawn while its row is in view. */
export function LayerPicture({ id, thumbnails, children }: LayerPictureProps) {
  const frame = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (frame.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      const last = entries.at(-1);
      if (last !== undefined) thumbnails.see(id, last.isIntersecting);
    });
    observer.observe(frame.current);
    return () => {
      observer.disconnect();
      thumbnails.see(id, false);
    };
  }, [id, thumbnails]);
  const thumbnail = thumbnails.shown.value.get(id);
  return (
    <span ref={frame} class={`layer-picture${thumbnail === undefined ? "" : ` on-${thumbnail.backing}`}`}>
      {/* The row names the layer, so its picture needs no words. */}
      {thumbnail === undefined ? children : <img src={thumbnail.address} alt="" draggable={false} />}
    </span>
  );
}

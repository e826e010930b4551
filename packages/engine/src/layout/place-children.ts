import type { Layer } from "../document/layer-types/define-layer.js";
import type { LaidOut, Size, SizeLayer } from "./laid-out.js";

/**
 * Lays out layers at their own places. A layer that fills extends to the far edge. `around` is the room for content
 * that wraps.
 */
export function placeChildren(
  layers: readonly Layer[],
  inner: Partial<Size>,
  sizeLayer: SizeLayer,
  around: Partial<Size> = inner,
): LaidOut[] {
  const rest = (side: number | undefined, start: number) =>
    side === undefined ? undefined : Math.max(0, side - start);
  return layers.map((layer) => {
    const [width, height] = [rest(inner.width, layer.x), rest(inner.height, layer.y)];
    const [roomWidth, roomHeight] = [rest(around.width, layer.x), rest(around.height, layer.y)];
    const room = {
      ...(roomWidth !== undefined && { width: roomWidth }),
      ...(roomHeight !== undefined && { height: roomHeight }),
    };
    const given = {
      ...(layer.width === "fill" && { width: width ?? 0 }),
      ...(layer.height === "fill" && { height: height ?? 0 }),
    };
    return { layer, x: layer.x, y: layer.y, ...sizeLayer(layer, { room, given }) };
  });
}

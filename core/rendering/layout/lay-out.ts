/**
 * Works out the size and place of every layer, as auto layout in design tools does: a side is a number of pixels, hugs what
 * is inside, or fills what the group around leaves. Plain numbers in, plain numbers out.
 */
import { type Layer, type SourceGroup } from "../../contract/template/layers.js";
import { flowChildren } from "./flow.js";
import {
  type Constraint,
  type LaidOut,
  type MeasureText,
  type Size,
  type SizeLayer,
  type Sizing,
  type SourceText,
} from "./laid-out.js";

/** Lays out the layers of a document of a size. */
export function layOut(layers: readonly Layer[], document: Size, measure: MeasureText): LaidOut[] {
  const known = new Map<string, Sizing>();
  // Groups size their content more than once; without a memory the work would double with each group around.
  const sizeLayer: SizeLayer = (layer, constraint) => {
    const key = keyOf(layer, constraint);
    const sizing = known.get(key) ?? sizeOf(layer, constraint, measure, sizeLayer);
    known.set(key, sizing);
    return sizing;
  };
  return placeChildren(layers, document, sizeLayer);
}

function keyOf({ id }: Layer, { room, given }: Constraint): string {
  return [id, room.width, room.height, given.width, given.height].join(" ");
}

function sizeOf(layer: Layer, constraint: Constraint, measure: MeasureText, sizeLayer: SizeLayer): Sizing {
  const width = constraint.given.width ?? pixels(layer.width);
  const height = constraint.given.height ?? pixels(layer.height);
  if (layer.type === "text") return sizeText(layer, width, height, constraint.room, measure);
  if (layer.type === "group") return sizeGroup(layer, { width, height }, constraint, sizeLayer);
  return { width: width ?? 0, height: height ?? 0, children: [] };
}

function pixels(side: number | "hug" | "fill"): number | undefined {
  return typeof side === "number" ? side : undefined;
}

/** A hugged side is a whole number of pixels, so that the text finds room in it and neighbours have sharp edges. */
function sizeText(
  layer: SourceText,
  width: number | undefined,
  height: number | undefined,
  room: Partial<Size>,
  measure: MeasureText,
): Sizing {
  if (width !== undefined && height !== undefined) return { width, height, children: [] };
  const inset = 2 * (layer.padding + layer.border_width);
  const maxWidth = width ?? room.width;
  const measured = measure(layer, maxWidth === undefined ? undefined : Math.max(1, maxWidth - inset));
  return {
    width: width ?? Math.min(Math.ceil(measured.width) + inset, maxWidth ?? Number.POSITIVE_INFINITY),
    height: height ?? Math.ceil(measured.height) + inset,
    children: [],
  };
}

function sizeGroup(
  group: SourceGroup,
  size: { width: number | undefined; height: number | undefined },
  { room }: Constraint,
  sizeLayer: SizeLayer,
): Sizing {
  if (group.layout !== "absolute") return flowChildren(group, size, room, sizeLayer);
  const inner = {
    ...(size.width !== undefined && { width: size.width }),
    ...(size.height !== undefined && { height: size.height }),
  };
  const children = placeChildren(group.children, inner, sizeLayer);
  const reach = (ends: number[]) => Math.max(0, ...ends);
  return {
    width: size.width ?? reach(children.map(({ x, width }) => x + width)),
    height: size.height ?? reach(children.map(({ y, height }) => y + height)),
    children,
  };
}

/** Children at their own places; one that fills reaches to the far edge. */
function placeChildren(layers: readonly Layer[], inner: Partial<Size>, sizeLayer: SizeLayer): LaidOut[] {
  return layers.map((layer) => {
    const rest = (side: number | undefined, start: number) =>
      side === undefined ? undefined : Math.max(0, side - start);
    const [width, height] = [rest(inner.width, layer.x), rest(inner.height, layer.y)];
    const room = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
    const given = {
      ...(layer.width === "fill" && { width: width ?? 0 }),
      ...(layer.height === "fill" && { height: height ?? 0 }),
    };
    return { layer, x: layer.x, y: layer.y, ...sizeLayer(layer, { room, given }) };
  });
}

/** The box inside of a group's border, at which it cuts off what hangs over. */
export function insideBorder(group: SourceGroup, { width, height }: Size): Size & { x: number; y: number } {
  const inset = Math.min(group.border_width, width / 2, height / 2);
  return { x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset };
}

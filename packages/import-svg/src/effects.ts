/** Applies the effects that change an element as a whole: filters, clip paths, masks, opacity and blend modes. */
import type { XmlElement } from "@image-render/engine/svg";
import { type ClipBox, clipOf, type OtherClip } from "./clips.js";
import type { Context, Conversion } from "./context.js";
import { drawingsToLayers, groupNode, matrixText } from "./drawings.js";
import { type Drawing, type Layer, type LayerPiece, type Piece, placeOf, round } from "./layer.js";
import { type Box, contains, frameOf, inflate, invert, type Matrix, multiply, scaleOf, unite } from "./matrix.js";
import { fractionOf, referenceOf } from "./read-values.js";
import { piece } from "./shape-layer.js";
import { readFilter, shadowAttributes } from "./shadows.js";

/** Groups can be nested eight deep. */
const MAX_DEPTH = 8;

/** Converts an element with its effects. `convert` converts it without them, in the given context. */
export function withEffects(
  element: XmlElement,
  context: Context,
  conversion: Conversion,
  convert: (context: Context) => Piece[],
): Piece[] {
  const { source } = conversion;
  const { style } = context;
  const opacity = Math.min(1, fractionOf(style.get("opacity")));
  if (opacity <= 0) return [];
  const blend = style.get("mix-blend-mode") ?? "normal";
  if (blend !== "normal")
    source.notes.add(`The blend mode "${blend}" is not kept. The layer covers what is below it.`, element);
  const clip = clipOf(style, context.matrix, context.viewport, source);
  const content = (placed: Context) => filtered(element, convert(placed), placed, conversion);
  const pieces = clip?.kind === "box" ? clipped(element, clip, context, conversion, content) : content(context);
  const shown = clip?.kind === "other" ? masked(element, clip, pieces, context, conversion) : pieces;
  return opacity < 1 ? faded(shown, opacity, context, conversion) : shown;
}

/** Puts the content into a group that clips it, unless nothing extends beyond the clip. */
function clipped(
  element: XmlElement,
  { placed, radius }: ClipBox,
  context: Context,
  { source, files, size }: Conversion,
  content: (context: Context) => Piece[],
): Piece[] {
  const { label, groupLabel, depth } = context;
  // The frame of the whole design is not needed: the picture cuts off the same parts.
  if (depth === 0 && radius === 0 && placed.rotation === 0 && contains(placed, { x: 0, y: 0, ...size }))
    return content(context);
  if (depth + 1 >= MAX_DEPTH) {
    source.notes.add("A clip path is not kept, because groups can be nested only eight deep.", element);
    return content(context);
  }
  const frame = frameOf(placed);
  const matrix = multiply(invert(frame), context.matrix);
  const pieces = content({ ...context, matrix, room: placed, depth: depth + 1 });
  if (pieces.length === 0) return [];
  const view = { x: 0, y: 0, width: placed.width, height: placed.height };
  const isContained = radius === 0 && placed.rotation === 0 && pieces.every(({ bounds }) => contains(view, bounds));
  if (isContained) return pieces.map((one) => moved(one, placed.x, placed.y));
  const layers = drawingsToLayers(pieces, view, files, source).map(({ layer }) => layer);
  if (layers.length === 0) return [];
  return [
    piece({
      type: "group",
      label: label ?? groupLabel ?? "group",
      ...placeOf(placed),
      clip: true,
      ...(radius > 0 && { border_radius: round(radius) }),
      children: layers,
    }),
  ];
}

/** Clips or masks drawings with any shape. Other layers cannot have one. */
function masked(
  element: XmlElement,
  { attribute, id }: OtherClip,
  pieces: readonly Piece[],
  { matrix }: Context,
  { source }: Conversion,
): Piece[] {
  if (!isDrawn(pieces)) {
    const what = attribute === "mask" ? "A mask" : "A clip path that is not a rectangle or circle";
    if (pieces.length > 0)
      source.notes.add(`${what} is not kept, because it is around texts, images or shapes.`, element);
    return [...pieces];
  }
  return [wrapped(pieces, [[attribute, `url(#${id})`]], matrix, {})];
}

function isDrawn(pieces: readonly Piece[]): pieces is readonly Drawing[] {
  return pieces.length > 0 && pieces.every(({ kind }) => kind === "drawing");
}

/** Puts drawings into one with attributes that refer to the coordinates of an element. */
function wrapped(
  drawings: readonly Drawing[],
  attributes: readonly (readonly [string, string])[],
  matrix: Matrix,
  { bounds, needsFile = false }: { readonly bounds?: Box; readonly needsFile?: boolean },
): Drawing {
  const nodes = drawings.flatMap((drawing) => drawing.nodes);
  const inner = groupNode([["transform", matrixText(invert(matrix))]], nodes);
  return {
    kind: "drawing",
    nodes: [groupNode([["transform", matrixText(matrix)], ...attributes], [inner])],
    bounds: bounds ?? unite(drawings.map((drawing) => drawing.bounds)),
    label: drawings.find(({ label }) => label !== undefined)?.label,
    needsFile: needsFile || drawings.some((drawing) => drawing.needsFile),
  };
}

/** Applies the filter of an element. Drop shadows become attributes of layers. */
function filtered(element: XmlElement, pieces: Piece[], { style, matrix }: Context, { source }: Conversion): Piece[] {
  const id = referenceOf(style.get("filter"));
  const filter = id === undefined ? undefined : source.byId.get(id);
  if (id === undefined || filter === undefined || pieces.length === 0) return pieces;
  const { shadows, isOnlyShadows } = readFilter(filter, source);
  if (isOnlyShadows && shadows.length === 0) return pieces;
  if (isDrawn(pieces)) {
    const reach =
      60 + shadows.reduce((most, { x, y, deviation }) => Math.max(most, Math.hypot(x, y) + 3 * deviation), 0);
    const bounds = inflate(unite(pieces.map((one) => one.bounds)), (reach + blurOf(filter.children)) * scaleOf(matrix));
    return [wrapped(pieces, [["filter", `url(#${id})`]], matrix, { bounds, needsFile: true })];
  }
  if (!isOnlyShadows) source.notes.add("A filter is not kept. Only drop shadows and inner shadows are.", element);
  if (shadows.length === 0) return pieces;
  const result = shadowed(pieces, shadowAttributes(shadows, scaleOf(matrix)));
  if (result.some((one, index) => one === pieces[index] && !isBelow(pieces, index))) {
    source.notes.add("The shadow of a line or a drawing is not kept. Only other layers have shadows.", element);
  }
  return result;
}

/** Returns the reach of the blurs of a filter. */
function blurOf(steps: readonly XmlElement[]): number {
  return steps.reduce((sum, { attributes }) => sum + 3 * fractionOf(attributes.get("stdDeviation"), 0), 0);
}

/** Returns whether a piece is inside of the first layer, which then gets the shadow of all pieces. */
function isBelow(pieces: readonly Piece[], index: number): boolean {
  const [first] = pieces;
  return (
    index > 0 &&
    first?.kind === "layer" &&
    first.layer.type !== "text" &&
    pieces.every(({ bounds }) => contains(first.bounds, bounds))
  );
}

/** Gives shadows to the layer that contains all others. If there is none, each layer gets them. */
function shadowed(pieces: readonly Piece[], shadows: Record<string, unknown>): Piece[] {
  return pieces.map((one, index) => {
    const isKept = one.kind === "layer" && one.layer.type !== "line" && one.layer.type !== "svg";
    return isKept && !isBelow(pieces, index) ? { ...one, layer: { ...one.layer, ...shadows } } : one;
  });
}

/** Makes an element translucent as a whole. */
function faded(
  pieces: readonly Piece[],
  opacity: number,
  { matrix, label, groupLabel, depth }: Context,
  { source, files }: Conversion,
): Piece[] {
  const [only, ...others] = pieces;
  if (only === undefined) return [];
  if (isDrawn(pieces)) return [wrapped(pieces, [["opacity", String(opacity)]], matrix, {})];
  const fade = ({ layer }: LayerPiece): Layer => ({ ...layer, opacity: round((layer.opacity ?? 1) * opacity, 4) });
  if (others.length === 0 && only.kind === "layer") return [{ ...only, layer: fade(only) }];
  const layers = drawingsToLayers(pieces, undefined, files, source);
  if (depth + 1 >= MAX_DEPTH) return layers.map((one) => ({ ...one, layer: fade(one) }));
  const bounds = unite(layers.map((one) => one.bounds));
  const children = layers.map((one) => moved(one, -bounds.x, -bounds.y).layer);
  return [
    piece({
      type: "group",
      label: label ?? groupLabel ?? "group",
      ...placeOf(bounds),
      opacity: round(opacity, 4),
      children,
    }),
  ];
}

function moved<Moved extends Piece>(one: Moved, x: number, y: number): Moved {
  const bounds = { ...one.bounds, x: one.bounds.x + x, y: one.bounds.y + y };
  if (one.kind === "drawing") {
    const nodes = [groupNode([["transform", `translate(${round(x, 6)} ${round(y, 6)})`]], one.nodes)];
    return { ...one, bounds, nodes };
  }
  return { ...one, bounds, layer: { ...one.layer, x: round(one.layer.x + x), y: round(one.layer.y + y) } };
}

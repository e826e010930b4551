import type { Gradient } from "../document/attributes/gradient.js";
import { type BoundParts, boundParts } from "../document/bound-layers.js";
import type { SizedDocument } from "../document/document-size.js";
import { expandLayers, type Overrides } from "../document/expand-layers.js";
import { isOpaque } from "../frame/blend.js";
import { deviceGrid, type DeviceGrid } from "../frame/device-grid.js";
import type { LayerRendererRegistry } from "../items/layer-renderer-registry.js";
import type { ResolvedLayer } from "../layout/resolved-layer.js";
import type { RenderResources } from "../items/resources.js";
import { decideLayers } from "./decide-layers.js";
import type { Item } from "../items/item.js";
import { backgroundItem, makeItems, type RenderTools } from "./make-items.js";
import { drawItem, emptyFrame, type PaintedFrame, paintFrame } from "./paint-frame.js";

/** The options of a compiled template. They are the same for all formats. */
export interface CompileOptions {
  readonly scale: number;
  readonly transparent: boolean;
}

/** A template at one height and scale. All work that does not depend on a request is done. */
export interface CompiledTemplate extends CompileOptions {
  readonly document: SizedDocument;
  readonly grid: DeviceGrid;
  /** The color or gradient beneath all layers, with the defaults of the variables. */
  readonly ground: string | Gradient;
  readonly background: Item;
  /** The background, with all layers below the first layer that a request can change. @default nothing is painted yet */
  readonly base: PaintedFrame | undefined;
  /** Whether the base has no transparent pixel. If so, no picture that begins with the items of the base has one. */
  readonly isOpaque: boolean;
  /** Frames that no render uses now. The next render repaints only the parts that differ. */
  readonly idle: PaintedFrame[];
}

/** Compiles a checked document whose height is known. */
export async function compileTemplate(
  document: SizedDocument,
  { scale, transparent }: CompileOptions,
  resources: RenderResources,
): Promise<CompiledTemplate> {
  const grid = deviceGrid(document, scale);
  const tools: RenderTools = { resources, grid, scale, loads: new Map(), made: new Map() };
  const { definitions } = resources.layers;
  const { ground } = expandLayers(document, {}, definitions);
  const background = backgroundItem(document, ground, transparent, tools);
  const bound = boundParts(document, definitions);
  // An automatic color of a later layer would need the images of the template, which a request often replaces.
  const fixed = await decideLayers(document, {}, transparent, background, tools, (layer) =>
    mayChange(layer, resources.layers, bound),
  );
  const items = [background, ...(await makeItems(fixed, tools))];
  const base = await paintFrame(emptyFrame(grid), items, undefined, resources);
  const [filled] = (await drawItem(background, resources)).drawings;
  const isFilled = filled !== undefined && "isOpaque" in filled && filled.isOpaque === true;
  const opaque = isFilled || isOpaque(base.tile);
  return { document, scale, transparent, grid, ground, background, base, isOpaque: opaque, idle: [] };
}

/**
 * Prepares a document that is rendered only once, such as a draft. Nothing is painted in advance, because the next draft
 * is another document. `idle` is the frame of the last draft of this size, if there is one.
 */
export function prepareDraft(
  document: SizedDocument,
  overrides: Overrides,
  { scale, transparent }: CompileOptions,
  resources: RenderResources,
  idle: PaintedFrame[],
): CompiledTemplate {
  const grid = deviceGrid(document, scale);
  const { ground } = expandLayers(document, overrides, resources.layers.definitions);
  const background = backgroundItem(document, ground, transparent, { resources, grid, scale });
  return { document, scale, transparent, grid, ground, background, base: undefined, isOpaque: false, idle };
}

/**
 * Guesses whether a request can change a layer. Each render compares the items of the base by content, so a wrong guess
 * only costs time.
 */
function mayChange(layer: ResolvedLayer, layers: LayerRendererRegistry, bound: BoundParts): boolean {
  if (bound.background || bound.hasLayer(layer.id)) return true;
  if (layer.name !== undefined || layers.get(layer.type).mayChange?.(layer) === true) return true;
  return layer.children?.some((child) => mayChange(child, layers, bound)) ?? false;
}

/** Returns the bytes of memory that a compiled template takes, without its idle frame. */
export function bytesOfCompiled({ base }: CompiledTemplate): number {
  return (base === undefined ? 0 : bytesOfFrame(base)) + 50_000;
}

/** Returns the bytes of memory that a frame takes. */
export function bytesOfFrame({ tile, encoded }: PaintedFrame): number {
  return tile.pixels.byteLength + encoded.byteLength;
}

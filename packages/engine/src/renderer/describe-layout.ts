/** Describes where the layers of a picture are, for an editor that lays handles over the picture. */
import { autoColorCandidates } from "../document/attributes/auto-color.js";
import { maxSizeOf, type SizedDocument } from "../document/document-size.js";
import { expandLayers } from "../document/expand-layers.js";
import type { LayerLayout, PictureLayout } from "../document/picture-layout.js";
import { textAt } from "../document/place.js";
import type { Overrides } from "../document/request-overrides.js";
import type { FontLibrary } from "../fonts/font-library.js";
import type { LayerRendererRegistry } from "../items/layer-renderer-registry.js";
import type { LaidOut, TextMeasures } from "../layout/laid-out.js";
import { layOut } from "../layout/lay-out.js";
import type { ResolvedLayer } from "../layout/resolved-layer.js";
import { type Box, centerOf } from "../paint/fragment.js";
import { expandRequest } from "../resolve/resolve-layers.js";
import { roundLength } from "../shared/round-length.js";
import { labelOf, type RenderWarning } from "../shared/warnings.js";

/** Everything that the description of a layout needs. */
export interface DescribeLayoutOptions {
  readonly document: SizedDocument;
  readonly request: Overrides;
  /** The layers to paint, with their automatic colors decided. */
  readonly resolved: readonly ResolvedLayer[];
  readonly warnings: readonly RenderWarning[];
  readonly registry: LayerRendererRegistry;
  readonly measures: TextMeasures;
  readonly fonts: FontLibrary;
}

/** A layer with its place in the picture, and the groups around it. */
export interface PlacedLayer {
  readonly laid: LaidOut;
  /** The groups around the layer, from the outermost one. */
  readonly groups: readonly PlacedLayer[];
  /** The absolute box before any rotation. */
  readonly straight: Box;
  /** The absolute box. It is rotated around its center. */
  readonly box: Box;
  readonly rotation: number;
}

/** Returns the layers of a document with their places, in paint order. */
export function placeLayers({ document, request, registry, measures }: DescribeLayoutOptions): PlacedLayer[] {
  const layers = expandRequest(document, request, registry);
  const laid = layOut(layers, document, { registry, ...measures }, maxSizeOf(document));
  return laid.flatMap((each) => placeOne(each, { x: 0, y: 0 }, []));
}

function placeOne(laid: LaidOut, origin: { x: number; y: number }, groups: readonly PlacedLayer[]): PlacedLayer[] {
  const { width, height } = laid;
  const straight = { x: origin.x + laid.x, y: origin.y + laid.y, width, height };
  const middle = groups.reduceRight((point, group) => rotateAround(point, group), centerOf(straight));
  const box = { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
  const rotation = groups.reduce((sum, group) => sum + group.laid.layer.rotation, laid.layer.rotation);
  const placed: PlacedLayer = { laid, groups, straight, box, rotation };
  return [placed, ...laid.children.flatMap((child) => placeOne(child, straight, [...groups, placed]))];
}

/** Rotates a point with a group, around the middle that the group has before the groups around it rotate. */
function rotateAround(point: { x: number; y: number }, { laid, straight }: PlacedLayer): { x: number; y: number } {
  if (laid.layer.rotation === 0) return point;
  const radians = (laid.layer.rotation * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(radians), Math.cos(radians)];
  const center = centerOf(straight);
  const [x, y] = [point.x - center.x, point.y - center.y];
  return { x: center.x + x * cosine - y * sine, y: center.y + x * sine + y * cosine };
}

/** Returns the layout of a picture. */
export async function describeLayout(
  options: DescribeLayoutOptions,
  placed: readonly PlacedLayer[] = placeLayers(options),
): Promise<PictureLayout> {
  const painted = new Map(ownLayers(options.resolved).map((layer) => [layer.id, layer]));
  const warnings = options.warnings.map(publicWarning);
  const layers: LayerLayout[] = [];
  // One after the other: the first text that needs a font reads it.
  for (const each of placed) layers.push(await describeLayer(each, painted.get(each.laid.layer.id), options));
  const { width, height } = options.document;
  return { width, height, layers, warnings };
}

/** Returns the layers that a document names, without those that groups and effects add. */
function ownLayers(resolved: readonly ResolvedLayer[]): ResolvedLayer[] {
  return resolved.flatMap((layer) => [...("part" in layer ? [] : [layer]), ...ownLayers(layer.children ?? [])]);
}

async function describeLayer(
  { laid: { layer }, groups, box, rotation }: PlacedLayer,
  painted: ResolvedLayer | undefined,
  { document, request, registry, fonts, warnings }: DescribeLayoutOptions,
): Promise<LayerLayout> {
  const { describeText, autoColor, definition } = registry.get(layer.type);
  const lines = painted && (await describeText?.(painted, fonts));
  const { placeholders } = expandLayers(document, request, registry.definitions);
  const text = lines && { ...lines, placeholders: [...placeholders(layer.id, definition.content ?? "")] };
  const isAuto = autoColor !== undefined && autoColorCandidates(textAt(layer, autoColor) ?? "") !== undefined;
  const color = isAuto ? painted?.[autoColor] : undefined;
  const [layerId = layer.id] = layer.id.split("[");
  const own = warnings.filter((warning) => isAbout(warning, layer) && (warning.code !== "TEXT_CUT" || isCut(text)));
  return {
    id: layer.id,
    layerId,
    ...(layer.name !== undefined && { name: layer.name }),
    type: layer.type,
    path: [...groups.map((group) => group.laid.layer.id), layer.id],
    copies: Array.from(layer.id.matchAll(/\[(\d+)\]/g), ([, index]) => Number(index)),
    box: roundBox(box),
    rotation: roundLength(rotation),
    ...(autoColor !== undefined && color !== undefined && { autoColor: { attribute: autoColor, color } }),
    ...(text !== undefined && { text }),
    warnings: own.map(publicWarning),
  };
}

/** Returns whether a warning names a layer. The copies of a layer have the same name, so it can be about each of them. */
function isAbout(warning: RenderWarning, layer: { readonly id: string; readonly name?: string | undefined }): boolean {
  return warning.layer === labelOf(layer);
}

function isCut(text: LayerLayout["text"]): boolean {
  return text !== undefined && text.cutAt !== null;
}

function publicWarning({ code, layer, message, path, text }: RenderWarning): LayerLayout["warnings"][number] {
  return { code, layer, message, ...(path !== undefined && { path }), ...(text !== undefined && { text }) };
}

function roundBox({ x, y, width, height }: Box): Box {
  return { x: roundLength(x), y: roundLength(y), width: roundLength(width), height: roundLength(height) };
}

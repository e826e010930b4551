import { type TemplateDocument } from "../../contract/template/document.js";
import { deviceGrid, type DeviceGrid } from "../frame/device-grid.js";
import { isOpaque } from "../frame/blend.js";
import { type ResolvedLayer } from "../resolve/resolved-layer.js";
import { type LoadedImage } from "../images/load-images.js";
import { type Canvas, newCanvas, paintOnto } from "./canvas.js";
import { decideLayers } from "./decide-layers.js";
import { isRemote } from "./image-item.js";
import { type Item, type ItemTools, type RenderResources } from "./item.js";
import { backgroundItem, makeItems } from "./make-items.js";

/** How a compiled template's pictures come out, whatever their format. */
export interface CompileOptions {
  readonly scale: number;
  readonly transparent: boolean;
}

/** A template at a scale, with all done that no request can change. */
export interface CompiledTemplate extends CompileOptions {
  readonly document: TemplateDocument;
  readonly grid: DeviceGrid;
  readonly background: Item;
  /** The background and the layers on it up to the first that a request may change. */
  readonly base: Canvas;
  /** Nothing shines through the base, so nothing does through any picture. */
  readonly isOpaque: boolean;
  /** Canvases that no render holds now: the next repaints only what differs. */
  readonly idle: Canvas[];
}

/** Compiles a checked document. */
export async function compileTemplate(
  document: TemplateDocument,
  { scale, transparent }: CompileOptions,
  resources: RenderResources,
): Promise<CompiledTemplate> {
  const grid = deviceGrid(document, scale);
  const tools: ItemTools = { resources, grid, scale, loads: new Map<string, LoadedImage>() };
  const background = backgroundItem(document, transparent, tools);
  const layers = await decideLayers(document, {}, transparent, background, tools);
  const firstChanging = layers.findIndex(mayChange);
  const fixed = firstChanging === -1 ? layers : layers.slice(0, firstChanging);
  const items = [background, ...(await makeItems(fixed, tools))];
  const base = await paintOnto(newCanvas(grid), items, undefined, resources);
  return { document, scale, transparent, grid, background, base, isOpaque: isOpaque(base.tile), idle: [] };
}

/** A guess: what lies on the base is compared by content at each render, so a wrong one costs time alone. */
function mayChange(layer: ResolvedLayer): boolean {
  if (layer.type === "group" && layer.children.some(mayChange)) return true;
  return layer.name !== undefined || (layer.type === "image" && (isRemote(layer) || layer.fallback_image_url !== ""));
}

/** Bytes of memory that a compiled template takes, with the canvas that it keeps between renders. */
export function bytesOfCompiled({ base }: CompiledTemplate): number {
  return 2 * base.tile.pixels.byteLength + 50_000;
}

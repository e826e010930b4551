import { type Overrides } from "../../contract/template/overrides.js";
import { isOpaque } from "../frame/blend.js";
import { bytesOf, type Frame } from "../frame/tile.js";
import { type LoadedImage } from "../images/load-images.js";
import { type RenderWarning } from "../warnings.js";
import { newCanvas, paintOnto } from "./canvas.js";
import { type CompiledTemplate } from "./compile-template.js";
import { decideLayers } from "./decide-layers.js";
import { type RenderResources } from "./item.js";
import { makeItems } from "./make-items.js";

/** A picture's pixels, lent: they stay as they are until they are given back. */
export interface LentFrame {
  readonly frame: Frame;
  readonly warnings: readonly RenderWarning[];
  /** Lets the next render paint on these pixels. Without it they are simply never used again. */
  readonly giveBack: () => void;
}

/** Renders a compiled template with a request's changes. The same changes give the same pixels. */
export async function renderFrame(
  compiled: CompiledTemplate,
  overrides: Overrides,
  resources: RenderResources,
): Promise<LentFrame> {
  const { document, grid, scale, transparent, background, base, idle } = compiled;
  const tools = { resources, grid, scale, loads: new Map<string, LoadedImage>() };
  const layers = await decideLayers(document, overrides, transparent, background, tools);
  const items = [background, ...(await makeItems(layers, tools))];
  const canvas = await paintOnto(idle.pop() ?? newCanvas(grid), items, base, resources);
  return {
    frame: {
      width: grid.width,
      height: grid.height,
      pixels: bytesOf(canvas.tile),
      isOpaque: compiled.isOpaque || isOpaque(canvas.tile),
    },
    warnings: canvas.items.flatMap(({ warnings }) => warnings),
    giveBack: () => {
      // One is enough: renders of one template at the same time are rare, and a canvas is as large as a picture.
      if (idle.length === 0) idle.push(canvas);
    },
  };
}

import type { CompiledTemplate } from "../compile/compile-template.js";
import type { LayerItem } from "../compile/render-frame.js";
import type { Overrides } from "../document/request-overrides.js";
import type { EncoderSettings } from "../encode/encoder.js";
import type { PixelFormat } from "../formats/registry.js";
import type { RenderResources } from "../items/resources.js";
import type { TextMeasures } from "../layout/laid-out.js";
import type { RenderWarning } from "../shared/warnings.js";
import { describeLayout, placeLayers } from "./describe-layout.js";
import { drawParts } from "./draw-parts.js";
import type { RenderedPicture } from "./picture.js";
import { splitParts } from "./split-parts.js";

/** A picture that was drawn, with everything that its description needs. */
export interface DrawnPicture {
  readonly compiled: CompiledTemplate;
  readonly items: readonly LayerItem[];
  readonly format: PixelFormat;
  readonly settings: EncoderSettings;
  readonly resources: RenderResources;
  readonly measures: TextMeasures;
  readonly warnings: readonly RenderWarning[];
}

/** Returns the layout and the parts of a picture, if the caller asks for them. */
export async function describePicture(
  { compiled, items, format, settings, resources, measures, warnings }: DrawnPicture,
  request: Overrides,
  {
    layout: hasLayout = false,
    parts: ids,
  }: { readonly layout?: boolean | undefined; readonly parts?: readonly string[] | undefined },
): Promise<Pick<RenderedPicture, "layout" | "parts">> {
  if (!hasLayout && ids === undefined) return {};
  const { layers: registry, fonts } = resources;
  const resolved = items.flatMap(({ layer }) => (layer === undefined ? [] : [layer]));
  const options = { document: compiled.document, request, resolved, warnings, registry, measures, fonts };
  const placed = placeLayers(options);
  const layout = hasLayout ? { layout: await describeLayout(options, placed) } : {};
  if (ids === undefined) return layout;
  const split = splitParts(items, placed, ids, options);
  if (typeof split === "string") return { ...layout, parts: split };
  return { ...layout, parts: await drawParts(split, compiled.grid, { format, settings }, resources) };
}

import { decideLayers } from "../compile/decide-layers.js";
import { backgroundItem, makeItems, type RenderTools } from "../compile/make-items.js";
import type { SizedDocument } from "../document/document-size.js";
import { expandLayers } from "../document/expand-layers.js";
import type { Output } from "../document/output.js";
import type { Overrides } from "../document/overrides.js";
import { deviceGrid, viewOf } from "../frame/device-grid.js";
import type { RenderResources } from "../items/resources.js";
import { createPdfCaches } from "../pdf/pdf-caches.js";
import { writePdf, type WrittenPdf } from "../pdf/write-pdf.js";
import { expandRequest } from "../resolve/resolve-layers.js";
import { layoutWarnings } from "../resolve/layout-warnings.js";

/** Renders documents as PDF, with caches that later PDFs use. */
export class PdfRenderer {
  readonly #caches = createPdfCaches();

  /** Renders a checked document whose height is known. */
  async render(
    document: SizedDocument,
    overrides: Overrides,
    { scale, transparent, about }: Output,
    resources: RenderResources,
  ): Promise<WrittenPdf> {
    const grid = deviceGrid(document, scale);
    const tools: RenderTools = { resources, grid, scale, loads: new Map(), made: new Map() };
    // Only checked overrides can be expanded.
    expandRequest(document, overrides, resources.layers);
    const { ground } = expandLayers(document, overrides, resources.layers.definitions);
    const background = backgroundItem(document, ground, transparent, tools);
    const layers = await decideLayers(document, overrides, transparent, background, tools);
    const items = [background, ...(await makeItems(layers, tools))];
    const edges = await layoutWarnings(layers, viewOf(grid), resources.layers, resources.fonts);
    const { width, height, locale: language } = document;
    // A document that names its density has a size in print, which does not depend on the scale.
    const dpi = document.dpi === undefined ? undefined : document.dpi * scale;
    const picture = { items, width, height, scale, dpi, language, about };
    const { bytes, warnings } = await writePdf(picture, resources, this.#caches);
    return { bytes, warnings: [...warnings, ...edges] };
  }
}

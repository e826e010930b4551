import type { DocumentSize } from "../document/document-size.js";
import type { TemplateDocument } from "../document/document.js";
import type { Overrides } from "../document/overrides.js";
import type { FontLibrary } from "../fonts/font-library.js";
import { DocumentFontLoader } from "../fonts/load-document-fonts.js";
import type { LayerRendererRegistry } from "../items/layer-renderer-registry.js";
import { LAYER_RENDERERS } from "../layers/registry.js";
import { layoutWarnings } from "../resolve/layout-warnings.js";
import { readDocument } from "../resolve/read-request.js";
import { resolveBackground, resolveLayers } from "../resolve/resolve-layers.js";
import type { ResolvedLayer } from "../layout/resolved-layer.js";
import { sizeDocument } from "../resolve/size-document.js";
import { measureBy } from "../layout/measure-layer.js";
import { NO_UPLOADS, type Uploads } from "../uploads/uploads.js";
import type { RenderWarning } from "../shared/warnings.js";
import { Work } from "../shared/work.js";

/** Everything that finding warnings needs besides the document and the request. */
export interface FindWarningsContext {
  /** Create one library per process. It caches which characters each file has. */
  readonly fonts: FontLibrary;
  /** The uploads that the document's fonts can use. @default none */
  readonly uploads?: Uploads | undefined;
  /** The layer types of documents. @default those of the template format */
  readonly layers?: LayerRendererRegistry;
}

/** The facts of a picture that are known before it is painted. */
export interface PictureFindings {
  /** The size of the document for this request. If its height hugs, only the layout knows it. */
  readonly size: DocumentSize;
  readonly warnings: readonly RenderWarning[];
}

/** A checked document with its opened fonts. Many requests can use it. */
export interface PreparedDocument {
  readonly document: TemplateDocument;
  readonly fonts: DocumentFontLoader;
}

/** Checks a document for many requests. @throws EngineError `VALIDATION_ERROR` if the document has an issue. */
export function prepareDocument(
  source: unknown,
  { fonts, layers: registry = LAYER_RENDERERS }: Pick<FindWarningsContext, "fonts" | "layers">,
): PreparedDocument {
  return {
    document: readDocument(source, registry.definitions),
    fonts: new DocumentFontLoader(fonts, registry.definitions),
  };
}

/** Returns the warnings of `inspectPicture`. */
export async function findWarnings(
  source: unknown,
  request: Overrides,
  context: FindWarningsContext,
): Promise<readonly RenderWarning[]> {
  return (await inspectPicture(source, request, context)).warnings;
}

/** Does the same as `findWarnings` for a prepared document. */
export async function findPreparedWarnings(
  prepared: PreparedDocument,
  request: Overrides,
  context: Omit<FindWarningsContext, "fonts">,
): Promise<readonly RenderWarning[]> {
  return (await inspectPrepared(prepared, request, context)).warnings;
}

/**
 * Returns the size of a picture and the warnings of its render without painting: texts that are cut, characters that no
 * font has, invalid codes, and layers outside of the picture. It needs the font layer and HarfBuzz, but no native
 * library. It loads no image, so an unavailable image gives no warning.
 *
 * @throws EngineError `VALIDATION_ERROR` or `DUPLICATE_LAYER_NAMES` if the document or the request has an issue.
 */
export async function inspectPicture(
  source: unknown,
  request: Overrides,
  context: FindWarningsContext,
): Promise<PictureFindings> {
  return await inspectPrepared(prepareDocument(source, context), request, context);
}

async function inspectPrepared(
  { document, fonts: loader }: PreparedDocument,
  request: Overrides,
  { uploads = NO_UPLOADS, layers: registry = LAYER_RENDERERS }: Omit<FindWarningsContext, "fonts">,
): Promise<PictureFindings> {
  const fonts = await loader.load(document, request, uploads);
  const measures = await measureBy(fonts, document.locale, new Work());
  const sized = sizeDocument(document, request, { registry, ...measures });
  const { width, height } = sized;
  const resolved = resolveLayers(sized, request, { registry, ...measures });
  const layers = [...resolveBackground(sized, request, registry), ...resolved];
  const view = { x: 0, y: 0, width, height };
  const edges = await layoutWarnings(layers, view, registry, fonts);
  return { size: { width, height }, warnings: [...(await checkLayers(layers, registry, fonts)), ...edges] };
}

/** Returns the warnings that layers have before they are drawn. */
export async function checkLayers(
  layers: readonly ResolvedLayer[],
  registry: LayerRendererRegistry,
  fonts: FontLibrary,
): Promise<readonly RenderWarning[]> {
  const warnings: RenderWarning[] = [];
  for (const layer of layers) {
    warnings.push(...((await registry.get(layer.type).check?.(layer, fonts)) ?? []));
    warnings.push(...(await checkLayers(layer.children ?? [], registry, fonts)));
  }
  return warnings;
}

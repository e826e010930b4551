import { CONTENT_TYPES, type ImageFormat } from "../contract/image-format.js";
import { pictureSize } from "../contract/template/output.js";
import { type Overrides } from "../contract/template/overrides.js";
import { type RenderContext } from "./context.js";
import { drawSvg } from "./draw-svg.js";
import { encode } from "./output/encode.js";
import { rasterize } from "./output/rasterize.js";
import { prepareLayers } from "./prepare-layers.js";
import { readDocument, readOutput } from "./resolve/read-request.js";
import { resolveLayers } from "./resolve/resolve-layers.js";
import { buildTree } from "./tree/build-tree.js";
import { type RenderWarning } from "./warnings.js";

/** What to change of a template, and how to deliver it. */
export interface PictureRequest extends Overrides {
  /** `png` if it is left out. */
  readonly format?: ImageFormat | undefined;
  /** 0.1 to 4; 1 if it is left out. */
  readonly scale?: number | undefined;
  /** Leaves out the document's background; not for `jpg`. */
  readonly transparent?: boolean | undefined;
}

export interface RenderedPicture {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly warnings: readonly RenderWarning[];
}

/**
 * Renders a template. The same document, request and images give the same bytes. An author's fault is a `ServiceError`
 * with `VALIDATION_ERROR` (or `DUPLICATE_LAYER_NAMES`); an image that cannot be had, a character that no font has and a
 * text that is cut are warnings.
 */
export async function renderPicture(
  source: unknown,
  request: PictureRequest,
  context: RenderContext,
): Promise<RenderedPicture> {
  const document = readDocument(source);
  const output = readOutput(document, request, context.limits);
  const resolved = resolveLayers(document, request);
  const { layers, warnings } = await prepareLayers(resolved, output.scale, context);
  const tree = buildTree(document, layers, output.transparent);
  const fonts = layers.flatMap((layer) => (layer.kind === "text" ? layer.text.fonts : []));
  const { svg } = await drawSvg(tree, fonts, { width: document.width, height: document.height });
  const frame = await rasterize(svg, pictureSize(document, output.scale));
  const bytes = await encode(frame, output.format);
  const { width, height } = frame;
  return { bytes, contentType: CONTENT_TYPES[output.format], width, height, warnings };
}

import { CONTENT_TYPES } from "../contract/image-format.js";
import { ByteCache } from "./compile/byte-cache.js";
import { bytesOfCompiled, type CompiledTemplate, compileTemplate } from "./compile/compile-template.js";
import { type RenderResources } from "./compile/item.js";
import { renderFrame } from "./compile/render-frame.js";
import { type RenderContext } from "./context.js";
import { encode } from "./output/encode.js";
import { type PictureRequest, type RenderedPicture } from "./picture.js";
import { readDocument, readOutput } from "./resolve/read-request.js";

export interface RendererOptions {
  /** Memory for compiled templates and for the pixels of layers, together. @default 56 MiB */
  readonly cacheBytes?: number;
}

const DEFAULT_CACHE_BYTES = 56 * 1024 * 1024;

/** Shares of the memory: two pictures a template, the pixels of single layers, and outlines of texts. */
const SHARES = { compiled: 0.55, drawn: 0.4, painted: 0.05 };

/** Renders templates, and remembers what it has found out about them. Make one a process. */
export class Renderer {
  readonly #resources: RenderResources;
  readonly #compiled: ByteCache<CompiledTemplate>;

  constructor(context: RenderContext, { cacheBytes = DEFAULT_CACHE_BYTES }: RendererOptions = {}) {
    this.#resources = {
      ...context,
      painted: new ByteCache(cacheBytes * SHARES.painted),
      drawn: new ByteCache(cacheBytes * SHARES.drawn),
    };
    this.#compiled = new ByteCache(cacheBytes * SHARES.compiled);
  }

  /**
   * Renders a template. The same document, request and images give the same bytes. `version` names the document for good:
   * with it the template is compiled once; a document that may change under its name goes without.
   *
   * An author's fault is a `ServiceError` with `VALIDATION_ERROR` (or `DUPLICATE_LAYER_NAMES`); an image that cannot be
   * had, a character that no font has and a text that is cut are warnings.
   */
  async render(source: unknown, request: PictureRequest, version?: string): Promise<RenderedPicture> {
    const { compiled, format } = await this.#compile(source, request, version);
    const { frame, warnings, giveBack } = await renderFrame(compiled, request, this.#resources);
    const bytes = await encode(frame, format);
    giveBack();
    return { bytes, contentType: CONTENT_TYPES[format], width: frame.width, height: frame.height, warnings };
  }

  async #compile(source: unknown, request: PictureRequest, version: string | undefined) {
    const { limits } = this.#resources;
    const key = JSON.stringify([version, request.scale ?? 1, request.transparent ?? false]);
    const known = version === undefined ? undefined : this.#compiled.get(key);
    const document = known?.document ?? readDocument(source);
    const { format, scale, transparent } = readOutput(document, request, limits);
    if (known !== undefined) return { compiled: known, format };
    const compiled = await compileTemplate(document, { scale, transparent }, this.#resources);
    if (version !== undefined) this.#compiled.set(key, compiled, bytesOfCompiled(compiled));
    return { compiled, format };
  }
}

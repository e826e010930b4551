import { CONTENT_TYPES } from "../contract/image-format.js";
import type { TemplateDocument } from "../contract/template/document.js";
import { uploadIdOf } from "../contract/template/image-url.js";
import { ByteCache } from "./byte-cache.js";
import { bytesOfCompiled, type CompiledTemplate, compileTemplate } from "./compile/compile-template.js";
import { renderFrame } from "./compile/render-frame.js";
import type { RenderContext } from "./context.js";
import { DocumentFontLoader } from "./fonts/load-document-fonts.js";
import type { LayerRendererRegistry } from "./layer-renderer-registry.js";
import { LAYER_RENDERERS } from "./layers/registry.js";
import { encode } from "./output/encode.js";
import { releaseNative } from "./native-memory.js";
import type { PictureRequest, RenderedPicture } from "./picture.js";
import { readDocument, readOutput } from "./resolve/read-request.js";
import { sizeDocument } from "./resolve/size-document.js";
import type { RenderResources } from "./resources.js";
import { measureBy } from "./text/measure-layer.js";
import { loadUploadImage } from "./uploads/load-upload-image.js";
import { cacheUploads } from "./uploads/cache-uploads.js";
import { NO_UPLOADS, type Uploads } from "./uploads/uploads.js";
import { Work } from "./work.js";

export interface RendererOptions {
  /** Memory for compiled templates and for the pixels of layers, together. @default 56 MiB */
  readonly cacheBytes?: number;
  /** The layer types of documents. @default those of the template format */
  readonly layers?: LayerRendererRegistry;
  /** Work of one render, in microseconds, after which it is stopped. @default `MAX_WORK_US` */
  readonly maxWork?: number;
  /** Is told the counted work of each render that is drawn, in microseconds. */
  readonly onWork?: (microseconds: number) => void;
}

/** What one render needs besides the document and the request. */
export interface RenderOptions {
  /**
   * A name for this document that never means another document. A document with a version is compiled once. Leave it out
   * for a document that can change.
   */
  readonly version?: string | undefined;
  /** The uploads that images and fonts can use. @default none */
  readonly uploads?: Uploads | undefined;
}

const DEFAULT_CACHE_BYTES = 56 * 1024 * 1024;
/** From here on, memory is collected before a frame is encoded. It takes 10 ms, and the encoder much longer. */
const LARGE_FRAME_BYTES = 32 * 1024 * 1024;
const NOTHING = () => undefined;
/** For uploaded images and small fonts, as stored: a logo that is in every picture is loaded once. */
const UPLOAD_CACHE_BYTES = 8 * 1024 * 1024;

/** For checked documents, which are smaller than their compiled templates. */
const DOCUMENT_CACHE_BYTES = 4 * 1024 * 1024;

/** Shares of the memory: compiled templates of two frames each, the pixels of single layers, and the SVG of layers. */
const SHARES = { compiled: 0.55, drawn: 0.4, painted: 0.05 };

/** Renders templates, with caches that later renders use. Make one per process. */
export class Renderer {
  readonly #resources: Omit<RenderResources, "work">;
  readonly #documents = new ByteCache<TemplateDocument>(DOCUMENT_CACHE_BYTES);
  /** By version, scale and height: pictures of different heights never share a frame. */
  readonly #compiled: ByteCache<CompiledTemplate>;
  readonly #fonts: DocumentFontLoader;
  readonly #maxWork: number | undefined;
  readonly #onWork: ((microseconds: number) => void) | undefined;
  readonly #uploads = new ByteCache<Uint8Array>(UPLOAD_CACHE_BYTES);
  #leftBytes = 0;

  constructor(
    context: RenderContext,
    { cacheBytes = DEFAULT_CACHE_BYTES, layers = LAYER_RENDERERS, maxWork, onWork }: RendererOptions = {},
  ) {
    this.#maxWork = maxWork;
    this.#onWork = onWork;
    this.#resources = {
      ...context,
      layers,
      painted: new ByteCache(cacheBytes * SHARES.painted),
      drawn: new ByteCache(cacheBytes * SHARES.drawn),
    };
    this.#fonts = new DocumentFontLoader(context.fonts, layers.definitions);
    this.#compiled = new ByteCache(cacheBytes * SHARES.compiled);
  }

  /**
   * Renders a template. The same document, request, images and fonts always give the same bytes. An unavailable image, a
   * character that no font has and a text that was cut are warnings.
   *
   * @throws ServiceError `VALIDATION_ERROR` or `DUPLICATE_LAYER_NAMES` if the document or the request has an issue.
   */
  async render(source: unknown, request: PictureRequest, options: RenderOptions = {}): Promise<RenderedPicture> {
    // What the last render left, before this one needs as much.
    await releaseNative(this.#leftBytes);
    const { frame, format, work, warnings, release } = await this.#draw(source, request, options);
    this.#leftBytes = frame.pixels.byteLength;
    // The pixels of images and shadows are not needed any more, and an encoder takes much memory.
    if (this.#leftBytes > LARGE_FRAME_BYTES) await releaseNative(this.#leftBytes);
    const bytes = await encode(frame, format);
    release();
    this.#onWork?.(work);
    return { bytes, contentType: CONTENT_TYPES[format], width: frame.width, height: frame.height, warnings };
  }

  /** Draws a picture. Of a template that is too large for the cache, only the frame stays in memory. */
  async #draw(source: unknown, request: PictureRequest, options: RenderOptions) {
    const { compiled, isKept, format, resources } = await this.#compile(source, request, options);
    const { frame, warnings, release } = await renderFrame(compiled, request, resources);
    return { frame, format, work: resources.work.total, warnings, release: isKept ? release : NOTHING };
  }

  async #compile(source: unknown, request: PictureRequest, { version, uploads = NO_UPLOADS }: RenderOptions) {
    const document = this.#read(source, version === undefined ? undefined : JSON.stringify([uploads.owner, version]));
    const { format, scale, transparent } = readOutput(document, request, this.#resources.limits);
    const resources = await this.#resourcesFor(document, request, cacheUploads(uploads, this.#uploads));
    const measureText = await measureBy(resources.fonts, document.locale, resources.work);
    const sized = sizeDocument(document, request, { registry: resources.layers, measureText });
    const key = JSON.stringify([uploads.owner, version, scale, transparent, sized.height]);
    const known = version === undefined ? undefined : this.#compiled.get(key);
    if (known !== undefined) return { compiled: known, isKept: true, format, resources };
    const compiled = await compileTemplate(sized, { scale, transparent }, resources);
    if (version !== undefined) this.#compiled.set(key, compiled, bytesOfCompiled(compiled));
    return { compiled, isKept: version !== undefined && this.#compiled.get(key) === compiled, format, resources };
  }

  /** A checked document. A document with a version is checked once. */
  #read(source: unknown, key: string | undefined): TemplateDocument {
    const known = key === undefined ? undefined : this.#documents.get(key);
    if (known !== undefined) return known;
    const document = readDocument(source, this.#resources.layers.definitions);
    if (key !== undefined) this.#documents.set(key, document, JSON.stringify(document).length + 1000);
    return document;
  }

  /** The resources of one render: with the fonts of its document, and with the uploads of their owner as images. */
  async #resourcesFor(document: TemplateDocument, request: PictureRequest, uploads: Uploads): Promise<RenderResources> {
    const fonts = await this.#fonts.load(document, request, uploads);
    const loadImage = async (url: string) => {
      const uploadId = uploadIdOf(url);
      return await (uploadId === undefined ? this.#resources.loadImage(url) : loadUploadImage(uploads, uploadId));
    };
    return { ...this.#resources, owner: uploads.owner, fonts, loadImage, work: new Work(this.#maxWork) };
  }
}

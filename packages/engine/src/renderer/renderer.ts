import type { PictureLayout } from "../document/picture-layout.js";
import { viewOf } from "../frame/device-grid.js";
import { layoutWarnings } from "../resolve/layout-warnings.js";
import { describeLayout } from "./describe-layout.js";
import { describePicture } from "./describe-picture.js";
import { checkLayers } from "./find-warnings.js";
import type { TemplateDocument } from "../document/document.js";
import type { SizedDocument } from "../document/document-size.js";
import { type Output, pictureSize } from "../document/output.js";
import { uploadIdOf } from "../document/attributes/image-url.js";
import { type CompileOptions, compileTemplate, prepareDraft } from "../compile/compile-template.js";
import { decidePicture, renderFrame } from "../compile/render-frame.js";
import type { RenderContext } from "../items/context.js";
import { DocumentFontLoader } from "../fonts/load-document-fonts.js";
import { DecodedImages } from "../images/decoded-images.js";
import type { LayerRendererRegistry } from "../items/layer-renderer-registry.js";
import { LAYER_RENDERERS } from "../layers/registry.js";
import { encode, leavesNativeMemory } from "../encode/encode.js";
import { FORMATS } from "../formats/registry.js";
import { createImageCheck } from "./image-check.js";
import { encoderSettings, type Preference } from "./encoder-settings.js";
import { encoderBytes, localMemoryBytes, pictureBytes } from "./memory-plan.js";
import type { PdfRenderer } from "./render-pdf.js";
import { releaseNative } from "../shared/native-memory.js";
import type { PictureRequest, RenderedPicture } from "./picture.js";
import { RendererCaches } from "./renderer-caches.js";
import { readDocument, readOutput } from "../resolve/read-request.js";
import { sizeDocument } from "../resolve/size-document.js";
import type { RenderResources } from "../items/resources.js";
import { measureBy } from "../layout/measure-layer.js";
import { loadUploadImage } from "../uploads/load-upload-image.js";
import { cacheUploads } from "../uploads/cache-uploads.js";
import { NO_UPLOADS, type Uploads } from "../uploads/uploads.js";
import { Work } from "../shared/work.js";

export interface RendererOptions {
  /** The memory of the function, which limits the caches of the renderer. @default `localMemoryBytes` */
  readonly memoryBytes?: number | undefined;
  /**
   * Returns the resident memory of the process. If it is high, the caches shrink for a large picture. @default in a
   * function, that of its process; elsewhere 0, because such a process holds much memory that does not belong to the
   * renderer
   */
  readonly residentBytes?: (() => number) | undefined;
  /** The layer types of documents. @default those of the template format */
  readonly layers?: LayerRendererRegistry;
  /**
   * The largest amount of work of one render, in microseconds. A render with more work is stopped. @default
   * `MAX_WORK_US`
   */
  readonly maxWork?: number;
  /** Receives the counted work of each render that is drawn, in microseconds. */
  readonly onWork?: (microseconds: number) => void;
  /** Called for each compilation. A second render of a version at the same scale and height needs none. */
  readonly onCompile?: () => void;
}

/** Everything one render needs besides the document and the request. */
export interface RenderOptions {
  /**
   * A name for this document that never names another document. A document with a version is compiled once. Omit the
   * version of a document that can change.
   */
  readonly version?: string | undefined;
  /** The uploads that images and fonts can use. @default none */
  readonly uploads?: Uploads | undefined;
  /**
   * What the file of a WebP or AVIF is optimized for. Encoding for `size` takes several times as long, so prefer
   * `speed` for a picture that is viewed only once. @default size
   */
  readonly prefer?: Preference | undefined;
  /** Receives the time of the encoder. Not called for a PDF, which is written while it is drawn. */
  readonly onEncoded?: ((milliseconds: number) => void) | undefined;
  /**
   * Whether this document without a version is a draft, which comes again with small changes. The frame is kept, so that
   * the next draft of the same owner and size paints and encodes only what differs. @default false
   */
  readonly isDraft?: boolean | undefined;
  /** Whether the result has the layout of the picture. @default false */
  readonly layout?: boolean | undefined;
  /** The IDs of layers that an editor wants to move. The result then has the picture in parts. @default none */
  readonly parts?: readonly string[] | undefined;
}

/**
 * For frames of this size or more, the garbage collector runs before encoding. It takes 10 ms, and the encoder takes
 * much longer.
 */
const LARGE_FRAME_BYTES = 32 * 1024 * 1024;
/** The memory that a costly render can need until the next check. Tiles of 25 megapixels have 100 MB. */
const LONG_WORK_BYTES = 200 * 1024 * 1024;
const NOTHING = () => undefined;
const NO_BYTES = () => 0;

/** Renders templates, with caches that later renders use. Create one renderer per process. */
export class Renderer {
  readonly #resources: Omit<RenderResources, "work">;
  readonly #caches: RendererCaches;
  #pdfRenderer: PdfRenderer | undefined;
  readonly #fonts: DocumentFontLoader;
  readonly #maxWork: number | undefined;
  readonly #onWork: RendererOptions["onWork"];
  readonly #onCompile: RendererOptions["onCompile"];
  #leftBytes = 0;

  constructor(
    context: RenderContext,
    { memoryBytes, residentBytes, layers = LAYER_RENDERERS, maxWork, onWork, onCompile }: RendererOptions = {},
  ) {
    this.#maxWork = maxWork;
    this.#onWork = onWork;
    this.#onCompile = onCompile;
    this.#caches =
      memoryBytes === undefined
        ? new RendererCaches({ memoryBytes: localMemoryBytes(), residentBytes: residentBytes ?? NO_BYTES })
        : new RendererCaches({ memoryBytes, residentBytes });
    const { painted, drawn, masks } = this.#caches;
    this.#resources = { ...context, layers, painted, drawn, masks };
    this.#fonts = new DocumentFontLoader(context.fonts, layers.definitions);
  }

  /**
   * Renders a template. The same document, request, images and fonts always give the same bytes. An unavailable image,
   * a character that no font has and a text that was cut are warnings.
   *
   * @throws EngineError `VALIDATION_ERROR` or `DUPLICATE_LAYER_NAMES` if the document or the request has an issue.
   */
  async render(source: unknown, request: PictureRequest, options: RenderOptions = {}): Promise<RenderedPicture> {
    // Release the memory that the last render left, before this one needs as much.
    await releaseNative(this.#leftBytes);
    if (request.format === "pdf") return await this.#writePdf(source, request, options);
    const drawn = await this.#draw(source, request, options);
    const { frame, format, settings, work, warnings, release } = drawn;
    const frameBytes = frame.pixels.byteLength;
    this.#leftBytes = leavesNativeMemory(format) ? frameBytes : 0;
    // The pixels of images and shadows are no longer needed, and an encoder takes much memory.
    if (frameBytes > LARGE_FRAME_BYTES) await releaseNative(frameBytes);
    this.#caches.makeRoom(encoderBytes(frame, format, settings.effort));
    const startedMs = performance.now();
    const bytes = await encode(frame, format, settings);
    options.onEncoded?.(performance.now() - startedMs);
    release();
    const details = await describePicture(drawn, request, options);
    this.#onWork?.(work);
    const { width, height } = frame;
    return { bytes, contentType: FORMATS[format].contentType, width, height, warnings, ...details };
  }

  /**
   * Returns where the layers of a picture are. It paints only what automatic colors need, and loads no other images, so
   * it cannot tell whether an image is available.
   *
   * @throws EngineError like `render`
   */
  async layout(source: unknown, request: PictureRequest, options: RenderOptions = {}): Promise<PictureLayout> {
    const { output, resources, sized, measures } = await this.#prepare(source, request, options);
    const template = prepareDraft(sized, request, output, resources, []);
    const { layers } = await decidePicture(template, request, resources);
    const { fonts, layers: registry } = resources;
    const places = await layoutWarnings(layers, viewOf(template.grid), registry, fonts);
    const warnings = [...(await checkLayers(layers, registry, fonts)), ...places];
    return await describeLayout({ document: sized, request, resolved: layers, warnings, registry, measures, fonts });
  }

  /** Draws a picture. For a document without a version, only the frame stays in memory. */
  async #draw(source: unknown, request: PictureRequest, options: RenderOptions) {
    const { compiled, format, settings, resources, measures, keepIdle } = await this.#compile(source, request, options);
    const { frame, items, warnings, release } = await renderFrame(compiled, request, resources);
    const work = resources.work.total;
    const drawn = { frame, items, format, settings, work, warnings, compiled, resources, measures };
    if (keepIdle === undefined) return { ...drawn, release: NOTHING };
    const releaseAndKeep = () => {
      release();
      keepIdle();
    };
    return { ...drawn, release: releaseAndKeep };
  }

  /** Writes a picture in vectors. It has no frame, so nothing is compiled. */
  async #writePdf(source: unknown, request: PictureRequest, options: RenderOptions): Promise<RenderedPicture> {
    const { output, sized, resources } = await this.#prepare(source, request, options);
    const { scale } = output;
    this.#leftBytes = 0;
    const { width, height } = pictureSize(sized, scale);
    this.#caches.makeRoom(pictureBytes(width * height, "pdf"));
    const written = await (await this.#pdf()).render(sized, request, output, resources);
    this.#onWork?.(resources.work.total);
    const layout = options.layout === true ? { layout: await this.layout(source, request, options) } : {};
    const parts = options.parts === undefined ? {} : ({ parts: "NO_PIXELS" } as const);
    return { ...written, ...layout, ...parts, contentType: FORMATS.pdf.contentType, width, height };
  }

  /** Loads the code that writes PDFs when the first one is rendered, so that other first pictures need not wait for it. */
  async #pdf(): Promise<PdfRenderer> {
    const { PdfRenderer } = await import("./render-pdf.js");
    this.#pdfRenderer ??= new PdfRenderer();
    return this.#pdfRenderer;
  }

  /** Checks a document and a request, loads the fonts, and measures the document. */
  async #prepare(source: unknown, request: PictureRequest, { version, uploads = NO_UPLOADS }: RenderOptions) {
    const document = this.#read(source, version === undefined ? undefined : JSON.stringify([uploads.owner, version]));
    const output = readOutput(document, request, this.#resources.limits);
    const resources = await this.#resourcesFor(document, request, output, cacheUploads(uploads, this.#caches.uploads));
    const measures = await measureBy(resources.fonts, document.locale, resources.work);
    const sized = sizeDocument(document, request, { registry: resources.layers, ...measures });
    return { document, output, resources, sized, measures };
  }

  async #compile(source: unknown, request: PictureRequest, options: RenderOptions) {
    const { version, uploads = NO_UPLOADS, prefer = "size" } = options;
    const { document, output, resources, sized, measures } = await this.#prepare(source, request, options);
    const { format, scale, transparent } = output;
    // `render` has already chosen another way for a PDF.
    if (format === "pdf") throw new Error("A PDF has no frame.");
    const key = JSON.stringify([uploads.owner, version, scale, transparent, sized.height]);
    const known = version === undefined ? undefined : this.#caches.compiled(key);
    const { width, height } = pictureSize(sized, scale);
    this.#caches.makeRoom(pictureBytes(width * height, format));
    const layers = resources.layers.definitions;
    const settings = encoderSettings({ document, request, output, layers }, prefer);
    const made = { format, settings, resources, measures };
    if (version === undefined && options.isDraft === true) {
      const draft = JSON.stringify(["draft", uploads.owner, width, height]);
      const compiled = prepareDraft(sized, request, output, resources, this.#caches.takeDraft(draft));
      return { ...made, compiled, keepIdle: () => this.#caches.keepDraft(draft, compiled.idle) };
    }
    const compiled = known ?? (await this.#compileSized(sized, { scale, transparent }, resources));
    if (version === undefined) return { ...made, compiled, keepIdle: undefined };
    if (known === undefined) this.#caches.keepCompiled(key, compiled);
    return { ...made, compiled, keepIdle: () => this.#caches.keepIdle(key, compiled) };
  }

  async #compileSized(document: SizedDocument, options: CompileOptions, resources: RenderResources) {
    this.#onCompile?.();
    return await compileTemplate(document, options, resources);
  }

  /** Returns the checked document. A document with a version is checked once. */
  #read(source: unknown, key: string | undefined): TemplateDocument {
    const known = key === undefined ? undefined : this.#caches.documents.get(key);
    if (known !== undefined) return known;
    const document = readDocument(source, this.#resources.layers.definitions);
    if (key !== undefined) this.#caches.documents.set(key, document, JSON.stringify(document).length + 1000);
    return document;
  }

  /** Returns the resources of one render, with the fonts of its document and the uploads of its owner. */
  async #resourcesFor(
    document: TemplateDocument,
    request: PictureRequest,
    output: Output,
    uploads: Uploads,
  ): Promise<RenderResources> {
    const fonts = await this.#fonts.load(document, request, uploads);
    const loadImage = async (url: string) => {
      const uploadId = uploadIdOf(url);
      return await (uploadId === undefined ? this.#resources.loadImage(url) : loadUploadImage(uploads, uploadId));
    };
    const work = new Work(this.#maxWork, (bytes = LONG_WORK_BYTES) => {
      this.#caches.makeRoom(bytes);
    });
    const checkImages = createImageCheck({ document, request, output, layers: this.#resources.layers.definitions });
    const own = { owner: uploads.owner, fonts, loadImage, checkImages, work, decoded: new DecodedImages() };
    return { ...this.#resources, ...own };
  }
}

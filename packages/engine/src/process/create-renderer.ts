import { RENDER_BUDGET, type RenderBudget } from "../limits/render-budgets.js";
import type { PictureLayout } from "../document/picture-layout.js";
import type { PictureRequest, RenderedPicture } from "../renderer/picture.js";
import type { RenderOptions } from "../renderer/renderer.js";
import { forkRendering } from "./fork-rendering.js";
import { IsolatedRenderer } from "./isolated-renderer.js";

export interface CreateRendererOptions {
  /**
   * Loads an image by its address. The signal aborts when the picture no longer needs it. A document decides which
   * addresses it names, so a program that renders documents of other people must reject addresses of its own network.
   * The message of an error with a boolean `retryable` is shown in the warning about the image.
   * @default loads no images at addresses: each one gives a warning and a gray box
   */
  readonly loadImage?: (url: string, signal: AbortSignal) => Promise<Uint8Array>;
  /** The largest number of pixels of a picture. @default 25,000,000 */
  readonly maxPixels?: number;
  /** The limits of each render. @default 15 s of processor time, 20 s of work and 1,500 MB of resident memory */
  readonly budget?: Partial<RenderBudget>;
  /**
   * The file of the program that draws. Set it if a bundler moves the code of this package. Bundle
   * `@image-render/engine/render-program` to a separate file.
   * @default the program of this package
   */
  readonly program?: string | URL;
}

/** Renders documents in a child process. */
export interface DocumentRenderer extends AsyncDisposable {
  /**
   * Renders one picture. Renders run one after the other, so make one renderer for each processor.
   *
   * @param document a template document, which is checked
   * @param request values of layers and variables, the format (default `png`), the scale (0.05 to 4, default 1),
   * `transparent`
   * @throws EngineError `VALIDATION_ERROR` with an issue for each problem of the document or the request, and for a
   * picture that exceeds the budget or crashes the process; `INTERNAL` if no process could be started
   */
  render(document: unknown, request?: PictureRequest, options?: RenderOptions): Promise<RenderedPicture>;
  /**
   * Returns where the layers of a picture are, in document pixels: boxes, rotations, the lines of texts with their
   * clusters, and colors that were chosen. It loads no images except those beneath an automatic color.
   *
   * @throws EngineError as `render`
   */
  layout(document: unknown, request?: PictureRequest, options?: RenderOptions): Promise<PictureLayout>;
  /** Ends the process, even during a render. A program that does not call this never exits by itself. */
  close(): Promise<void>;
}

/**
 * Rejects every image. This is the loader of a renderer that was created without one. The message is the reason in the
 * warning of each image.
 */
function refuseImage(): Promise<Uint8Array> {
  const reason = "this renderer was created without `loadImage`, which loads images at addresses";
  return Promise.reject(Object.assign(new Error(reason), { retryable: false }));
}

/** The program is next to this file, which is TypeScript in the repository and JavaScript in the package. */
const IS_SOURCE = import.meta.url.endsWith(".ts");
const PROGRAM = new URL(`./render-program.${IS_SOURCE ? "ts" : "js"}`, import.meta.url);
const COMPILER = IS_SOURCE ? ["--import", "tsx"] : [];

/** Starts a renderer in a warm child process, so that no picture can end or block the program, or fill its memory. */
export function createRenderer(options: CreateRendererOptions = {}): DocumentRenderer {
  const { loadImage = refuseImage, maxPixels, budget, program } = options;
  const renderer = new IsolatedRenderer({
    start: () =>
      forkRendering({ maxPixels, ...(program === undefined ? { program: PROGRAM, nodeArgs: COMPILER } : { program }) }),
    budget: { ...RENDER_BUDGET, ...budget },
    // The memory of the program itself does not count.
    otherBytes: () => 0,
  });
  const close = () => renderer.close();
  return {
    render: (document, request = {}, renderOptions = {}) =>
      renderer.render(document, request, { ...renderOptions, loadImage }),
    layout: (document, request = {}, renderOptions = {}) =>
      renderer.layout(document, request, { ...renderOptions, loadImage }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

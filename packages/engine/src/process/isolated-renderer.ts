/**
 * Renders in a child process, so that no picture can end or block the function: native code can abort, run for minutes,
 * or take all memory. See docs/decisions/0043-renders-in-a-child-process.md.
 */
import type { ChildProcess } from "node:child_process";
import { EngineError, validationError } from "../issues/engine-error.js";
import type { RenderBudget } from "../limits/render-budgets.js";
import type { PictureRequest, RenderedPicture } from "../renderer/picture.js";
import type { RenderOptions } from "../renderer/renderer.js";
import { releaseNative } from "../shared/native-memory.js";
import { NO_UPLOADS } from "../uploads/uploads.js";
import type { PictureLayout } from "../document/picture-layout.js";
import type { DrawingKind, DrawingRequest, DrawingResults } from "./messages.js";
import { type Load, type ProcessEnd, ProcessEndedError, RenderingProcess } from "./rendering-process.js";
import { type ReachedLimit, watchBudget } from "./watch-budget.js";

/** A report on the end of a rendering process. */
export interface EndReport extends ProcessEnd {
  /** The reason for the end. `crash`: the process failed during a render. `idle`: it ended between renders. */
  readonly reason: ReachedLimit | "crash" | "idle";
}

export interface IsolatedRendererOptions {
  /** Starts a rendering process, like `forkRendering`. */
  readonly start: () => ChildProcess;
  /** The limits of each render. */
  readonly budget: RenderBudget;
  /** The same as in `BudgetWatchOptions`. */
  readonly otherBytes?: () => number;
}

export interface IsolatedRenderOptions extends RenderOptions {
  /** The same as in `RenderContext`. The signal aborts if the render ends before the image is loaded. */
  readonly loadImage: (url: string, signal: AbortSignal) => Promise<Uint8Array>;
  /** Receives the processor time of the rendering process when the render has ended, even if it failed. */
  readonly onCpuMs?: ((cpuMs: number) => void) | undefined;
}

/** The number of attempts to start a render, if its process ends before the render has begun. */
const MAX_STARTS = 2;
/** The longest time for starting a process. On Lambda, the process shares one processor with the function. */
const START_MS = 20_000;

/** Renders one picture at a time in one warm process. Create one renderer per function. */
export class IsolatedRenderer {
  readonly #options: IsolatedRendererOptions;
  #process: RenderingProcess;
  #turn: Promise<unknown> = Promise.resolve();
  #isRendering = false;
  #isClosed = false;
  #leftBytes = 0;
  #onEnd: (report: EndReport) => void = () => undefined;

  constructor(options: IsolatedRendererOptions) {
    this.#options = options;
    this.#process = this.#start();
  }

  /** The ID of the current process. */
  get pid(): number {
    return this.#process.pid;
  }

  /** Sets the function that is called for each process that ends, except by `close`. */
  onEnd(report: (report: EndReport) => void): void {
    this.#onEnd = report;
  }

  /**
   * Does the same as `Renderer.render`. A render that reaches a limit or ends its process fails with
   * `VALIDATION_ERROR`, because the same picture would fail again. The process is then replaced.
   */
  async render(source: unknown, request: PictureRequest, options: IsolatedRenderOptions): Promise<RenderedPicture> {
    const picture = await this.#inTurn("render", source, request, options);
    this.#leftBytes += 2 * picture.bytes.byteLength;
    return picture;
  }

  /** Does the same as `Renderer.layout`, with the limits of a render. */
  async layout(source: unknown, request: PictureRequest, options: IsolatedRenderOptions): Promise<PictureLayout> {
    return await this.#inTurn("layout", source, request, options);
  }

  async #inTurn<Kind extends DrawingKind>(
    kind: Kind,
    source: unknown,
    request: PictureRequest,
    options: IsolatedRenderOptions,
  ): Promise<DrawingResults[Kind]> {
    const rendering = this.#turn.then(() => this.#draw(kind, source, request, options));
    this.#turn = rendering.catch(() => undefined);
    return await rendering;
  }

  /** Ends the process, and with it all renders that are not done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#process.kill();
  }

  async #draw<Kind extends DrawingKind>(
    kind: Kind,
    source: unknown,
    request: PictureRequest,
    options: IsolatedRenderOptions,
  ): Promise<DrawingResults[Kind]> {
    this.#isRendering = true;
    // The function shares its memory with the process, so earlier pictures and images must not fill it.
    await releaseNative(this.#leftBytes);
    this.#leftBytes = 0;
    try {
      for (let starts = 1; ; starts++) {
        this.#checkOpen();
        try {
          const rendering = await this.#readyProcess();
          return await this.#drawIn(rendering, kind, { document: source, request }, options);
        } catch (error) {
          this.#checkOpen(error);
          if (!(error instanceof ProcessEndedError)) throw error;
          if (starts === MAX_STARTS) throw startError(error);
        }
      }
    } finally {
      this.#isRendering = false;
    }
  }

  #checkOpen(cause?: unknown): void {
    if (this.#isClosed) throw new Error("The renderer is closed. Create another one to render.", { cause });
  }

  /** @throws ProcessEndedError if the process ended before the render had begun */
  async #drawIn<Kind extends DrawingKind>(
    rendering: RenderingProcess,
    kind: Kind,
    given: Pick<DrawingRequest, "document" | "request">,
    { uploads = NO_UPLOADS, loadImage, onCpuMs, onEncoded, ...options }: IsolatedRenderOptions,
  ): Promise<DrawingResults[Kind]> {
    const over = new AbortController();
    const load: Load = async ({ what, name }) => {
      const bytes = await (what === "upload" ? uploads.load(name) : loadImage(name, over.signal));
      // The bytes are in memory twice: as received, and as sent.
      this.#leftBytes += 2 * bytes.byteLength;
      return bytes;
    };
    let reached: ReachedLimit | undefined;
    const stopWatch = watchBudget({
      pid: rendering.pid,
      budget: this.#options.budget,
      otherBytes: this.#options.otherBytes,
      isWaiting: () => rendering.isWaiting,
      onReached: (limit) => {
        reached = limit;
        void rendering.kill();
      },
    });
    try {
      return await rendering.draw(kind, { ...given, owner: uploads.owner, ...options }, load, onEncoded);
    } catch (error) {
      const isUnbegun = error instanceof ProcessEndedError && reached === undefined && !error.begun;
      if (!(error instanceof ProcessEndedError) || isUnbegun || this.#isClosed) throw error;
      this.#onEnd({ ...error.end, reason: reached ?? "crash" });
      throw endedError(error, reached, this.#options.budget);
    } finally {
      const cpuMs = stopWatch();
      onCpuMs?.(cpuMs);
      over.abort();
    }
  }

  async #readyProcess(): Promise<RenderingProcess> {
    if (!this.#process.isUsable) {
      // The process can still exist without its channel.
      void this.#process.kill();
      this.#process = this.#start();
    }
    const rendering = this.#process;
    const stopWatch = watchBudget({
      pid: rendering.pid,
      budget: { ...this.#options.budget, cpuMs: START_MS, workMs: START_MS },
      otherBytes: this.#options.otherBytes,
      isWaiting: () => false,
      onReached: () => void rendering.kill(),
    });
    try {
      await rendering.ready;
      return rendering;
    } catch (cause) {
      throw startError(cause);
    } finally {
      stopWatch();
    }
  }

  #start(): RenderingProcess {
    const started = new RenderingProcess(this.#options.start());
    void this.#replaceAtEnd(started);
    return started;
  }

  /**
   * Starts the next process immediately, so that it is warm for the next render. A process that could not start is not
   * replaced.
   */
  async #replaceAtEnd(rendering: RenderingProcess): Promise<void> {
    const hasStarted = await rendering.ready.then(
      () => true,
      () => false,
    );
    const end = await rendering.ended;
    if (this.#isClosed || this.#process !== rendering) return;
    if (!this.#isRendering) this.#onEnd({ ...end, reason: "idle" });
    if (hasStarted) this.#process = this.#start();
  }
}

function startError(cause: unknown): EngineError {
  return new EngineError("INTERNAL", "The renderer could not start. Try again.", {
    internal: "The rendering process ended before it could render.",
    cause,
  });
}

/** Returns the error for the caller of a render that ended its process. */
function endedError(cause: ProcessEndedError, reached: ReachedLimit | undefined, budget: RenderBudget): EngineError {
  const message = messageOf(reached, budget);
  const { details = {} } = validationError(message, [{ path: "document", message }]);
  return new EngineError("VALIDATION_ERROR", message, { details, internal: cause.message, cause });
}

function messageOf(reached: ReachedLimit | undefined, { cpuMs, memoryBytes }: RenderBudget): string {
  switch (reached) {
    case "time":
      return `The picture takes more than ${cpuMs / 1000} seconds to draw. Use fewer layers, effects or pixels.`;
    case "memory":
      return `The picture needs more than ${Math.round(memoryBytes / 2 ** 20)} MB of memory. Use a smaller scale, smaller images or fewer effects.`;
    case undefined:
      return "The picture cannot be drawn: one of its layers makes the renderer fail. Change unusual sizes, positions, rotations, effects or SVG of its layers.";
  }
}

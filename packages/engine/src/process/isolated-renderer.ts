/**
 * Renders in a child process, so that no picture can end or block the function: native code can abort, run for minutes, or
 * take all memory. See docs/decisions/0043-renders-in-a-child-process.md.
 */
import type { ChildProcess } from "node:child_process";
import { EngineError, validationError } from "../issues/engine-error.js";
import type { RenderBudget } from "../limits/render-budgets.js";
import type { PictureRequest, RenderedPicture } from "../renderer/picture.js";
import type { RenderOptions } from "../renderer/renderer.js";
import { releaseNative } from "../shared/native-memory.js";
import { NO_UPLOADS } from "../uploads/uploads.js";
import { type Load, type ProcessEnd, ProcessEndedError, RenderingProcess } from "./rendering-process.js";
import { type ReachedLimit, watchBudget } from "./watch-budget.js";

/** A rendering process has ended. */
export interface EndReport extends ProcessEnd {
  /** What ended it. `crash`: its own code during a render. `idle`: it ended between renders. */
  readonly reason: ReachedLimit | "crash" | "idle";
}

export interface IsolatedRendererOptions {
  /** Starts a rendering process, as `forkRendering` does. */
  readonly start: () => ChildProcess;
  /** The limits of each render. */
  readonly budget: RenderBudget;
  /** As in `BudgetWatchOptions`. */
  readonly otherBytes?: () => number;
}

export interface IsolatedRenderOptions extends RenderOptions {
  /** As in `RenderContext`. The signal aborts when the render has ended without it. */
  readonly loadImage: (url: string, signal: AbortSignal) => Promise<Uint8Array>;
  /** Receives the processor time of the rendering process when the render has ended, however it ended. */
  readonly onCpuMs?: ((cpuMs: number) => void) | undefined;
}

/** How often a render starts, if its process ends before the render has begun. */
const MAX_STARTS = 2;
/** The time for starting a process. Lambda shares one processor between it and the function. */
const START_MS = 20_000;

/** Has one warm process, in which one picture is rendered at a time. Make one per function. */
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

  /** The ID of the present process. */
  get pid(): number {
    return this.#process.pid;
  }

  /** Reports each process that ends, except by `close`. */
  onEnd(report: (report: EndReport) => void): void {
    this.#onEnd = report;
  }

  /**
   * As `Renderer.render`. A render that reaches a limit or ends its process is `VALIDATION_ERROR`: the same picture would
   * do it again. Then the process is replaced.
   */
  async render(source: unknown, request: PictureRequest, options: IsolatedRenderOptions): Promise<RenderedPicture> {
    const rendering = this.#turn.then(() => this.#render(source, request, options));
    this.#turn = rendering.catch(() => undefined);
    return await rendering;
  }

  /** Ends the process, and with it all renders that are not done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#process.kill();
  }

  async #render(source: unknown, request: PictureRequest, options: IsolatedRenderOptions): Promise<RenderedPicture> {
    this.#isRendering = true;
    // The function shares its memory with the process: the pictures and images before must not fill it.
    await releaseNative(this.#leftBytes);
    this.#leftBytes = 0;
    try {
      for (let starts = 1; ; starts++) {
        this.#checkOpen();
        try {
          const rendering = await this.#readyProcess();
          return await this.#renderIn(rendering, source, request, options);
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
  async #renderIn(
    rendering: RenderingProcess,
    document: unknown,
    request: PictureRequest,
    { version, uploads = NO_UPLOADS, loadImage, onCpuMs }: IsolatedRenderOptions,
  ): Promise<RenderedPicture> {
    const over = new AbortController();
    const load: Load = async ({ what, name }) => {
      const bytes = await (what === "upload" ? uploads.load(name) : loadImage(name, over.signal));
      // As it came, and as it was sent.
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
      const picture = await rendering.render({ document, request, version, owner: uploads.owner }, load);
      this.#leftBytes += 2 * picture.bytes.byteLength;
      return picture;
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
      // It can still be there, without its channel.
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

  /** Starts the next process at once, so that it is warm at the next render. One that cannot start is not replaced. */
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

/** The sentence for the caller of a render that ended its process. */
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

/** The function's side of one rendering process, from its start to its end. */
import type { ChildProcess } from "node:child_process";
import {
  type DrawingKind,
  type DrawingRequest,
  type DrawingResults,
  type FromRenderingProcess,
  type LoadRequest,
  receivedError,
  sentError,
  type ToRenderingProcess,
} from "./messages.js";

/** The exit code and the signal of a process that ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The process ended before it sent the picture. */
export class ProcessEndedError extends Error {
  override readonly name = "ProcessEndedError";
  readonly end: ProcessEnd;
  /** Whether the render had begun. */
  readonly begun: boolean;

  constructor(end: ProcessEnd, begun: boolean) {
    super(`The rendering process ended with ${end.signal ?? `code ${end.code ?? "unknown"}`}.`);
    this.end = end;
    this.begun = begun;
  }
}

/** Loads a file that a render needs. */
export type Load = (request: LoadRequest) => Promise<Uint8Array>;

interface CurrentRender {
  readonly load: Load;
  readonly result: PromiseWithResolvers<DrawingResults[DrawingKind]>;
  readonly onEncoded: ((milliseconds: number) => void) | undefined;
  begun: boolean;
}

export class RenderingProcess {
  readonly #child: ChildProcess;
  readonly #ready = Promise.withResolvers<undefined>();
  readonly #ended = Promise.withResolvers<ProcessEnd>();
  #state: "starting" | "ready" | "ended" = "starting";
  #current: CurrentRender | undefined;
  #loads = 0;

  /** @param child created by `fork` with advanced serialization */
  constructor(child: ChildProcess) {
    this.#child = child;
    this.#ready.promise.catch(() => undefined);
    child.on("message", (message) => this.#onMessage(message as FromRenderingProcess));
    child.once("exit", (code, signal) => this.#onEnd({ code, signal }));
    child.on("error", () => {
      // An `error` without a process ID means that the process could not be started. Other errors are failed sends, and
      // the exit follows.
      if (child.pid === undefined) this.#onEnd({ code: null, signal: null });
    });
    // The pipe of an ending process can fail. The event `exit` reports its end.
    for (const stream of child.stdio) stream?.on("error", () => undefined);
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  /** Whether the process can render, now or when it has started. */
  get isUsable(): boolean {
    return this.#state !== "ended" && this.#child.connected;
  }

  /** Whether the current render waits for a load. */
  get isWaiting(): boolean {
    return this.#loads > 0;
  }

  /** Resolves when the process can render. Rejects with a {@link ProcessEndedError} if the process ends before that. */
  get ready(): Promise<undefined> {
    return this.#ready.promise;
  }

  /** Resolves when the process has ended. Never rejects. */
  get ended(): Promise<ProcessEnd> {
    return this.#ended.promise;
  }

  /**
   * Renders one picture, or returns the layout of one. There can be only one render at a time. @throws ProcessEndedError,
   * and the errors of the render
   */
  async draw<Kind extends DrawingKind>(
    kind: Kind,
    request: DrawingRequest,
    load: Load,
    onEncoded?: (milliseconds: number) => void,
  ): Promise<DrawingResults[Kind]> {
    const result = Promise.withResolvers<DrawingResults[DrawingKind]>();
    const current = { load, result, onEncoded, begun: false };
    this.#current = current;
    this.#loads = 0;
    this.#send({ ...request, kind });
    try {
      // The process returns a result of the kind that was requested.
      return (await current.result.promise) as DrawingResults[Kind];
    } finally {
      this.#current = undefined;
    }
  }

  /** Ends the process, even if it is stopped or in native code. Resolves when it has ended. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended.promise;
  }

  #onMessage(message: FromRenderingProcess): void {
    switch (message.kind) {
      case "ready":
        if (this.#state === "starting") this.#state = "ready";
        this.#ready.resolve(undefined);
        return;
      case "begun":
        if (this.#current !== undefined) this.#current.begun = true;
        return;
      case "load":
        void this.#load(message);
        return;
      case "done":
        if (message.encodeMs !== undefined) this.#current?.onEncoded?.(message.encodeMs);
        this.#current?.result.resolve(message.result);
        return;
      case "failed":
        this.#current?.result.reject(receivedError(message.error));
    }
  }

  async #load(request: LoadRequest): Promise<void> {
    const current = this.#current;
    if (current === undefined) return;
    this.#loads += 1;
    const { load } = request;
    const answer: ToRenderingProcess = await current.load(request).then(
      (bytes) => ({ kind: "loaded", load, bytes }),
      (error: unknown) => ({ kind: "unavailable", load, error: sentError(error) }),
    );
    if (this.#current !== current) return;
    this.#loads -= 1;
    this.#send(answer);
  }

  /** Sends a message. A failed send is ignored, because the exit of the process rejects the render. */
  #send(message: ToRenderingProcess): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  #onEnd(end: ProcessEnd): void {
    this.#state = "ended";
    const error = new ProcessEndedError(end, this.#current?.begun ?? false);
    this.#ready.reject(error);
    this.#current?.result.reject(error);
    this.#ended.resolve(end);
  }
}

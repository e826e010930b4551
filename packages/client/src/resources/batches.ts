import { follow } from "../events/follow.js";
import type { CallOptions, CreateOptions, WaitOptions } from "../options.js";
import { untilHeaders } from "../transport/caller.js";
import type { Archive, Batch, CreateBatch, CreateRender, Render } from "../types.js";
import type { RenderRequest } from "./renders.js";
import { asking, hasEnded, waitUntil } from "./wait-until.js";
import { Resource } from "./resource.js";

/** A change in a batch: a render of it has ended, or the whole batch. */
export type BatchEvent =
  | { readonly type: "status"; readonly id: string; readonly data: Render }
  | { readonly type: "batch"; readonly id: string; readonly data: Batch };

/** The settings of the wait for a batch. */
export interface BatchWaitOptions extends WaitOptions {
  /** Is called with the state of the batch, every few seconds and at the end. */
  readonly onProgress?: ((batch: Batch) => void) | undefined;
}

/** How long a request waits if somebody wants to see progress. */
const PROGRESS_SECONDS = 2;
/** The pause between two questions whether a batch download is ready. */
const ARCHIVE_PAUSE_MS = 1_000;

/** Batches: up to 50 renders that are created together. */
export class Batches extends Resource {
  /** Creates all renders of a list, or none. In place of a list, takes the body of the route, for example `variants`. */
  create<const Templates extends readonly string[]>(
    batch: CreateBatch | { readonly [Index in keyof Templates]: RenderRequest<Templates[Index]> },
    options?: CreateOptions,
  ): Promise<Batch> {
    const body: CreateBatch = Array.isArray(batch) ? { jobs: batch as CreateRender[] } : (batch as CreateBatch);
    return this.caller.json("POST /renders/batch", { body, options });
  }

  /** Returns the current state of a batch. */
  get(id: string, options?: CallOptions): Promise<Batch> {
    return this.caller.json("GET /renders/batches/{id}", { id, options });
  }

  /** Waits until all renders of a batch have ended. Some can have failed: see `totals` and `jobs`. @throws WaitTimeoutError */
  async wait(id: string, { onProgress, ...options }: BatchWaitOptions = {}): Promise<Batch> {
    const ask = asking(this.caller, "GET /renders/batches/{id}/wait", id);
    const askSeconds = onProgress === undefined ? undefined : PROGRESS_SECONDS;
    return await waitUntil({ id, ask, hasEnded, askSeconds, onState: onProgress }, options);
  }

  /** Follows a batch: an event for each render that ends, and one at the end of the batch. */
  async *events(id: string, options: CallOptions = {}): AsyncGenerator<BatchEvent, void, undefined> {
    const isLast = ({ type }: { type: string }) => type === "batch";
    for await (const event of follow(this.caller, { name: "GET /renders/batches/{id}/events", id, isLast }, options)) {
      yield { ...event, data: JSON.parse(event.data) as unknown } as BatchEvent;
    }
  }

  /** Cancels the queued renders of a batch. */
  cancel(id: string, options?: CallOptions): Promise<Batch> {
    return this.caller.json("POST /renders/batches/{id}/cancel", { id, options });
  }

  /** Starts a batch download: a ZIP of the finished pictures. The batch must have ended. */
  createArchive(id: string, options?: CreateOptions): Promise<Archive> {
    return this.caller.json("POST /renders/batches/{id}/archive", { id, options });
  }

  /** Returns an address of the ZIP that needs no key, for 15 minutes. Undefined while the ZIP is being made. */
  async archiveUrl(id: string, options?: CallOptions): Promise<string | undefined> {
    const response = await this.caller.open("GET /renders/batches/{id}/archive", { id, options, accepts: [0, 303] });
    response.body?.cancel().catch(() => undefined);
    if (response.status === 202) return undefined;
    // A browser does not show the target of a redirect. The address of the route leads to it.
    return response.headers.get("location") ?? this.#archiveRoute(id);
  }

  /** Makes the ZIP, waits for it, and opens it. The body of the response is not read yet. @throws WaitTimeoutError */
  async downloadArchive(id: string, options: WaitOptions = {}): Promise<Response> {
    await this.createArchive(id, options);
    const ask = async () => ({ url: await this.archiveUrl(id, options), retryAfterMs: ARCHIVE_PAUSE_MS });
    const { url = "" } = await waitUntil({ id, ask, hasEnded: (state) => state.url !== undefined }, options);
    return url === this.#archiveRoute(id)
      ? await this.caller.open("GET /renders/batches/{id}/archive", { id, options, redirect: "follow" })
      : await this.caller.external({ method: "GET", url: new URL(url) }, options, untilHeaders);
  }

  #archiveRoute(id: string): string {
    return `${this.caller.baseUrl}/api/v1/renders/batches/${id}/archive`;
  }
}

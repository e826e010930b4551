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
  /** Called with the state of the batch, every few seconds and at the end. */
  readonly onProgress?: ((batch: Batch) => void) | undefined;
}

/** The kind of a batch download. */
export interface ArchiveOptions {
  /** A ZIP by default. `pdf` needs a batch of PDFs, and makes one file with a page for each. */
  readonly format?: Archive["format"] | undefined;
}

const ARCHIVE = "/renders/batches/{id}/archive";
/** The longest wait of a request if `onProgress` is set. */
const PROGRESS_SECONDS = 2;
/** The pause between two checks whether a batch download is ready. */
const ARCHIVE_PAUSE_MS = 1_000;

/** Batches: up to 50 renders that are created together. */
export class Batches extends Resource {
  /** Creates all renders of a list, or none. In place of a list, takes the body of the route, for example `variants`. */
  create<const Templates extends readonly string[]>(
    batch: Omit<CreateBatch, "dryRun"> | { readonly [Index in keyof Templates]: RenderRequest<Templates[Index]> },
    options?: CreateOptions,
  ): Promise<Batch> {
    const body: CreateBatch = Array.isArray(batch) ? { jobs: batch as CreateRender[] } : (batch as CreateBatch);
    return this.caller.json("POST /renders/batch", { body, options }) as Promise<Batch>;
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

  /** Starts a batch download: a ZIP of the finished pictures, or one PDF. The batch must have ended. */
  createArchive(id: string, { format, ...options }: CreateOptions & ArchiveOptions = {}): Promise<Archive> {
    return this.caller.json(`POST ${ARCHIVE}`, { id, body: format && { format }, options });
  }

  /** Returns an address of the file that needs no key, for 15 minutes. Undefined while the file is being created. */
  async archiveUrl(id: string, { format, ...options }: CallOptions & ArchiveOptions = {}): Promise<string | undefined> {
    const request = { id, query: { format }, options, accepts: [0, 303] };
    const response = await this.caller.open(`GET ${ARCHIVE}`, request);
    response.body?.cancel().catch(() => undefined);
    // A browser does not show the target of a redirect. The address of the route leads to it.
    return response.status === 202 ? undefined : (response.headers.get("location") ?? this.#archiveRoute(id, format));
  }

  /**
   * Creates the file, waits for it, and opens it. The body of the response is not read yet.
   * @throws WaitTimeoutError
   */
  async downloadArchive(id: string, options: WaitOptions & ArchiveOptions = {}): Promise<Response> {
    const { format } = options;
    await this.createArchive(id, options);
    const ask = async () => ({ url: await this.archiveUrl(id, options), retryAfterMs: ARCHIVE_PAUSE_MS });
    const { url = "" } = await waitUntil({ id, ask, hasEnded: (state) => state.url !== undefined }, options);
    return url === this.#archiveRoute(id, format)
      ? await this.caller.open(`GET ${ARCHIVE}`, { id, query: { format }, options, redirect: "follow" })
      : await this.caller.external({ method: "GET", url: new URL(url) }, options, untilHeaders);
  }

  #archiveRoute(id: string, format = "zip"): string {
    return `${this.caller.baseUrl}/api/v1${ARCHIVE.replace("{id}", id)}?format=${format}`;
  }
}

import { RenderFailedError } from "../errors/render-failed-error.js";
import { follow } from "../events/follow.js";
import type { Paged } from "../lists/paged.js";
import type { CallOptions, CreateOptions, WaitOptions } from "../options.js";
import type { ForTemplate } from "../template-id.js";
import type { CreateRender, DryRun, Query, Render, Rerender, ResponseBody, WebhookDelivery } from "../types.js";
import { type FileInfo, type FileOptions, fileHeaders, infoOf } from "./files.js";
import { asking, hasEnded, waitUntil } from "./wait-until.js";
import { Resource } from "./resource.js";

/** A request for a render. */
export type RenderRequest<Template extends string = string> = ForTemplate<Template, Omit<CreateRender, "dryRun">>;

/** A change of the state of a render. */
export interface RenderEvent {
  readonly type: "status";
  /** Identifies the state. */
  readonly id: string;
  readonly data: Render;
}

/** The longest `wait` of a request for a render. */
const CREATE_WAIT_SECONDS = 60;

/** Renders: pictures of templates, one job each. */
export class Renders extends Resource {
  /**
   * Creates a render. It is `queued` when this returns, unless `waitSeconds` says to wait for its end: 1 to 120.
   * @throws ApiError, ConnectionError
   */
  create<Template extends string>(
    request: RenderRequest<Template>,
    { waitSeconds, ...options }: CreateOptions & { readonly waitSeconds?: number | undefined } = {},
  ): Promise<Render> {
    const parts = { body: request as CreateRender, query: { wait: waitSeconds }, options, waitSeconds };
    return this.caller.json("POST /render", parts) as Promise<Render>;
  }

  /**
   * Creates a render, and waits until its picture is ready.
   * @throws RenderFailedError, WaitTimeoutError, ApiError, ConnectionError
   */
  async createAndWait<Template extends string>(
    request: RenderRequest<Template>,
    { maxWaitSeconds = 600, ...options }: CreateOptions & WaitOptions = {},
  ): Promise<Render> {
    const startMs = Date.now();
    const waitSeconds = Math.max(1, Math.min(CREATE_WAIT_SECONDS, Math.ceil(maxWaitSeconds)));
    const render = await this.create(request, { ...options, waitSeconds });
    if (render.status !== "queued") return demandPicture(render);
    return await this.wait(render.id, { ...options, maxWaitSeconds: maxWaitSeconds - (Date.now() - startMs) / 1000 });
  }

  /** Checks a request without rendering: it creates and bills nothing. @throws ApiError with every issue */
  validate<Template extends string>(request: RenderRequest<Template>, options?: CreateOptions): Promise<DryRun> {
    const body = { ...(request as CreateRender), dryRun: true };
    return this.caller.json("POST /render", { body, options }) as Promise<DryRun>;
  }

  /** Renders an ended job again, as a new job. The fields of `changes` replace those of its request. */
  rerender(id: string, changes: Omit<Rerender, "dryRun"> = {}, options?: CreateOptions): Promise<Render> {
    return this.caller.json("POST /renders/{id}/rerender", { id, body: changes, options }) as Promise<Render>;
  }

  /** Checks a rerender without rendering. */
  validateRerender(id: string, changes: Omit<Rerender, "dryRun"> = {}, options?: CreateOptions): Promise<DryRun> {
    const body = { ...changes, dryRun: true };
    return this.caller.json("POST /renders/{id}/rerender", { id, body, options }) as Promise<DryRun>;
  }

  /** Returns the current state of a render. Use `wait` or `events` to learn when it ends. */
  get(id: string, options?: CallOptions): Promise<Render> {
    return this.caller.json("GET /renders/{id}", { id, options });
  }

  /** Lists renders, newest first. */
  list(query?: Query<"GET /renders">, options?: CallOptions): Paged<Render, ResponseBody<"GET /renders">> {
    return this.cursorList("GET /renders", "renders", query, options);
  }

  /** Waits until a render is done. @throws RenderFailedError, WaitTimeoutError */
  async wait(id: string, options: WaitOptions = {}): Promise<Render> {
    const ask = asking(this.caller, "GET /renders/{id}/wait", id);
    return demandPicture(await waitUntil({ id, ask, hasEnded }, options));
  }

  /** Follows a render until it has ended. The first event is its current state. */
  async *events(id: string, options: CallOptions = {}): AsyncGenerator<RenderEvent, void, undefined> {
    const isLast = ({ data }: { data: string }) => hasEnded(JSON.parse(data) as Render);
    for await (const event of follow(this.caller, { name: "GET /renders/{id}/events", id, isLast }, options)) {
      yield { type: "status", id: event.id, data: JSON.parse(event.data) as Render };
    }
  }

  /** Cancels a queued render. Its credit is refunded. */
  cancel(id: string, options?: CallOptions): Promise<Render> {
    return this.caller.json("POST /renders/{id}/cancel", { id, options });
  }

  /** Deletes a render that has ended, with its picture. */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.caller.json("DELETE /renders/{id}", { id, options });
  }

  /** Returns the bytes of the picture. */
  download(id: string, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>> {
    return this.caller.bytes("GET /renders/{id}/asset", { id, options });
  }

  /** Opens the picture. The body of the response is not read yet: pass it on to a file or to another response. */
  open(id: string, options: FileOptions = {}): Promise<Response> {
    return this.caller.open("GET /renders/{id}/asset", { id, options, headers: fileHeaders(options), accepts: [304] });
  }

  /** Returns the type and the size of the picture. */
  async info(id: string, options?: CallOptions): Promise<FileInfo> {
    return infoOf(await this.caller.open("HEAD /renders/{id}/asset", { id, options }));
  }

  /** Lists the deliveries of the webhook of a render. */
  async deliveries(id: string, options?: CallOptions): Promise<WebhookDelivery[]> {
    return (await this.caller.json("GET /renders/{id}/webhook", { id, options })).deliveries;
  }

  /** Delivers the webhook of a render again. */
  resendWebhook(id: string, options?: CreateOptions): Promise<ResponseBody<"POST /renders/{id}/webhook">> {
    return this.caller.json("POST /renders/{id}/webhook", { id, options });
  }
}

function demandPicture(render: Render): Render {
  if (render.status === "failed") throw new RenderFailedError(render);
  return render;
}

import { ApiError } from "../errors/api-error.js";
import { ONCE } from "../generated/routes.js";
import type { CreateOptions } from "../options.js";
import type { Query, RequestBody, ResponseBody, RouteName } from "../types.js";
import type { PreparedRequest, Read } from "./attempt.js";
import { readBytes, readText } from "./read-bytes.js";
import { messageOf } from "./read-error.js";
import { send } from "./send.js";
import type { Settings } from "./settings.js";
import { textsOf } from "./texts-of.js";
import type { Watchdog } from "./watchdog.js";

/** The parts of a request that a call sends to a route. */
export interface RouteRequest<Name extends RouteName = RouteName> {
  /** The value in the path. */
  readonly id?: string | undefined;
  readonly query?: Query<Name> | undefined;
  readonly body?: RequestBody<Name> | undefined;
  /** Undefined values are left out, here and in `query`. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  readonly options?: CreateOptions | undefined;
  /** How long the service may wait before it responds. */
  readonly waitSeconds?: number | undefined;
  /** The statuses outside of 200 to 299 that are not errors. */
  readonly accepts?: readonly number[] | undefined;
  /** Follows a redirect, and so may send the key to the other address. */
  readonly redirect?: "follow" | undefined;
}

/** A response with JSON. */
export interface JsonResponse<Name extends RouteName> {
  readonly body: ResponseBody<Name>;
  readonly status: number;
  readonly headers: Headers;
}

/** Writes that create nothing, so that they can be repeated without an idempotency key. */
const HARMLESS: readonly RouteName[] = ["POST /templates/{id}/preview", "POST /templates/preview"];

/** Calls the routes of a service. */
export class Caller {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  get baseUrl(): string {
    return this.#settings.baseUrl;
  }

  /** Calls a route, and returns the JSON of its response. Undefined if the response has no body. */
  json<Name extends RouteName>(name: Name, request: RouteRequest<Name> = {}): Promise<ResponseBody<Name>> {
    return this.read(name, request, readJson<Name>);
  }

  /** Calls a route, and returns the headers of its response too. */
  async withHeaders<Name extends RouteName>(name: Name, request: RouteRequest<Name> = {}): Promise<JsonResponse<Name>> {
    return await this.read(name, request, async (response, watchdog) => {
      const body = await readJson<Name>(response, watchdog);
      return { body, status: response.status, headers: response.headers };
    });
  }

  /** Calls a route that returns a file. */
  bytes<Name extends RouteName>(name: Name, request: RouteRequest<Name>): Promise<Uint8Array<ArrayBuffer>> {
    return this.read(name, request, readBytes);
  }

  /** Calls a route, and returns its response as soon as the status has arrived. */
  open<Name extends RouteName>(name: Name, request: RouteRequest<Name>): Promise<Response> {
    return this.read(name, request, untilHeaders);
  }

  /** Calls a route, and reads its response with a function. */
  read<Name extends RouteName, T>(name: Name, request: RouteRequest<Name>, read: Read<T>): Promise<T> {
    return send(this.#settings, this.#prepare(name, request), read);
  }

  /** Sends a request without the key to an address that needs none. */
  external<T>(
    request: Pick<PreparedRequest, "method" | "url" | "body" | "accepts"> & Partial<PreparedRequest>,
    { signal, timeoutMs = this.#settings.timeoutMs }: CreateOptions,
    read: Read<T>,
  ): Promise<T> {
    return send(this.#settings, { headers: {}, isRepeatable: true, timeoutMs, signal, ...request }, read);
  }

  #prepare(name: RouteName, request: RouteRequest): PreparedRequest {
    const { id = "", query = {}, body, options = {}, waitSeconds = 0, accepts, redirect } = request;
    const { apiKey, baseUrl, timeoutMs } = this.#settings;
    const [method = "", path = ""] = name.split(" ");
    const isOnce = ONCE.includes(name);
    const url = new URL(`${baseUrl}/api/v1${path.replace(/\{\w+\}/, encodeURIComponent(id))}`);
    for (const [key, value] of textsOf(query)) url.searchParams.set(key, value);
    const headers = {
      authorization: apiKey && `Bearer ${apiKey}`,
      "content-type": body && "application/json",
      "idempotency-key": isOnce ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined,
      ...request.headers,
    };
    return {
      method,
      url,
      headers: Object.fromEntries(textsOf(headers)),
      // Written once: a repeated request with the same idempotency key must have the same body.
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect,
      accepts,
      timeoutMs: (options.timeoutMs ?? timeoutMs) + waitSeconds * 1000,
      signal: options.signal,
      isRepeatable: isOnce || /^(GET|HEAD|DELETE)$/.test(method) || HARMLESS.includes(name),
    };
  }
}

/** Passes on a response whose body is not read yet. The caller of the client may take as long as it wants. */
export function untilHeaders(response: Response, watchdog: Watchdog): Response {
  watchdog.stop();
  return response;
}

async function readJson<Name extends RouteName>(response: Response, watchdog: Watchdog): Promise<ResponseBody<Name>> {
  const text = await readText(response, watchdog);
  try {
    return (text === "" ? undefined : JSON.parse(text)) as ResponseBody<Name>;
  } catch {
    throw new ApiError(messageOf(response), { status: response.status });
  }
}

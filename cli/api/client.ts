/** Calls the routes of the contract, and parses every response with the schemas of the contract. */
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { issueSchema, issuesOf } from "@image-render/engine/issues";
import { errorBodySchema } from "../../core/contract/errors.js";
import { type Route, type RouteName, ROUTES } from "../../core/contract/routes.js";
import { systemCode } from "../source-file.js";
import { ApiError } from "./api-error.js";
import type { Connection } from "./connection.js";
import { RetryPlan } from "./retry-plan.js";

type Responses<Name extends RouteName> = (typeof ROUTES)[Name]["responses"];
type ResponseSchema<Name extends RouteName> = Extract<Responses<Name>[keyof Responses<Name>], z.ZodType>;
type BodySchema<Name extends RouteName> = (typeof ROUTES)[Name] extends { readonly body: infer Body } ? Body : never;

/** The body of a route's response. Undefined for a route whose response has no body. */
export type ResponseBody<Name extends RouteName> = [ResponseSchema<Name>] extends [never]
  ? undefined
  : z.output<ResponseSchema<Name>>;

interface RequestParts {
  /** The values for the `{name}` segments of the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** The ETag of the state that the request changes. */
  readonly ifMatch?: string;
  /** Makes a write idempotent: the service executes it once, however often it arrives. */
  readonly idempotencyKey?: string;
}

/** The data that a call sends. */
export interface CallOptions<Name extends RouteName> extends RequestParts {
  readonly body?: z.input<BodySchema<Name>>;
}

export interface ParsedResponse<Name extends RouteName> {
  readonly body: ResponseBody<Name>;
  readonly etag: string | undefined;
}

/** The timeout of a request. It is longer than the 30 s that the gateway allows a function. */
const TIMEOUT_MS = 35_000;
/** The timeout of an upload: 20 MB at 1.3 Mbit/s. */
const UPLOAD_TIMEOUT_MS = 120_000;

/**
 * The message for a 413 that the service itself did not send. Lambda accepts events of up to 6 MB. An event is larger
 * than its body, because it contains the body as escaped JSON or as Base64. So a body within the service's limit can
 * exceed the platform's limit.
 */
const TOO_LARGE =
  "The request is too large for the platform. Above about 4.5 MB it can refuse a request that the service would accept. " +
  "Upload large images first, and refer to them by their path, or send smaller batches.";

/** Calls a service with one API key. */
export class ApiClient {
  readonly #connection: Connection;
  readonly #timeoutMs: number;

  constructor(connection: Connection, timeoutMs = TIMEOUT_MS) {
    this.#connection = connection;
    this.#timeoutMs = timeoutMs;
  }

  get baseUrl(): string {
    return this.#connection.baseUrl;
  }

  /** Calls a route. {@link RetryPlan} decides whether to retry a refused request. @throws ApiError */
  async call<Name extends RouteName>(name: Name, options: CallOptions<Name> = {}): Promise<ParsedResponse<Name>> {
    const route: Route = ROUTES[name];
    const plan = new RetryPlan();
    for (;;) {
      const { response, text } = await this.#send(route, options);
      if (Object.hasOwn(route.responses, response.status)) return this.#parse<Name>(route, response, text);
      const retryAfter = response.headers.get("retry-after");
      const { method } = route;
      const isRepeatable = method === "GET" || options.idempotencyKey !== undefined;
      const waitMs = plan.next({ isRepeatable, status: response.status, retryAfter });
      if (waitMs === undefined) throw this.#errorOf(response, text);
      await pause(waitMs);
    }
  }

  /** Sends one request. @throws ApiError if there is no response */
  async #send(
    route: Route,
    { params = {}, query = {}, body, ifMatch, idempotencyKey }: RequestParts,
  ): Promise<{ readonly response: Response; readonly text: string }> {
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
    const url = new URL(`${this.baseUrl}${path}`);
    for (const [key, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(key, String(value));
    }
    try {
      const response = await fetch(url, {
        method: route.method,
        headers: {
          authorization: `Bearer ${this.#connection.apiKey}`,
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(ifMatch !== undefined && { "if-match": ifMatch }),
          ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // A redirect would drop the key or send it to another host.
        redirect: "manual",
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      return { response, text: await response.text() };
    } catch (error) {
      throw new ApiError(describeFetchError(this.baseUrl, error, this.#timeoutMs));
    }
  }

  /** Sends the bytes of an announced upload. Its URL is signed, so it needs no key. @throws ApiError */
  async send(
    { method, url, headers }: Pick<ResponseBody<"createUpload">, "method" | "url" | "headers">,
    bytes: Uint8Array,
  ): Promise<void> {
    const plan = new RetryPlan();
    for (;;) {
      let response: Response;
      try {
        const body = new Uint8Array(bytes);
        response = await fetch(url, { method, headers, body, signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS) });
      } catch (error) {
        throw new ApiError(describeFetchError(this.baseUrl, error, UPLOAD_TIMEOUT_MS));
      }
      // 412 means that an earlier attempt, whose response was lost, has stored the file.
      if (response.ok || response.status === 412) return;
      const { status, headers: received } = response;
      const waitMs = plan.next({ isRepeatable: true, status, retryAfter: received.get("retry-after") });
      if (waitMs === undefined) throw this.#errorOf(response, await response.text());
      await pause(waitMs);
    }
  }

  /** Downloads a picture. Its URL is signed, so it needs no key. @throws ApiError */
  async download(url: string): Promise<Uint8Array> {
    const plan = new RetryPlan();
    for (;;) {
      let response: Response;
      try {
        response = await fetch(url, { signal: AbortSignal.timeout(this.#timeoutMs) });
        if (response.ok) return new Uint8Array(await response.arrayBuffer());
      } catch (error) {
        throw new ApiError(describeFetchError(this.baseUrl, error, this.#timeoutMs));
      }
      const { status, headers } = response;
      const waitMs = plan.next({ isRepeatable: true, status, retryAfter: headers.get("retry-after") });
      if (waitMs === undefined) throw this.#errorOf(response, await response.text());
      await pause(waitMs);
    }
  }

  #parse<Name extends RouteName>(route: Route, response: Response, text: string): ParsedResponse<Name> {
    const schema = route.responses[response.status];
    // A proxy that compresses responses turns a strong ETag into a weak one. The service compares strong ETags.
    const etag = response.headers.get("etag")?.replace(/^W\//, "");
    if (schema === undefined) return { body: undefined as ResponseBody<Name>, etag };
    const parsed = schema.safeParse(parseJson(text));
    if (parsed.success) return { body: parsed.data as ResponseBody<Name>, etag };
    throw new ApiError(`${this.baseUrl} returned an unexpected response. Use the irs of the service's version.`, {
      facts: factsOf(response),
      issues: issuesOf(parsed.error).slice(0, 5),
    });
  }

  #errorOf(response: Response, text: string): ApiError {
    const { status } = response;
    const facts = factsOf(response);
    const parsed = errorBodySchema.safeParse(parseJson(text));
    if (parsed.success) {
      const { error, code, details, requestId } = parsed.data;
      const issues = z.array(issueSchema).safeParse(details?.["issues"]);
      return new ApiError(error, { status, facts: `${status} ${code}, request ${requestId}`, issues: issues.data });
    }
    if (status === 413) return new ApiError(TOO_LARGE, { status, facts });
    const location = response.headers.get("location");
    if (status >= 300 && status < 400 && location !== null) {
      return new ApiError(`${this.baseUrl} redirects to ${location}. Use that address as the base URL.`, { facts });
    }
    return new ApiError(`${this.baseUrl} did not respond like an image render service. Check the base URL.`, { facts });
  }
}

function factsOf({ status, headers }: Response): string {
  const requestId = headers.get("x-request-id");
  return requestId === null ? String(status) : `${status}, request ${requestId}`;
}

function describeFetchError(baseUrl: string, error: unknown, timeoutMs: number): string {
  const { name, cause } = Object(error) as { readonly name?: unknown; readonly cause?: unknown };
  if (name === "TimeoutError") return `${baseUrl} did not respond within ${timeoutMs / 1000} seconds.`;
  const code = systemCode(cause);
  return `${baseUrl} cannot be reached${code === "" ? "" : ` (${code})`}. Check the URL and the network.`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

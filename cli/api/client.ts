/** Calls the routes of the contract through the client package, and checks every response with the schemas of the contract. */
import type * as z from "zod";
import {
  ImageRenderError,
  ImageRenderService,
  type JsonResponse,
  type RouteName as ClientRoute,
} from "@image-render/client";
import { issuesOf } from "@image-render/engine/issues";
import { type Route, type RouteName, ROUTES } from "../../core/contract/routes.js";
import { ApiError } from "./api-error.js";
import type { Connection } from "./connection.js";
import { describeError } from "./describe-error.js";

type Responses<Name extends RouteName> = (typeof ROUTES)[Name]["responses"];
type ResponseSchema<Name extends RouteName> = Extract<Responses<Name>[keyof Responses<Name>], z.ZodType>;
type BodySchema<Name extends RouteName> = (typeof ROUTES)[Name] extends { readonly body: infer Body } ? Body : never;

/** The body of a route's response. Undefined for a route whose response has no body. */
export type ResponseBody<Name extends RouteName> = [ResponseSchema<Name>] extends [never]
  ? undefined
  : z.output<ResponseSchema<Name>>;

/** The data that a call sends. */
export interface CallOptions<Name extends RouteName> {
  /** The value for the `{name}` segment of the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: z.input<BodySchema<Name>>;
  /** The ETag of the state that the request changes. */
  readonly ifMatch?: string;
  /** Makes a write idempotent across runs of the command. Without it, each call of such a route has a new key. */
  readonly idempotencyKey?: string;
}

export interface ParsedResponse<Name extends RouteName> {
  readonly body: ResponseBody<Name>;
  readonly etag: string | undefined;
}

type ReceivedJson = Omit<JsonResponse<ClientRoute>, "body"> & { readonly body: unknown };

/** Somebody waits for the command, so that a service that does not respond is reported soon. */
const RETRY = { maxUnanswered: 1 };

/** Calls a service with one API key. */
export class ApiClient {
  readonly #service: ImageRenderService;
  readonly baseUrl: string;

  constructor({ baseUrl, apiKey }: Connection, timeoutMs?: number) {
    this.baseUrl = baseUrl;
    this.#service = new ImageRenderService({ baseUrl, apiKey, timeoutMs, retry: RETRY });
  }

  /** Calls a route. @throws ApiError */
  async call<Name extends RouteName>(name: Name, options: CallOptions<Name> = {}): Promise<ParsedResponse<Name>> {
    const route: Route = ROUTES[name];
    const { params = {}, query, body, ifMatch, idempotencyKey } = options;
    // The types of both are derived from the same contract, but the compiler cannot know that.
    const clientRoute = `${route.method} ${route.path.replace("/api/v1", "")}` as ClientRoute;
    const received = await this.#translate(() =>
      this.#service.requestJson(clientRoute, {
        id: Object.values(params)[0],
        ...({ query, body } as object),
        headers: { "if-match": ifMatch },
        options: { idempotencyKey },
      }),
    );
    // A proxy that compresses responses turns a strong ETag into a weak one. The service compares strong ETags.
    const etag = received.headers.get("etag")?.replace(/^W\//, "");
    return { body: this.#parse<Name>(route, received), etag };
  }

  /** Sends the bytes of an announced upload. Its URL is signed, so it needs no key. @throws ApiError */
  async send(
    announced: Pick<ResponseBody<"createUpload">, "method" | "url" | "headers">,
    bytes: Uint8Array,
  ): Promise<void> {
    const file = new Blob([new Uint8Array(bytes)]);
    await this.#translate(() => this.#service.uploads.send(announced, file));
  }

  /** Downloads a picture. Its URL is signed, so it needs no key. @throws ApiError */
  async download(url: string): Promise<Uint8Array> {
    return await this.#translate(() => this.#service.images.download(url));
  }

  #parse<Name extends RouteName>(route: Route, { body, status, headers }: ReceivedJson): ResponseBody<Name> {
    const schema = route.responses[status];
    if (schema === undefined) return undefined as ResponseBody<Name>;
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data as ResponseBody<Name>;
    const requestId = headers.get("x-request-id");
    throw new ApiError(`${this.baseUrl} returned an unexpected response. Use the irs of the service's version.`, {
      facts: requestId === null ? String(status) : `${status}, request ${requestId}`,
      issues: issuesOf(parsed.error).slice(0, 5),
    });
  }

  async #translate<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      throw error instanceof ImageRenderError ? describeError(this.baseUrl, error) : error;
    }
  }
}

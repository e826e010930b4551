/** Calls the service by its route table; every answer is parsed by the contract's schemas. */
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { errorBodySchema, issueSchema } from "../../core/contract/errors.js";
import { issuesOf } from "../../core/contract/issues.js";
import { type Route, type RouteName, ROUTES } from "../../core/contract/routes.js";
import { systemCode } from "../source-file.js";
import { ApiError } from "./api-error.js";
import { type Connection } from "./connection.js";
import { RepeatPlan } from "./repeat.js";

type Answers<Name extends RouteName> = (typeof ROUTES)[Name]["responses"];
type AnswerSchema<Name extends RouteName> = Extract<Answers<Name>[keyof Answers<Name>], z.ZodType>;
type BodySchema<Name extends RouteName> = (typeof ROUTES)[Name] extends { readonly body: infer Body } ? Body : never;

/** What an answer's body is; nothing for a route that answers without one. */
export type AnswerBody<Name extends RouteName> = [AnswerSchema<Name>] extends [never]
  ? undefined
  : z.output<AnswerSchema<Name>>;

interface RequestParts {
  /** The values of the path's `{name}` segments. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** The `ETag` that a change was made against. */
  readonly ifMatch?: string;
}

/** What a call of a route sends. */
export interface CallOptions<Name extends RouteName> extends RequestParts {
  readonly body?: z.input<BodySchema<Name>>;
}

export interface Answer<Name extends RouteName> {
  readonly body: AnswerBody<Name>;
  readonly etag: string | undefined;
}

/** Longer than the 30 seconds that a gateway gives a function. */
const TIMEOUT_MS = 35_000;

/** A service, spoken to with one key. */
export class ApiClient {
  constructor(
    private readonly connection: Connection,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  get baseUrl(): string {
    return this.connection.baseUrl;
  }

  /** Calls a route; waits and repeats when it is told to come again soon. @throws ApiError */
  async call<Name extends RouteName>(name: Name, options: CallOptions<Name> = {}): Promise<Answer<Name>> {
    const route: Route = ROUTES[name];
    const plan = new RepeatPlan();
    for (;;) {
      const { response, text } = await this.send(route, options);
      if (Object.hasOwn(route.responses, response.status)) return this.parse<Name>(route, response, text);
      const retryAfter = response.headers.get("retry-after");
      const waitMs = plan.next({ method: route.method, status: response.status, retryAfter });
      if (waitMs === undefined) throw this.refusal(response, text);
      await pause(waitMs);
    }
  }

  /** The answer with its text read. @throws ApiError when none comes */
  private async send(
    route: Route,
    { params = {}, query = {}, body, ifMatch }: RequestParts,
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
          authorization: `Bearer ${this.connection.apiKey}`,
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(ifMatch !== undefined && { "if-match": ifMatch }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // A redirect would lose the key or carry it to a stranger.
        redirect: "manual",
        signal: AbortSignal.timeout(this.timeoutMs),
      });
      return { response, text: await response.text() };
    } catch (error) {
      throw new ApiError(unreachableText(this.baseUrl, error, this.timeoutMs));
    }
  }

  private parse<Name extends RouteName>(route: Route, response: Response, text: string): Answer<Name> {
    const schema = route.responses[response.status];
    // A proxy that compresses makes a strong tag weak; the service compares strong ones.
    const etag = response.headers.get("etag")?.replace(/^W\//, "");
    if (schema === undefined) return { body: undefined as AnswerBody<Name>, etag };
    const parsed = schema.safeParse(parseJson(text));
    if (parsed.success) return { body: parsed.data as AnswerBody<Name>, etag };
    throw new ApiError(`${this.baseUrl} does not answer as this command line expects; do their versions differ?`, {
      facts: factsOf(response),
      issues: issuesOf(parsed.error).slice(0, 5),
    });
  }

  private refusal(response: Response, text: string): ApiError {
    const { status } = response;
    const facts = factsOf(response);
    const parsed = errorBodySchema.safeParse(parseJson(text));
    if (parsed.success) {
      const { error, code, details, requestId } = parsed.data;
      const issues = z.array(issueSchema).safeParse(details?.["issues"]);
      return new ApiError(error, { status, facts: `${status} ${code}, request ${requestId}`, issues: issues.data });
    }
    const location = response.headers.get("location");
    if (status >= 300 && status < 400 && location !== null) {
      return new ApiError(`${this.baseUrl} sends its callers on to ${location}; name that address.`, { facts });
    }
    return new ApiError(`${this.baseUrl} does not answer like an image render service.`, { facts });
  }
}

function factsOf({ status, headers }: Response): string {
  const requestId = headers.get("x-request-id");
  return requestId === null ? String(status) : `${status}, request ${requestId}`;
}

function unreachableText(baseUrl: string, error: unknown, timeoutMs: number): string {
  const { name, cause } = Object(error) as { readonly name?: unknown; readonly cause?: unknown };
  if (name === "TimeoutError") return `${baseUrl} did not answer within ${timeoutMs / 1000} seconds.`;
  const code = systemCode(cause);
  return `Nothing answers at ${baseUrl}${code === "" ? "" : ` (${code})`}.`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls routes of the service through its typed client, and turns its errors into those of the tools. */
import { ApiError, ConnectionError, ImageRenderService, type RouteName } from "@image-render/client";
import { CallError } from "./call-error.js";
import type { JsonObject } from "./render-service.js";

/** How to reach the service. */
export interface ServiceConnection {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** A request whose body the service checks, because it comes from an assistant. */
export interface LooseRequest {
  readonly id?: string;
  readonly query?: JsonObject;
  readonly body?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
  readonly waitSeconds?: number;
}

/** Calls a route, and reads its response. @throws CallError */
export type CallRoute = <T>(
  name: RouteName,
  request: LooseRequest,
  read: (response: Response) => T | Promise<T>,
) => Promise<T>;

/** An assistant retries by itself. These pauses only hide short failures. */
const RETRY = { max: 2, maxUnanswered: 1, maxWaitMs: 2_000 };
/** The longest time without a byte, waits not included. */
const TIMEOUT_MS = 15_000;
/** The longest time of a call with its wait and its retries. The function that serves assistants has 29 s. */
const LIMIT_MS = 28_000;

/** Creates the function that calls the service with one key. */
export function createRouteCaller(connection: ServiceConnection): CallRoute {
  const client = new ImageRenderService({ ...connection, retry: RETRY, timeoutMs: TIMEOUT_MS });
  return async (name, request, read) => {
    const signal = AbortSignal.timeout(LIMIT_MS);
    try {
      return await read(await client.request(name, { ...request, options: { signal } }));
    } catch (error) {
      throw signal.aborted ? new CallError(`${client.baseUrl} did not respond in time.`) : callErrorOf(error);
    }
  };
}

/** Returns the error itself if it is a bug. */
function callErrorOf(error: unknown): unknown {
  if (error instanceof ApiError) {
    const { message, status, code, issues, details, requestId, retryAfterMs } = error;
    const retryAfterSeconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000);
    return new CallError(message, { status, code, issues, details, requestId, retryAfterSeconds });
  }
  return error instanceof ConnectionError ? new CallError(error.message) : error;
}

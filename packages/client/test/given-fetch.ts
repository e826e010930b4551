/** A `fetch` that tests give to the client: it responds as they say, and remembers the requests. */
import { ImageRenderService, type ServiceOptions } from "../src/index.js";

/** A request that arrived. */
export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
}

/** A response, or the error of a connection. */
export type Answer = Response | Error | ((request: SentRequest) => Response | Promise<Response>);

/** The key of all tests. It must appear in no error and no output. */
export const API_KEY = "irs_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG_secret";

/** Returns a client whose requests get the answers one after the other, and a list of these requests. */
export function clientWith(answers: readonly Answer[], options: Partial<ServiceOptions> = {}) {
  const requests: SentRequest[] = [];
  const given: typeof fetch = async (input, init) => {
    const request = new Request(input instanceof URL ? input.href : input, init);
    const sent = {
      method: request.method,
      url: new URL(request.url),
      headers: request.headers,
      body: await request.text(),
    };
    const answer = answers[requests.length] ?? answers.at(-1);
    requests.push(sent);
    if (answer === undefined) throw new Error("The test has no answer.");
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer.clone() : await answer(sent);
  };
  const client = new ImageRenderService({
    baseUrl: "https://images.example.com",
    apiKey: API_KEY,
    fetch: given,
    // No test waits for time.
    retry: { baseMs: 0 },
    ...options,
  });
  return { client, requests };
}

/** A response with JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "x-request-id": "request-1", ...headers },
  });
}

/** The response to a failed request. */
export function failure(status: number, code: string, more: { details?: unknown; retryAfter?: string } = {}): Response {
  const error = `The request failed with ${code}.`;
  const body = { error, message: error, code, requestId: "request-1", details: more.details };
  return json(status, body, more.retryAfter === undefined ? {} : { "retry-after": more.retryAfter });
}

/** A connection that was cut. */
export const cut = () =>
  new TypeError("fetch failed", { cause: Object.assign(new Error("cut"), { code: "ECONNRESET" }) });

/** The body of a job. */
export function job(status: "queued" | "done" | "failed", more: Record<string, unknown> = {}) {
  return {
    id: "3d5b1c0e-9f42-4c1a-8b77-5e2f6a9d0c31",
    status,
    template: "0c5a2d3e-7b41-4f0e-9a6c-2f1d8e7b6a50",
    version: 3,
    format: "png",
    width: 1200,
    height: 630,
    scale: 1,
    attempts: 1,
    priority: 5,
    createdAt: "2026-03-02T09:30:00.000Z",
    ...more,
  };
}

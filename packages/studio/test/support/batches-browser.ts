/** Stands in for the browser that the pages of batches and “Try it” run in: the service, the time and the globals. */
import { jest } from "@jest/globals";
import { options } from "preact";
import { StandIns } from "./stand-ins.js";

/** A request that the page has sent. */
export interface SentRequest {
  /** The method and the path with its query, for example `GET /api/v1/usage`. */
  readonly line: string;
  /** The parsed JSON of the body. */
  readonly body: unknown;
  readonly headers: Headers;
  readonly signal: AbortSignal | undefined;
  /** The time since the test began. */
  readonly atMs: number;
}

/** Responds to a request. An error stands for a lost connection. */
export type Answer = (request: SentRequest) => Response | Error | Promise<Response | Error>;

const START_MS = Date.parse("2026-11-28T08:00:00.000Z");
const standIns = new StandIns();

/** The files that the page has created and still holds, by their addresses: `blob:1`, `blob:2` and so on. */
export const heldFiles = new Map<string, Blob>();
let madeFiles = 0;

class PageURL extends URL {
  static override createObjectURL(file: Blob): string {
    const address = `blob:${++madeFiles}`;
    heldFiles.set(address, file);
    return address;
  }

  static override revokeObjectURL(address: string): void {
    heldFiles.delete(address);
  }
}

/** Starts a page: its clock stands still until `pass` is called, and effects run as soon as they are due. */
export function startPage(globals: Readonly<Record<string, unknown>> = {}): void {
  jest.useFakeTimers({ now: START_MS, doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
  options.requestAnimationFrame = (run) => queueMicrotask(run);
  const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const location = new URL("https://images.example.com/studio/batches");
  standIn({ location, document, URL: PageURL, ...globals });
  answerWith(cut);
}

/** Ends the page, and gives the globals back that were replaced. */
export function endPage(): void {
  jest.useRealTimers();
  delete options.requestAnimationFrame;
  standIns.remove();
  heldFiles.clear();
  madeFiles = 0;
}

/** Replaces globals until the page ends. */
export const standIn = (globals: Readonly<Record<string, unknown>>): void => standIns.put(globals);

/** Lets time pass, and everything that follows from it happen. */
export async function pass(ms: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(ms);
  // Bodies of responses are read in several turns.
  for (let turn = 0; turn < 10; turn++) await jest.advanceTimersByTimeAsync(0);
}

/** Answers the requests of the page. Returns the requests, the oldest first. */
export function answerWith(answer: Answer): SentRequest[] {
  const sent: SentRequest[] = [];
  standIn({
    fetch: async (input: URL | string, init: RequestInit = {}): Promise<Response> => {
      const { pathname, search } = new URL(input, location.href);
      const request = {
        line: `${init.method ?? "GET"} ${pathname}${search}`,
        body: typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : undefined,
        headers: new Headers(init.headers),
        signal: init.signal ?? undefined,
        atMs: Date.now() - START_MS,
      };
      init.signal?.throwIfAborted();
      sent.push(request);
      const response = await Promise.race([answer(request), abortOf(init.signal)]);
      if (response instanceof Error) throw response;
      return response;
    },
  });
  return sent;
}

/** Rejects when a signal aborts. */
function abortOf(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error));
  });
}

/** A response of the service with JSON. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "x-request-id": "request 1", ...headers } });
}

/** A response of the service about a failure. */
export function failure(status: number, code: string, details?: unknown): Response {
  return json({ error: `It failed with ${code}.`, code, details }, status);
}

/** The refusal of a request for its rate. The page waits longer than the client does. */
export function limited(): Response {
  return json({ error: "Too many requests.", code: "RATE_LIMITED" }, 429, { "retry-after": "20" });
}

/** A lost connection. */
export const cut = (): Error => new TypeError("fetch failed");

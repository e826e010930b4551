/**
 * Fetches URLs that strangers supply.
 *
 * Threat model: an attacker controls the URL, the DNS records of its name, and the server.
 *
 * 1. The attacker tries to reach internal targets: the Lambda runtime API on 127.0.0.1, link-local credentials and metadata
 *    services, a VPC, the host of a local run. The means are an address in any spelling, a name that resolves to such an
 *    address, a name whose addresses change between check and use (rebinding), one bad address among good ones, an IPv6
 *    form that contains an IPv4 address, and a redirect.
 *    Protection: the URL of each hop is checked. Its name is resolved once, and every address must be public. The
 *    connection can use only these addresses. TLS still verifies the name.
 * 2. The attacker tries to exhaust the service: endless or slow bodies, bodies of one-byte chunks, decompression bombs,
 *    endless headers, redirect loops, handshakes that never end, slow DNS.
 *    Protection: one deadline for the whole fetch, and limits for the bytes before and after decoding, for headers, and for
 *    redirects. Nothing stays open after the fetch.
 * 3. The attacker tries to get what the service sends: credentials or signatures that follow a redirect to another origin,
 *    cleartext after a downgrade.
 *    Protection: only a few harmless headers are sent to another origin. A body is never sent again. A redirect from https
 *    to http is rejected. There are no cookies.
 * 4. The attacker tries to learn about the network.
 *    Protection: failures contain hosts as the user wrote them. Resolved addresses are only in the log.
 *
 * The service is meant to call public servers. The callers' rate limits control how often.
 * `allowLoopback` turns off the first protection for loopback addresses, for local runs only. Even then, a public server
 * cannot redirect to them.
 */
import { parseTargetUrl, type UrlPolicy } from "./check-url.js";
import { exchange, type ExchangeResponse, type ExchangeRequest, REDIRECT_STATUSES } from "./exchange.js";
import { FetchFailure } from "./fetch-failure.js";
import { nextHop } from "./next-hop.js";
import { resolveBySystem, type ResolveName, resolveTarget } from "./resolve-target.js";

export interface FetchLimits {
  /** Limit for one whole fetch, from the DNS lookup to the last byte, redirects included. */
  readonly timeoutMs: number;
  /** Limit for the body, both as sent and as decoded. */
  readonly maxBytes: number;
  /** @default 3 */
  readonly maxRedirects?: number;
}

export interface GuardedFetcherOptions {
  readonly limits: FetchLimits;
  /**
   * Allows http and https to loopback addresses, for local runs.
   * @default false
   */
  readonly allowLoopback?: boolean;
  /** @default the system's resolver */
  readonly resolve?: ResolveName;
}

export interface FetchRequest {
  /** @default "GET" */
  readonly method?: "GET" | "HEAD" | "POST";
  /** A request without `user-agent` has `guarded-fetch`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Lowers the limit of the fetcher, never raises it. */
  readonly maxBytes?: number;
  /** Lowers the limit of the fetcher, never raises it. */
  readonly timeoutMs?: number;
  /**
   * `follow` applies to GET and HEAD only. A redirected POST fails, so that only its addressee gets the body.
   * @default "follow"
   */
  readonly redirects?: "follow" | "refuse";
  /**
   * What to do with a body that is larger than `maxBytes`. `fail`: the fetch fails. `cut`: the body is cut and stays
   * encoded, for callers that need only the status.
   * @default "fail"
   */
  readonly onOverflow?: "fail" | "cut";
  /** Aborts the fetch, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

export interface FetchResponse extends ExchangeResponse {
  /** The URL of the response, after redirects. */
  readonly finalUrl: string;
}

export interface GuardedFetcher {
  /**
   * Fetches a URL. A status other than a redirect is a response, not a failure (see `statusFailure`).
   *
   * @throws FetchFailure, or the reason of the caller's signal.
   */
  fetch(url: string, request?: FetchRequest): Promise<FetchResponse>;
}

const DEFAULT_MAX_REDIRECTS = 3;
/** Some servers reject requests without a user agent. */
const DEFAULT_USER_AGENT = "guarded-fetch";

/** Creates a fetcher. It has no state between fetches. */
export function createGuardedFetcher(options: GuardedFetcherOptions): GuardedFetcher {
  const { limits, allowLoopback = false, resolve = resolveBySystem } = options;
  return {
    async fetch(text, request = {}) {
      const url = parseTargetUrl(text, { allowLoopback });
      const timeoutMs = Math.min(request.timeoutMs ?? limits.timeoutMs, limits.timeoutMs);
      return await withDeadline(url.host, timeoutMs, request.signal, async (signal) => {
        const first: ExchangeRequest = {
          method: request.method ?? "GET",
          headers: { "user-agent": DEFAULT_USER_AGENT, ...lowerCaseNames(request.headers ?? {}) },
          body: request.body,
          maxBytes: Math.min(request.maxBytes ?? limits.maxBytes, limits.maxBytes),
          onOverflow: request.onOverflow ?? "fail",
          signal,
        };
        const follows = request.redirects !== "refuse" && first.method !== "POST";
        const maxRedirects = follows ? (limits.maxRedirects ?? DEFAULT_MAX_REDIRECTS) : 0;
        return await followRedirects(url, first, { allowLoopback, resolve, maxRedirects });
      });
    },
  };
}

interface HopRules extends UrlPolicy {
  readonly resolve: ResolveName;
  readonly maxRedirects: number;
}

async function followRedirects(url: URL, first: ExchangeRequest, rules: HopRules): Promise<FetchResponse> {
  let hop = { url, request: first, policy: { allowLoopback: rules.allowLoopback } };
  for (let redirects = 0; ; redirects += 1) {
    const target = await resolveTarget(hop.url, hop.policy, rules.resolve, first.signal);
    const response = await exchange(target, hop.request);
    if (!REDIRECT_STATUSES.has(response.status)) return { ...response, finalUrl: target.url.href };
    if (redirects >= rules.maxRedirects) throw tooManyRedirects(target.url.host, rules.maxRedirects, response.status);
    hop = nextHop({ target, request: hop.request, policy: hop.policy }, response);
  }
}

function tooManyRedirects(host: string, maxRedirects: number, status: number): FetchFailure {
  const message =
    maxRedirects === 0
      ? `${host} returned a redirect, which is not allowed here.`
      : `${host} redirected again after ${maxRedirects} redirects, which is the limit.`;
  return new FetchFailure("redirect", message, { status });
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/**
 * Runs the work with a signal that aborts at the deadline or with the caller's signal. At the deadline, it throws a
 * timeout failure.
 */
async function withDeadline<T>(
  host: string,
  timeoutMs: number,
  callerSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  callerSignal?.throwIfAborted();
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  const signals = callerSignal === undefined ? [deadline.signal] : [deadline.signal, callerSignal];
  try {
    return await work(AbortSignal.any(signals));
  } catch (error) {
    if (error instanceof FetchFailure) throw error;
    callerSignal?.throwIfAborted();
    if (!deadline.signal.aborted) throw error;
    const message = `${host} did not send a complete response within ${timeoutMs / 1000} seconds.`;
    throw new FetchFailure("timeout", message, { retryable: true, cause: error });
  } finally {
    clearTimeout(timer);
  }
}

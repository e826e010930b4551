/**
 * The one fetcher for whatever a user's URL points at: remote images, webhooks.
 *
 * Threat model. The URL, the DNS records of its name, and the server behind it belong to an attacker, who wants to
 * - reach what only we can reach: the Lambda runtime API on 127.0.0.1, link-local credentials and metadata services, a VPC,
 *   the host of a local run. By an address in any spelling, by a name that resolves to one, by a name whose answer changes
 *   between check and use (rebinding) or holds one bad address among good ones, by an IPv6 form that carries an IPv4
 *   address, by a redirect. So: each hop's URL is checked, its name resolved once, every address must be public, and the
 *   connection can be made to these addresses only; TLS still verifies the name.
 * - exhaust us: endless or dripping bodies, bodies of one-byte chunks, decompression bombs, endless headers, redirect loops,
 *   handshakes that never end, slow DNS. So: one deadline over the whole, caps on bytes before and after decoding, on
 *   headers, on redirects; and nothing stays open afterwards.
 * - steal what we send: credentials or signatures that follow a redirect to another origin, cleartext after a downgrade. So:
 *   only a few harmless headers cross origins, a body is never sent on, https never becomes http. There are no cookies.
 * - learn about us: faults name hosts as the user wrote them, and keep resolved addresses to the log.
 * Public servers being called at all is the service's purpose; how often is up to the callers' rate limits.
 * `allowLoopback` gives up the first protection for the machine's own loopback addresses, for local runs only. Even then a
 * public server can't redirect to them.
 */
import { parseTargetUrl, type UrlPolicy } from "./check-url.js";
import { exchange, type ExchangeAnswer, type ExchangeRequest, REDIRECT_STATUSES } from "./exchange.js";
import { FetchFault } from "./fetch-fault.js";
import { nextHop } from "./next-hop.js";
import { resolveBySystem, type ResolveName, resolveTarget } from "./resolve-target.js";

export interface FetchLimits {
  /** Bound of one whole fetch, from the look-up over all redirects to the last byte. */
  readonly timeoutMs: number;
  /** Bound of the body, as it is sent and as it is decoded. */
  readonly maxBytes: number;
  /** @default 3 */
  readonly maxRedirects?: number;
}

export interface GuardedFetcherOptions {
  readonly limits: FetchLimits;
  /**
   * Admits http and https to loopback addresses, for local runs.
   * @default false
   */
  readonly allowLoopback?: boolean;
  /** @default the system's resolver */
  readonly resolve?: ResolveName;
}

export interface FetchRequest {
  /** @default "GET" */
  readonly method?: "GET" | "HEAD" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Lowers the fetcher's own limit, never raises it. */
  readonly maxBytes?: number;
  /** Lowers the fetcher's own limit, never raises it. */
  readonly timeoutMs?: number;
  /**
   * `follow` serves GET and HEAD alone: a POST that is redirected fails, so that its body goes to nobody but its addressee.
   * @default "follow"
   */
  readonly redirects?: "follow" | "refuse";
  /**
   * A body over `maxBytes` fails the fetch, or is cut there and left encoded as it came: for whom the status is what counts.
   * @default "fail"
   */
  readonly onOverflow?: "fail" | "cut";
  /** Ends the fetch; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface FetchResponse extends ExchangeAnswer {
  /** Where the answer came from, after redirects. */
  readonly finalUrl: string;
}

export interface GuardedFetcher {
  /**
   * Fetches a URL. Any status that is not a redirect is an answer, not a fault (see `statusFault`).
   * @throws FetchFault, or the reason of the caller's own signal
   */
  fetch(url: string, request?: FetchRequest): Promise<FetchResponse>;
}

const DEFAULT_MAX_REDIRECTS = 3;
/** Some servers refuse requests without one. */
const USER_AGENT = "image-render-service";

/** Makes a fetcher; it holds no state between fetches. */
export function createGuardedFetcher(options: GuardedFetcherOptions): GuardedFetcher {
  const { limits, allowLoopback = false, resolve = resolveBySystem } = options;
  return {
    async fetch(text, request = {}) {
      const url = parseTargetUrl(text, { allowLoopback });
      const timeoutMs = Math.min(request.timeoutMs ?? limits.timeoutMs, limits.timeoutMs);
      return await withDeadline(url.host, timeoutMs, request.signal, async (signal) => {
        const first: ExchangeRequest = {
          method: request.method ?? "GET",
          headers: { "user-agent": USER_AGENT, ...lowerCaseNames(request.headers ?? {}) },
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
    const answer = await exchange(target, hop.request);
    if (!REDIRECT_STATUSES.has(answer.status)) return { ...answer, finalUrl: target.url.href };
    if (redirects >= rules.maxRedirects) throw tooManyRedirects(target.url.host, rules.maxRedirects);
    hop = nextHop({ target, request: hop.request, policy: hop.policy }, answer);
  }
}

function tooManyRedirects(host: string, maxRedirects: number): FetchFault {
  const message =
    maxRedirects === 0
      ? `${host} answered with a redirect, which is not followed.`
      : `${host} redirects once more after ${maxRedirects} redirects, which is not followed.`;
  return new FetchFault("redirect", message);
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Runs the work under one signal that ends at the deadline or with the caller's own, and tells these two apart. */
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
    if (error instanceof FetchFault) throw error;
    callerSignal?.throwIfAborted();
    if (!deadline.signal.aborted) throw error;
    const message = `${host} did not answer in full within ${timeoutMs / 1000} seconds.`;
    throw new FetchFault("timeout", message, { retryable: true, cause: error });
  } finally {
    clearTimeout(timer);
  }
}

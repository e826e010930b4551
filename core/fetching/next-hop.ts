/** Where a redirect may lead, and what of the request goes along. */
import { parseTargetUrl, type UrlPolicy } from "./check-url.js";
import type { ExchangeAnswer, ExchangeRequest } from "./exchange.js";
import { FetchFault } from "./fetch-fault.js";
import type { Target } from "./resolve-target.js";

/** The exchange that was redirected. */
export interface PastHop {
  readonly target: Target;
  readonly request: ExchangeRequest;
  readonly policy: UrlPolicy;
}

/** The exchange to come; its URL's name is still to be resolved, under the policy given here. */
export interface NextHop {
  readonly url: URL;
  readonly request: ExchangeRequest;
  readonly policy: UrlPolicy;
}

/** The request headers that may follow a redirect to another origin: they tell nothing of the sender. */
const CROSS_ORIGIN_HEADERS: ReadonlySet<string> = new Set(["accept", "accept-language", "user-agent"]);

/** Checks the answer's `Location` as any URL of a user is checked, and more; throws a {@link FetchFault}. */
export function nextHop(from: PastHop, answer: ExchangeAnswer): NextHop {
  const { target, request } = from;
  // Who has once been on the public internet is not let back in: only loopback may redirect to loopback.
  const policy = { allowLoopback: from.policy.allowLoopback && target.addressClass === "loopback" };
  const url = locationOf(answer, target.url, policy);
  const sameOrigin = url.origin === target.url.origin;
  return { url, policy, request: sameOrigin ? request : { ...request, headers: crossOriginHeaders(request.headers) } };
}

function locationOf(answer: ExchangeAnswer, from: URL, policy: UrlPolicy): URL {
  const location = answer.headers["location"];
  if (location === undefined) throw new FetchFault("redirect", `${from.host} redirects without saying where to.`);
  // Header bytes arrive as Latin-1; servers that write a path unescaped write it in UTF-8.
  const url = parseLocation(Buffer.from(location, "latin1").toString("utf8"), from, policy);
  if (from.protocol === "https:" && url.protocol === "http:") {
    throw new FetchFault("redirect", `${from.host} redirects from https:// to http://, which is not followed.`);
  }
  return url;
}

function parseLocation(text: string, from: URL, policy: UrlPolicy): URL {
  try {
    return parseTargetUrl(text, policy, from);
  } catch (error) {
    if (!(error instanceof FetchFault) || error.kind !== "invalid-url") throw error;
    const message = `${from.host} redirects to a URL that can't be used. ${error.message}`;
    throw new FetchFault("redirect", message, { cause: error });
  }
}

function crossOriginHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => CROSS_ORIGIN_HEADERS.has(name)));
}

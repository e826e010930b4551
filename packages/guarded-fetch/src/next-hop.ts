/** Decides where a redirect can lead, and which parts of the request are sent there. */
import { parseTargetUrl, type UrlPolicy } from "./check-url.js";
import type { ExchangeResponse, ExchangeRequest } from "./exchange.js";
import { FetchFailure } from "./fetch-failure.js";
import type { Target } from "./resolve-target.js";

/** The exchange that was redirected. */
export interface PreviousHop {
  readonly target: Target;
  readonly request: ExchangeRequest;
  readonly policy: UrlPolicy;
}

/** The next exchange. The name in its URL must still be resolved, with this policy. */
export interface NextHop {
  readonly url: URL;
  readonly request: ExchangeRequest;
  readonly policy: UrlPolicy;
}

/** The request headers that are sent to another origin. They reveal nothing about the sender. */
const CROSS_ORIGIN_HEADERS: ReadonlySet<string> = new Set(["accept", "accept-language", "user-agent"]);

/** Checks the `Location` of a response like a user's URL, and refuses a downgrade to http. @throws FetchFailure */
export function nextHop(from: PreviousHop, response: ExchangeResponse): NextHop {
  const { target, request } = from;
  // A public server must not redirect to loopback. Only a loopback server can.
  const policy = { allowLoopback: from.policy.allowLoopback && target.addressClass === "loopback" };
  const url = locationOf(response, target.url, policy);
  const sameOrigin = url.origin === target.url.origin;
  return { url, policy, request: sameOrigin ? request : { ...request, headers: crossOriginHeaders(request.headers) } };
}

function locationOf(response: ExchangeResponse, from: URL, policy: UrlPolicy): URL {
  const location = response.headers["location"];
  if (location === undefined) {
    throw new FetchFailure("redirect", `${from.host} returned a redirect without a Location header.`);
  }
  // Node decodes header bytes as Latin-1. Servers that do not escape a path write it in UTF-8.
  const url = parseLocation(Buffer.from(location, "latin1").toString("utf8"), from, policy);
  if (from.protocol === "https:" && url.protocol === "http:") {
    throw new FetchFailure("redirect", `${from.host} redirects from https:// to http://, which is not allowed.`);
  }
  return url;
}

function parseLocation(text: string, from: URL, policy: UrlPolicy): URL {
  try {
    return parseTargetUrl(text, policy, from);
  } catch (error) {
    if (!(error instanceof FetchFailure) || error.kind !== "invalid-url") throw error;
    const message = `${from.host} redirects to a URL that cannot be used. ${error.message}`;
    throw new FetchFailure("redirect", message, { cause: error });
  }
}

function crossOriginHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => CROSS_ORIGIN_HEADERS.has(name)));
}

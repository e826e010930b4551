/** Answers a request from the cache, from a fetch that is under way, or from its origin. */
import { askOrigin } from "./ask-origin.js";
import { cacheKey, keyQuery } from "./cache-key.js";
import { isNotModified } from "./conditional.js";
import { type EdgeAnswer } from "./edge-answer.js";
import { type CachedCopy, type Flight, MAX_COPY_BYTES } from "./edge-cache.js";
import { type EdgeCore, type Visit } from "./edge-core.js";
import { errorCachingSeconds, timeToLive } from "./freshness.js";
import { GrowingBody } from "./growing-body.js";
import { type HeaderMap, type ViewerRequest, headerText } from "./message.js";
import { type OriginResponse } from "./origin-fetch.js";
import { notModified, serveCopy } from "./serve-copy.js";

/** Finds the answer to a request. */
export async function findAnswer(edge: EdgeCore, visit: Visit): Promise<EdgeAnswer> {
  const { request } = visit;
  if (!isCachedMethod(visit)) return passThrough(edge, visit);
  const key = cacheKey(request, visit.policies.cache);
  const copy = edge.cache.get(key);
  if (copy !== undefined && copy.expiresAtMs > Date.now()) {
    edge.stats.hits += 1;
    return serveCopy(request, copy, "Hit");
  }
  // A part or a head is nothing to keep or to share.
  if (request.method === "HEAD" || request.headers.has("range")) return passThrough(edge, visit);
  // A policy that caches nothing shares nothing: each request goes to the origin as it is. Its errors are kept.
  if (visit.policies.cache.MaxTTL <= 0) return fetchAlone(edge, visit, key);
  const flight = edge.collapse ? edge.cache.flight(key) : undefined;
  if (flight === undefined) return fetchForAll(edge, visit, key, copy);
  const shared = await flight.copy;
  if (shared === undefined) return fetchAlone(edge, visit, key);
  edge.stats.collapsed += 1;
  edge.stats.hits += 1;
  return serveCopy(request, shared, "Hit");
}

function isCachedMethod({ request, behavior }: Visit): boolean {
  const { method } = request;
  return method === "GET" || method === "HEAD" || (behavior.CachedMethods?.includes(method) ?? false);
}

/** Asks the origin for this viewer alone and keeps nothing. */
async function passThrough(edge: EdgeCore, visit: Visit): Promise<EdgeAnswer> {
  edge.stats.misses += 1;
  return toAnswer(await askOrigin(edge, visit, visit.request, visit.gone));
}

/** Asks the origin for this viewer alone; what may be kept is kept. */
async function fetchAlone(edge: EdgeCore, visit: Visit, key: string): Promise<EdgeAnswer> {
  edge.stats.misses += 1;
  const flight: Flight = { ...invalidationPath(visit), copy: Promise.resolve(undefined) };
  const response = await askOrigin(edge, visit, visit.request, visit.gone);
  const copy = visit.gone.aborted ? undefined : makeCopy(edge, visit, key, response);
  if (copy === undefined) return toAnswer(response);
  edge.cache.takeOff(key, flight);
  void keepWhenComplete(edge, copy, flight);
  return serveCopy(visit.request, copy, "Miss");
}

/** Asks the origin for everyone who asks meanwhile. An expired copy is offered to the origin for confirmation. */
async function fetchForAll(
  edge: EdgeCore,
  visit: Visit,
  key: string,
  expired: CachedCopy | undefined,
): Promise<EdgeAnswer> {
  const { promise, resolve } = Promise.withResolvers<CachedCopy | undefined>();
  const flight: Flight = { ...invalidationPath(visit), copy: promise };
  edge.cache.takeOff(key, flight);
  let copy: CachedCopy | undefined;
  try {
    const response = await askOrigin(edge, visit, unconditional(visit.request, expired), undefined);
    if (expired !== undefined && (response.status === 304 || response.status >= 500) && expired.status < 400) {
      response.body.on("error", () => undefined).resume();
      return renew(edge, visit, expired, response);
    }
    copy = makeCopy(edge, visit, key, response);
    edge.stats.misses += 1;
    if (copy !== undefined) return serveCopy(visit.request, copy, "Miss");
    return response.status === 200 && isNotModified(visit.request.headers, response.headers)
      ? dropBody(response)
      : toAnswer(response);
  } finally {
    resolve(copy ?? (expired !== undefined && expired.expiresAtMs > Date.now() ? expired : undefined));
    if (copy === undefined) edge.cache.land(key, flight);
    else void keepWhenComplete(edge, copy, flight);
  }
}

/** An expired copy that the origin confirmed, or that must do since the origin fails. */
function renew(edge: EdgeCore, visit: Visit, expired: CachedCopy, response: OriginResponse): EdgeAnswer {
  const errors = edge.config.CustomErrorResponses ?? [];
  const now = Date.now();
  if (response.status === 304) {
    expired.headers = new Map([...expired.headers, ...withoutLength(response.headers)]);
    expired.storedAtMs = now;
    expired.expiresAtMs = now + 1_000 * timeToLive(200, expired.headers, visit.policies.cache, errors);
    edge.stats.refreshHits += 1;
    return serveCopy(visit.request, expired, "RefreshHit");
  }
  expired.expiresAtMs = now + 1_000 * errorCachingSeconds(response.status, errors);
  edge.stats.hits += 1;
  return serveCopy(visit.request, expired, "Hit");
}

/** Begins a copy of an answer that may be kept; undefined if it may not. */
function makeCopy(edge: EdgeCore, visit: Visit, key: string, response: OriginResponse): CachedCopy | undefined {
  const { status, headers, body } = response;
  const seconds = timeToLive(status, headers, visit.policies.cache, edge.config.CustomErrorResponses ?? []);
  const bytes = Number(headerText(headers, "content-length") ?? 0);
  if (seconds <= 0 || bytes > MAX_COPY_BYTES) return undefined;
  const now = Date.now();
  return {
    key,
    ...invalidationPath(visit),
    status,
    headers,
    body: new GrowingBody(body),
    storedAtMs: now,
    expiresAtMs: now + seconds * 1_000,
  };
}

async function keepWhenComplete(edge: EdgeCore, copy: CachedCopy, flight: Flight): Promise<void> {
  await copy.body.ended;
  const current = edge.cache.land(copy.key, flight);
  if (current && copy.body.isComplete && copy.body.bytes <= MAX_COPY_BYTES) edge.cache.set(copy);
}

/** The request for a copy of everyone's: the viewer's conditions are checked here, those of the cache are added. */
function unconditional(request: ViewerRequest, expired: CachedCopy | undefined): ViewerRequest {
  const headers = new Map(request.headers);
  headers.delete("if-none-match");
  headers.delete("if-modified-since");
  const etag = expired && headerText(expired.headers, "etag");
  const modified = expired && headerText(expired.headers, "last-modified");
  if (etag !== undefined) headers.set("if-none-match", [etag]);
  if (modified !== undefined) headers.set("if-modified-since", [modified]);
  return { ...request, headers };
}

function invalidationPath({ request, policies }: Visit): { uri: string; query: string } {
  return { uri: request.uri, query: keyQuery(request, policies.cache) };
}

function toAnswer({ status, headers, body }: OriginResponse): EdgeAnswer {
  return { status, headers, body, cacheResult: status >= 400 ? "Error" : "Miss" };
}

function dropBody({ headers, body }: OriginResponse): EdgeAnswer {
  body.on("error", () => undefined).destroy();
  return notModified(headers, "Miss");
}

function withoutLength(headers: HeaderMap): [string, readonly string[]][] {
  return [...headers].filter(([name]) => name !== "content-length");
}

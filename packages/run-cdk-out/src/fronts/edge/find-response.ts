/** Finds the response to a request: in the cache, from a running fetch, or from the origin. */
import { fetchWithFailover } from "./origin-failover.js";
import { cacheKey, keyQuery } from "./cache-key.js";
import { isNotModified } from "./conditional.js";
import type { EdgeResponse } from "./edge-response.js";
import { type CachedCopy, type PendingFetch, MAX_COPY_BYTES } from "./edge-cache.js";
import type { EdgeCore, RequestContext } from "./edge-core.js";
import { errorCachingSeconds, timeToLive } from "./freshness.js";
import { GrowingBody } from "./growing-body.js";
import { type HeaderMap, type ViewerRequest, headerText } from "./message.js";
import type { OriginResponse } from "./origin-fetch.js";
import { notModified, serveCopy } from "./serve-copy.js";

/** Finds the response to a request. */
export async function findResponse(edge: EdgeCore, context: RequestContext): Promise<EdgeResponse> {
  const { request } = context;
  if (!isCachedMethod(context)) return passThrough(edge, context);
  const key = cacheKey(request, context.policies.cache);
  const copy = edge.cache.get(key);
  if (copy !== undefined && copy.expiresAtMs > Date.now()) {
    edge.stats.hits += 1;
    return serveCopy(request, copy, "Hit");
  }
  // The response to a HEAD or range request is not complete: it is neither cached nor shared.
  if (request.method === "HEAD" || request.headers.has("range")) return passThrough(edge, context);
  // Without caching there is no sharing: each request goes to the origin. Only errors are cached.
  if (context.policies.cache.MaxTTL <= 0) return fetchAlone(edge, context, key);
  const pending = edge.collapse ? edge.cache.pending(key) : undefined;
  if (pending === undefined) return fetchForAll(edge, context, key, copy);
  const shared = await pending.copy;
  if (shared === undefined) return fetchAlone(edge, context, key);
  edge.stats.collapsed += 1;
  edge.stats.hits += 1;
  return serveCopy(request, shared, "Hit");
}

function isCachedMethod({ request, behavior }: RequestContext): boolean {
  const { method } = request;
  return method === "GET" || method === "HEAD" || (behavior.CachedMethods?.includes(method) ?? false);
}

/** Fetches a response for this viewer only, without caching it. */
async function passThrough(edge: EdgeCore, context: RequestContext): Promise<EdgeResponse> {
  edge.stats.misses += 1;
  return toEdgeResponse(await fetchWithFailover(edge, context, context.request, context.gone));
}

/** Fetches a response for this viewer only, and caches it if possible. */
async function fetchAlone(edge: EdgeCore, context: RequestContext, key: string): Promise<EdgeResponse> {
  edge.stats.misses += 1;
  const pending: PendingFetch = { ...invalidationPath(context), copy: Promise.resolve(undefined) };
  const response = await fetchWithFailover(edge, context, context.request, context.gone);
  const copy = context.gone.aborted ? undefined : makeCopy(edge, context, key, response);
  if (copy === undefined) return toEdgeResponse(response);
  edge.cache.addPending(key, pending);
  void keepWhenComplete(edge, copy, pending);
  return serveCopy(context.request, copy, "Miss");
}

/** Fetches a response that other requests can share. The origin can confirm an expired cached response. */
async function fetchForAll(
  edge: EdgeCore,
  context: RequestContext,
  key: string,
  expired: CachedCopy | undefined,
): Promise<EdgeResponse> {
  const { promise, resolve } = Promise.withResolvers<CachedCopy | undefined>();
  const pending: PendingFetch = { ...invalidationPath(context), copy: promise };
  edge.cache.addPending(key, pending);
  let copy: CachedCopy | undefined;
  try {
    const response = await fetchWithFailover(edge, context, unconditional(context.request, expired), undefined);
    if (expired !== undefined && (response.status === 304 || response.status >= 500) && expired.status < 400) {
      response.body.on("error", () => undefined).resume();
      return renew(edge, context, expired, response);
    }
    copy = makeCopy(edge, context, key, response);
    edge.stats.misses += 1;
    if (copy !== undefined) return serveCopy(context.request, copy, "Miss");
    return response.status === 200 && isNotModified(context.request.headers, response.headers)
      ? dropBody(response)
      : toEdgeResponse(response);
  } finally {
    resolve(copy ?? (expired !== undefined && expired.expiresAtMs > Date.now() ? expired : undefined));
    if (copy === undefined) edge.cache.removePending(key, pending);
    else void keepWhenComplete(edge, copy, pending);
  }
}

/** Serves an expired response because the origin confirmed it, or because the origin fails. */
function renew(edge: EdgeCore, context: RequestContext, expired: CachedCopy, response: OriginResponse): EdgeResponse {
  const errors = edge.config.CustomErrorResponses ?? [];
  const now = Date.now();
  if (response.status === 304) {
    expired.headers = new Map([...expired.headers, ...withoutLength(response.headers)]);
    expired.storedAtMs = now;
    expired.expiresAtMs = now + 1_000 * timeToLive(200, expired.headers, context.policies.cache, errors);
    edge.stats.refreshHits += 1;
    return serveCopy(context.request, expired, "RefreshHit");
  }
  expired.expiresAtMs = now + 1_000 * errorCachingSeconds(response.status, errors);
  edge.stats.hits += 1;
  return serveCopy(context.request, expired, "Hit");
}

/** Creates a cached response; undefined if the response cannot be cached. */
function makeCopy(
  edge: EdgeCore,
  context: RequestContext,
  key: string,
  response: OriginResponse,
): CachedCopy | undefined {
  const { status, headers, body } = response;
  const seconds = timeToLive(status, headers, context.policies.cache, edge.config.CustomErrorResponses ?? []);
  const bytes = Number(headerText(headers, "content-length") ?? 0);
  if (seconds <= 0 || bytes > MAX_COPY_BYTES) return undefined;
  const now = Date.now();
  return {
    key,
    ...invalidationPath(context),
    status,
    headers,
    body: new GrowingBody(body),
    storedAtMs: now,
    expiresAtMs: now + seconds * 1_000,
  };
}

async function keepWhenComplete(edge: EdgeCore, copy: CachedCopy, pending: PendingFetch): Promise<void> {
  await copy.body.ended;
  const current = edge.cache.removePending(copy.key, pending);
  if (current && copy.body.isComplete && copy.body.bytes <= MAX_COPY_BYTES) edge.cache.set(copy);
}

/**
 * Creates the request for a shared response: without the viewer's conditions, but with those of the expired response.
 */
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

function invalidationPath({ request, policies }: RequestContext): { uri: string; query: string } {
  return { uri: request.uri, query: keyQuery(request, policies.cache) };
}

function toEdgeResponse({ status, headers, body }: OriginResponse): EdgeResponse {
  return { status, headers, body, cacheResult: status >= 400 ? "Error" : "Miss" };
}

function dropBody({ headers, body }: OriginResponse): EdgeResponse {
  body.on("error", () => undefined).destroy();
  return notModified(headers, "Miss");
}

function withoutLength(headers: HeaderMap): [string, readonly string[]][] {
  return [...headers].filter(([name]) => name !== "content-length");
}

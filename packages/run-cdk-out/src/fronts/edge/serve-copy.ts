import { isNotModified, readRange } from "./conditional.js";
import type { EdgeResponse } from "./edge-response.js";
import type { CachedCopy } from "./edge-cache.js";
import type { HeaderMap, ViewerRequest } from "./message.js";

/** The result of the cache lookup, for the header `X-Cache`. */
export type CacheResult = "Hit" | "Miss" | "RefreshHit";

/** Creates the response to a request from a cached response, whose body can still be incomplete. */
export function serveCopy(request: ViewerRequest, copy: CachedCopy, result: CacheResult): EdgeResponse {
  const { status, body } = copy;
  const headers = new Map(copy.headers);
  if (result !== "Miss") headers.set("age", [String(Math.max(0, Math.floor((Date.now() - copy.storedAtMs) / 1_000)))]);
  if (status >= 400) return { status, headers, body: body.read(), cacheResult: "Error" };
  if (status === 200 && isNotModified(request.headers, headers)) return notModified(headers, result);
  if (status === 200 && body.isComplete) {
    headers.set("accept-ranges", ["bytes"]);
    const range = readRange(request.headers, headers, body.bytes);
    if (range === "unsatisfiable") {
      headers.set("content-range", [`bytes */${body.bytes}`]).set("content-length", ["0"]);
      return { status: 416, headers, cacheResult: result };
    }
    if (range !== undefined) {
      headers.set("content-range", [`bytes ${range.first}-${range.last}/${body.bytes}`]);
      headers.set("content-length", [String(range.last - range.first + 1)]);
      return { status: 206, headers, body: body.readRange(range.first, range.last), cacheResult: result };
    }
  }
  if (body.isComplete) headers.set("content-length", [String(body.bytes)]);
  return { status, headers, body: body.read(), cacheResult: result };
}

/** Returns a 304 response. */
export function notModified(headers: HeaderMap, cacheResult: string): EdgeResponse {
  const kept = [...headers].filter(([name]) => !/^content-(encoding|length|range|type)$/.test(name));
  return { status: 304, headers: new Map(kept), cacheResult };
}

/**
 * Runs at viewer response on the behaviors of pictures. The bucket does not know request IDs, and a cached response has
 * the request ID of its first viewer. CloudFront does not run this function for errors, which already have the ID.
 */
import { LENGTH_HEADER } from "../../core/deployment/trusted-headers.js";
import type { EdgeValue } from "./edge.js";

export interface EdgeResponseEvent {
  context: { requestId: string };
  response: { statusCode: number; headers: Record<string, EdgeValue> };
}

/**
 * Adds the ID of this request, which CloudFront logs too. Gives a whole picture from a function its `Content-Length`. A
 * range that CloudFront returns from its copy of such a picture has its own length.
 *
 * A function can set this header at viewer response: only `Warning` and `Via` are read-only there ("Restrictions on all
 * edge functions" in the Developer Guide).
 */
export function viewerResponse(event: EdgeResponseEvent): EdgeResponseEvent["response"] {
  // No destructuring: the runtime does not document it.
  const response = event.response;
  response.headers["x-request-id"] = { value: event.context.requestId };
  const length = response.headers[LENGTH_HEADER];
  if (length !== undefined) {
    if (response.statusCode === 200 && response.headers["content-length"] === undefined) {
      response.headers["content-length"] = { value: length.value };
    }
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the runtime has no Reflect
    delete response.headers[LENGTH_HEADER];
  }
  return response;
}

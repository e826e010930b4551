/**
 * Runs at viewer response on the behaviors of pictures. The bucket knows no request IDs, and a cached response has that of
 * its first viewer. CloudFront does not run it for errors, which carry the ID already.
 */
import type { EdgeValue } from "./edge.js";

export interface EdgeResponseEvent {
  context: { requestId: string };
  response: { headers: Record<string, EdgeValue> };
}

/** Adds the ID of this request, which CloudFront logs too. */
export function viewerResponse(event: EdgeResponseEvent): EdgeResponseEvent["response"] {
  event.response.headers["x-request-id"] = { value: event.context.requestId };
  return event.response;
}

/** Fetches a response from the origin of a request, or from the second origin of an origin group. */
import { Readable } from "node:stream";
import type { EdgeCore, RequestContext } from "./edge-core.js";
import { errorPage, errorPageHeaders } from "./edge-response.js";
import type { ViewerRequest } from "./message.js";
import { type OriginTarget, planOrigin } from "./origin-choice.js";
import { OriginError, type OriginResponse, fetchOrigin } from "./origin-fetch.js";
import { createOriginRequest, forwardsCookies } from "./origin-request.js";

/** Methods with failover in CloudFront. Other methods may already have had an effect. */
const FAILOVER_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Fetches the response to `request`. If the origin does not respond, the response is CloudFront's 502 or 504. `signal`
 * aborts the fetch; a fetch that several viewers share has none.
 */
export async function fetchWithFailover(
  edge: EdgeCore,
  context: RequestContext,
  request: ViewerRequest,
  signal: AbortSignal | undefined,
): Promise<OriginResponse> {
  const plan = planOrigin(edge.config, context.behavior.TargetOriginId, context.choice);
  const { secondary } = plan;
  const mayFailOver = secondary !== undefined && FAILOVER_METHODS.has(request.method);
  let response = await fetchFromTarget(edge, context, request, plan.primary, signal);
  if (mayFailOver && (response instanceof OriginError || plan.failoverStatuses.has(response.status))) {
    if (!(response instanceof OriginError)) response.body.on("error", () => undefined).resume();
    response = await fetchFromTarget(edge, context, request, secondary, signal);
  }
  if (response instanceof OriginError) return originErrorPage(response);
  if (!forwardsCookies(context.policies)) response.headers.delete("set-cookie");
  return response;
}

async function fetchFromTarget(
  edge: EdgeCore,
  context: RequestContext,
  request: ViewerRequest,
  target: OriginTarget,
  signal: AbortSignal | undefined,
): Promise<OriginResponse | OriginError> {
  const originRequest = createOriginRequest(request, context.policies, target, context.viewer, edge.originTokenHeaders);
  try {
    const address = edge.resolveOrigin(target.domainName);
    if (address === undefined)
      throw new OriginError(502, `The runner has no service with the domain name ${target.domainName}.`);
    return await fetchOrigin(target, originRequest, { agent: edge.agent, address, body: context.body, signal });
  } catch (error) {
    if (!(error instanceof OriginError)) throw error;
    if (signal?.aborted !== true) edge.onLine(`${request.method} ${request.uri}: ${error.message}`);
    return error;
  }
}

function originErrorPage(error: OriginError): OriginResponse {
  const body = errorPage(error.status, "The origin did not respond.");
  return { status: error.status, headers: errorPageHeaders(body), body: Readable.from([body], { objectMode: false }) };
}

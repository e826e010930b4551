/** Gets an answer from the origins of a request: the first, and the second where failover asks for it. */
import { Readable } from "node:stream";
import { type EdgeCore, type Visit } from "./edge-core.js";
import { errorPage, errorPageHeaders } from "./edge-answer.js";
import { type ViewerRequest } from "./message.js";
import { type OriginTarget, planOrigin } from "./origin-choice.js";
import { OriginError, type OriginResponse, fetchOrigin } from "./origin-fetch.js";
import { createOriginRequest, forwardsCookies } from "./origin-request.js";

/** Methods that CloudFront fails over; others may have had an effect already. */
const FAILOVER_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Asks for a visit, with `request` in place of the viewer's own. An origin that gives no answer becomes a 502 or 504
 * as CloudFront words it. `signal` ends the fetch; a fetch that others may wait for has none.
 */
export async function askOrigin(
  edge: EdgeCore,
  visit: Visit,
  request: ViewerRequest,
  signal: AbortSignal | undefined,
): Promise<OriginResponse> {
  const plan = planOrigin(edge.config, visit.behavior.TargetOriginId, visit.choice);
  const { secondary } = plan;
  const mayFailOver = secondary !== undefined && FAILOVER_METHODS.has(request.method);
  let response = await askOne(edge, visit, request, plan.primary, signal);
  if (mayFailOver && (response instanceof OriginError || plan.failoverStatuses.has(response.status))) {
    if (!(response instanceof OriginError)) response.body.on("error", () => undefined).resume();
    response = await askOne(edge, visit, request, secondary, signal);
  }
  if (response instanceof OriginError) return unanswered(response);
  if (!forwardsCookies(visit.policies)) response.headers.delete("set-cookie");
  return response;
}

async function askOne(
  edge: EdgeCore,
  visit: Visit,
  request: ViewerRequest,
  target: OriginTarget,
  signal: AbortSignal | undefined,
): Promise<OriginResponse | OriginError> {
  const originRequest = createOriginRequest(request, visit.policies, target, visit.viewer, edge.originTokenHeaders);
  try {
    const address = edge.resolveOrigin(target.domainName);
    if (address === undefined) throw new OriginError(502, `Nothing runs here as ${target.domainName}.`);
    return await fetchOrigin(target, originRequest, { agent: edge.agent, address, body: visit.body, signal });
  } catch (error) {
    if (!(error instanceof OriginError)) throw error;
    if (signal?.aborted !== true) edge.onLine(`${request.method} ${request.uri}: ${error.message}`);
    return error;
  }
}

function unanswered(error: OriginError): OriginResponse {
  const body = errorPage(error.status, "The origin gave no answer.");
  return { status: error.status, headers: errorPageHeaders(body), body: Readable.from([body], { objectMode: false }) };
}

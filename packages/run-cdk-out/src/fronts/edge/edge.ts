/** A local CloudFront distribution with the behaviors, functions, policies, cache and origins of the template. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../../clock/clock.js";
import { type Front, listenOnLoopback } from "../loopback-server.js";
import { allowsMethod, findBehavior, functionArnAt } from "./behaviors.js";
import type { CacheBehavior, DistributionConfig } from "./distribution-config.js";
import { type EdgeResponse, edgeError, sendToViewer } from "./edge-response.js";
import { EdgeCache } from "./edge-cache.js";
import type { EdgeCore, EdgeStats, RequestContext } from "./edge-core.js";
import { findResponse } from "./find-response.js";
import { FunctionValidationError } from "./function-event.js";
import { createEdgeFunction } from "./function-sandbox.js";
import { type ViewerRequest, readViewerRequest } from "./message.js";
import { type OriginAddress, createOriginAgent } from "./origin-fetch.js";
import type { Viewer } from "./origin-request.js";
import { type BehaviorPolicies, policiesOf } from "./policies.js";
import { type UncheckedPolicies, readDistribution } from "./read-config.js";
import { applyResponseHeadersPolicy } from "./response-headers.js";
import { runRequestFunction, runResponseFunction } from "./run-functions.js";

/** CloudFront's limit for path and query. */
const MAX_URL_BYTES = 8_192;

/** A distribution without references to other resources. */
export interface EdgeOptions {
  readonly port?: number;
  /** See `LoopbackOptions`. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The `DistributionConfig` in CloudFormation's notation. It is validated at the start. */
  readonly distributionConfig: unknown;
  /** CloudFront Functions by ARN. */
  readonly functions: Readonly<
    Record<string, { readonly code: string; readonly keyValueStoreArn?: string | undefined }>
  >;
  /** The policies of the template by physical ID. Managed policies are built in. */
  readonly policies: UncheckedPolicies;
  /** The local address for the domain name of an origin. If it is undefined, the edge returns 502. */
  readonly resolveOrigin: (domainName: string) => OriginAddress | undefined;
  /** Headers for origins with an origin access control, instead of a signature. */
  readonly originTokenHeaders: Readonly<Record<string, string>>;
  readonly readKeyValue: (storeArn: string, key: string) => Promise<string | undefined>;
  /** Whether simultaneous requests with the same cache key share one origin request. Default: true. */
  readonly collapse?: boolean;
  /** Called with the log lines of functions, and with errors. */
  readonly onLine: (line: string) => void;
  /** The clock of the functions; the time of the machine by default. */
  readonly clock?: Clock | undefined;
  readonly distributionId?: string;
  readonly domainName?: string;
}

/** A running distribution. */
export interface Edge extends Front {
  readonly distributionId: string;
  /** Removes cached responses: those that the path of an invalidation covers, or all. */
  purge(pathPattern?: string): void;
  /** Makes all responses in the cache older by this time. */
  age(ms: number): void;
  /** Sets whether each CloudFront Function fails. */
  failFunctions(on: boolean): void;
  /** Sets whether simultaneous requests share one origin request. CloudFront does not guarantee either. */
  setCollapsing(on: boolean): void;
  stats(): Readonly<EdgeStats>;
}

/** Starts the distribution. Throws if its configuration is invalid or not supported. */
export async function startEdge(options: EdgeOptions): Promise<Edge> {
  const edge = createCore(options);
  const front = await listenOnLoopback((request, response) => void serve(edge, request, response), options);
  return {
    ...front,
    distributionId: edge.distributionId,
    purge: (pathPattern) => edge.cache.purge(pathPattern),
    age: (ms) => edge.cache.age(ms),
    failFunctions: (on) => void (edge.functionsFail = on),
    setCollapsing: (on) => void (edge.collapse = on),
    stats: () => ({ ...edge.stats }),
    async close() {
      await front.close();
      edge.agent.destroy();
    },
  };
}

function createCore(options: EdgeOptions): EdgeCore {
  const arns = Object.keys(options.functions);
  const { config, policies } = readDistribution(options.distributionConfig, options.policies, arns);
  const functions = Object.entries(options.functions).map(([arn, { code, keyValueStoreArn }]) => {
    const name = arn.split("/").at(-1) ?? arn;
    const readKey =
      keyValueStoreArn === undefined ? undefined : (key: string) => options.readKeyValue(keyValueStoreArn, key);
    return [arn, createEdgeFunction({ name, code, readKey, onLog: options.onLine, clock: options.clock })] as const;
  });
  return {
    config,
    domainName: options.domainName ?? "local.cloudfront.net",
    distributionId: options.distributionId ?? "ELOCAL",
    policiesOf: (behavior) => policiesOf(behavior, policies),
    functions: new Map(functions),
    resolveOrigin: options.resolveOrigin,
    originTokenHeaders: options.originTokenHeaders,
    collapse: options.collapse ?? true,
    cache: new EdgeCache(),
    agent: createOriginAgent(),
    stats: {
      requests: 0,
      hits: 0,
      refreshHits: 0,
      misses: 0,
      collapsed: 0,
      errors: 0,
      serverErrors: 0,
      bytesToViewers: 0,
      functionErrors: 0,
      functionRuns: 0,
    },
    functionsFail: false,
    onLine: options.onLine,
  };
}

async function serve(edge: EdgeCore, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestId = `${randomBytes(40).toString("base64url")}==`;
  const viewer: Viewer = {
    ip: request.socket.remoteAddress ?? "127.0.0.1",
    port: request.socket.remotePort ?? 0,
    httpVersion: request.httpVersion,
    requestId,
  };
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  edge.stats.requests += 1;
  let result: EdgeResponse;
  try {
    result = await respondToViewer(edge, request, viewer, gone.signal);
  } catch (error) {
    edge.onLine(`${request.method} ${request.url}: ${error instanceof Error ? error.stack : String(error)}`);
    result = edgeError(500, "The local edge failed.");
  }
  if (result.status >= 400) edge.stats.errors += 1;
  if (result.status >= 500) edge.stats.serverErrors += 1;
  const sentBefore = request.socket.bytesWritten;
  response.once("close", () => (edge.stats.bytesToViewers += request.socket.bytesWritten - sentBefore));
  await sendToViewer(request, response, result, requestId).catch((error: unknown) => {
    edge.onLine(`${request.method} ${request.url}: ${String(error)}`);
    response.destroy();
  });
}

async function respondToViewer(
  edge: EdgeCore,
  message: IncomingMessage,
  viewer: Viewer,
  gone: AbortSignal,
): Promise<EdgeResponse> {
  const request = readViewerRequest(message);
  const behavior = findBehavior(edge.config, request.uri);
  const rejection = rejectRequest(request, behavior);
  if (rejection) return rejection;
  const policies = edge.policiesOf(behavior);
  const outcome = await runRequestFunction(edge, functionArnAt(behavior, "viewer-request"), request, viewer);
  // A response of the viewer-request function gets the headers of the policy, but skips the viewer-response function.
  if ("response" in outcome) return withPolicyHeaders(policies, request, outcome.response);
  const { choice } = outcome;
  const rewritten = withRootObject(edge.config, outcome.request);
  const body = hasBody(request) ? message : undefined;
  const context: RequestContext = { request: rewritten, behavior, policies, choice, viewer, body, gone };
  try {
    const response = withPolicyHeaders(policies, rewritten, await findResponse(edge, context));
    return await runResponseFunction(edge, behavior, rewritten, response, viewer);
  } catch (error) {
    if (!(error instanceof FunctionValidationError)) throw error;
    edge.stats.functionErrors += 1;
    edge.onLine(`${request.method} ${request.uri}: ${error.message}`);
    return edgeError(502, "The CloudFront function returned an invalid value.", "FunctionValidationError");
  }
}

function withPolicyHeaders(policies: BehaviorPolicies, request: ViewerRequest, response: EdgeResponse): EdgeResponse {
  return { ...response, headers: applyResponseHeadersPolicy(policies.responseHeaders, request, response.headers) };
}

/** Rejects requests that CloudFront rejects before it calls a function or an origin. */
function rejectRequest(request: ViewerRequest, behavior: CacheBehavior): EdgeResponse | undefined {
  const { method, uri, query } = request;
  if (Buffer.byteLength(uri) + Buffer.byteLength(query) + 1 > MAX_URL_BYTES) {
    return edgeError(414, `The URL has more than ${MAX_URL_BYTES} bytes.`);
  }
  if (!allowsMethod(behavior, method)) {
    return edgeError(403, "This distribution is not configured to allow the HTTP request method.");
  }
  if ((method === "GET" || method === "HEAD") && hasBody(request)) {
    return edgeError(403, `A ${method} request must not have a body.`);
  }
  if (behavior.ViewerProtocolPolicy === "https-only") return edgeError(403, "Only HTTPS is allowed.");
  if (behavior.ViewerProtocolPolicy === "redirect-to-https") return redirectToHttps(request);
  return undefined;
}

function redirectToHttps({ headers, uri, query }: ViewerRequest): EdgeResponse {
  const host = headers.get("host")?.[0] ?? "";
  const location = `https://${host}${uri}${query === "" ? "" : `?${query}`}`;
  return { status: 301, headers: new Map([["location", [location]]]), cacheResult: "Redirect" };
}

function hasBody({ headers }: ViewerRequest): boolean {
  return headers.has("transfer-encoding") || Number(headers.get("content-length")?.[0] ?? 0) > 0;
}

function withRootObject({ DefaultRootObject }: DistributionConfig, request: ViewerRequest): ViewerRequest {
  const root = DefaultRootObject ?? "";
  return request.uri === "/" && root !== "" ? { ...request, uri: `/${root}` } : request;
}

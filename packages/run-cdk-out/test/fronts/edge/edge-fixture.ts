/** A distribution for tests. Its origins run in the test. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type {
  CacheBehavior,
  CachePolicyConfig,
  DistributionConfig,
  Origin,
} from "../../../src/fronts/edge/distribution-config.js";
import { type Edge, type EdgeOptions, startEdge } from "../../../src/fronts/edge/edge.js";
import { type Front, listenOnLoopback } from "../../../src/fronts/loopback-server.js";

export const CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
export const CACHING_OPTIMIZED = "658327ea-f89d-4fab-a63d-7e88639e58f6";
export const ALL_VIEWER_EXCEPT_HOST = "b689b0a8-53d0-40ab-baf2-68738e2966ac";
export const ALL_METHODS = ["GET", "HEAD", "OPTIONS", "PUT", "POST", "PATCH", "DELETE"];

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** An origin that runs in the test, with the requests that it received. */
export interface TestOrigin extends Front {
  readonly requests: IncomingMessage[];
}

export interface TestEdge extends Edge {
  readonly origins: Readonly<Record<string, TestOrigin>>;
  readonly lines: string[];
}

const running: { close(): Promise<void> }[] = [];

/** Closes everything that the test started. */
export async function closeAll(): Promise<void> {
  await Promise.all(running.splice(0).map((front) => front.close()));
}

export async function startOrigin(handler: Handler): Promise<TestOrigin> {
  const requests: IncomingMessage[] = [];
  const listener: Handler = (request, response) => {
    requests.push(request);
    handler(request, response);
  };
  // The edge sends the host name of the origin or of the viewer.
  const front = await listenOnLoopback(listener, { allowedHosts: [".test", ".example"] });
  running.push(front);
  return { ...front, requests };
}

/** A partial type. Undefined properties count as absent. */
type Loose<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

export interface TestDistribution {
  /** Origins by ID. Their domain names are `{id}.test`. */
  readonly origins: Readonly<Record<string, Handler>>;
  readonly originSettings?: Readonly<Record<string, Loose<Origin>>>;
  readonly behavior?: Loose<CacheBehavior>;
  readonly config?: Partial<Omit<DistributionConfig, "DefaultCacheBehavior">>;
  readonly options?: Partial<EdgeOptions>;
  /** The code of the viewer-request function of the default behavior. */
  readonly viewerRequest?: string;
  readonly viewerResponse?: string;
}

/** Starts origins and an edge. The default behavior allows all methods, uses the first origin and does not cache. */
export async function startTestEdge(test: TestDistribution): Promise<TestEdge> {
  const started: Record<string, TestOrigin> = {};
  for (const [id, handler] of Object.entries(test.origins)) started[id] = await startOrigin(handler);
  const lines: string[] = [];
  const functions = { "arn:request": test.viewerRequest, "arn:response": test.viewerResponse };
  const edge = await startEdge({
    distributionConfig: {
      Origins: Object.keys(test.origins).map((id) => ({
        Id: id,
        DomainName: `${id}.test`,
        CustomOriginConfig: {},
        ...(test.originSettings?.[id] as Partial<Origin>),
      })),
      ...test.config,
      DefaultCacheBehavior: {
        TargetOriginId: Object.keys(test.origins)[0] ?? "",
        AllowedMethods: ALL_METHODS,
        CachePolicyId: CACHING_DISABLED,
        OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST,
        FunctionAssociations: [
          ...(test.viewerRequest === undefined ? [] : [{ EventType: "viewer-request", FunctionARN: "arn:request" }]),
          ...(test.viewerResponse === undefined ? [] : [{ EventType: "viewer-response", FunctionARN: "arn:response" }]),
        ],
        ...(test.behavior as Partial<CacheBehavior>),
      },
    },
    functions: Object.fromEntries(
      Object.entries(functions).flatMap(([arn, code]) => (code === undefined ? [] : [[arn, { code }]])),
    ),
    policies: { cache: {}, originRequest: {}, responseHeaders: {} },
    resolveOrigin: (domainName) => {
      const origin = started[domainName.replace(/\.test$/, "")];
      return origin && { host: "127.0.0.1", port: origin.port };
    },
    originTokenHeaders: { "x-local-origin-access": "token" },
    readKeyValue: async () => undefined,
    onLine: (line) => lines.push(line),
    allowedHosts: [".example"],
    ...test.options,
  });
  running.push(edge);
  return { ...edge, origins: started, lines };
}

/** A cache policy. By default, only the path is in the cache key. */
export function cachePolicy(
  values: Partial<Pick<CachePolicyConfig, "MinTTL" | "DefaultTTL" | "MaxTTL">> & {
    readonly headers?: string[];
    readonly cookies?: string[];
    readonly query?: string[];
  } = {},
): CachePolicyConfig {
  const { headers = [], cookies = [], query = [] } = values;
  return {
    MinTTL: values.MinTTL ?? 0,
    DefaultTTL: values.DefaultTTL ?? 60,
    MaxTTL: values.MaxTTL ?? 86_400,
    ParametersInCacheKeyAndForwardedToOrigin: {
      HeadersConfig: { HeaderBehavior: headers.length > 0 ? "whitelist" : "none", Headers: headers },
      CookiesConfig: { CookieBehavior: cookies.length > 0 ? "whitelist" : "none", Cookies: cookies },
      QueryStringsConfig: { QueryStringBehavior: query.length > 0 ? "whitelist" : "none", QueryStrings: query },
    },
  };
}

/** Starts an edge whose default behavior has the given cache policy. */
export function startCaching(
  handler: Handler,
  policy: CachePolicyConfig = cachePolicy(),
  more: Omit<TestDistribution, "origins"> = {},
): Promise<TestEdge> {
  return startTestEdge({
    origins: { api: handler },
    ...more,
    behavior: { CachePolicyId: "own", OriginRequestPolicyId: undefined, ...more.behavior },
    options: { policies: { cache: { own: policy }, originRequest: {}, responseHeaders: {} }, ...more.options },
  });
}

/** An origin that returns the request as JSON. */
export const echo: Handler = (request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { method, url, headers } = request;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString("latin1") }));
  });
};

export interface Echoed {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An origin that returns a text with the given headers. */
export function textOrigin(text: string | (() => string), headers: Record<string, string> = {}, status = 200): Handler {
  return (_, response) => {
    response.writeHead(status, headers);
    response.end(typeof text === "string" ? text : text());
  };
}

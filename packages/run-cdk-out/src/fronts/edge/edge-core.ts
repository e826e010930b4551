/** The state of a running edge and of one request. */
import type { Agent } from "node:http";
import type { Readable } from "node:stream";
import type { CacheBehavior, DistributionConfig } from "./distribution-config.js";
import type { EdgeCache } from "./edge-cache.js";
import type { EdgeFunction, OriginChoice } from "./function-sandbox.js";
import type { ViewerRequest } from "./message.js";
import type { OriginAddress } from "./origin-fetch.js";
import type { Viewer } from "./origin-request.js";
import type { BehaviorPolicies } from "./policies.js";

/** Counters since the start of the edge. */
export interface EdgeStats {
  /** Requests from viewers. */
  requests: number;
  /** Responses from the cache, including those of collapsed requests. */
  hits: number;
  /** Responses from the cache that the origin confirmed. */
  refreshHits: number;
  /** Responses from an origin. */
  misses: number;
  /** Requests that shared the fetch of another request. */
  collapsed: number;
  /** Responses with a status of 400 or more. */
  errors: number;
  /** Responses with a status of 500 or more. */
  serverErrors: number;
  /** Bytes that viewers have received, with headers. */
  bytesToViewers: number;
  /** Runs of CloudFront Functions that failed or returned an invalid value. */
  functionErrors: number;
  /** Runs of CloudFront Functions. */
  functionRuns: number;
}

/** A running edge. */
export interface EdgeCore {
  readonly config: DistributionConfig;
  readonly domainName: string;
  readonly distributionId: string;
  readonly policiesOf: (behavior: CacheBehavior) => BehaviorPolicies;
  readonly functions: ReadonlyMap<string, EdgeFunction>;
  readonly resolveOrigin: (domainName: string) => OriginAddress | undefined;
  readonly originTokenHeaders: Readonly<Record<string, string>>;
  collapse: boolean;
  /** Whether each CloudFront Function fails, for tests. */
  functionsFail: boolean;
  readonly cache: EdgeCache;
  readonly agent: Agent;
  readonly stats: EdgeStats;
  readonly onLine: (line: string) => void;
}

/** One request after its viewer-request function. */
export interface RequestContext {
  readonly request: ViewerRequest;
  readonly behavior: CacheBehavior;
  readonly policies: BehaviorPolicies;
  readonly choice: OriginChoice | undefined;
  readonly viewer: Viewer;
  /** The viewer's body; undefined if there is none. */
  readonly body: Readable | undefined;
  /** The signal aborts when the viewer disconnects. */
  readonly gone: AbortSignal;
}

/** The parts of a running edge, and what one request brings along. */
import { type Agent } from "node:http";
import { type Readable } from "node:stream";
import { type CacheBehavior, type DistributionConfig } from "./distribution-config.js";
import { type EdgeCache } from "./edge-cache.js";
import { type EdgeFunction, type OriginChoice } from "./function-sandbox.js";
import { type ViewerRequest } from "./message.js";
import { type OriginAddress } from "./origin-fetch.js";
import { type Viewer } from "./origin-request.js";
import { type BehaviorPolicies } from "./policies.js";

/** What the edge has done since it started. */
export interface EdgeStats {
  /** Requests from viewers. */
  requests: number;
  /** Answers from the cache, collapsed ones included. */
  hits: number;
  /** Answers from the cache that the origin confirmed first. */
  refreshHits: number;
  /** Answers that an origin gave to this request. */
  misses: number;
  /** Requests that waited for another one's fetch instead of asking the origin. */
  collapsed: number;
  /** Answers with a status of 400 or more. */
  errors: number;
  /** Runs of CloudFront Functions that failed or returned what is not allowed. */
  functionErrors: number;
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
  readonly cache: EdgeCache;
  readonly agent: Agent;
  readonly stats: EdgeStats;
  readonly onLine: (line: string) => void;
}

/** One request after its viewer-request function. */
export interface Visit {
  readonly request: ViewerRequest;
  readonly behavior: CacheBehavior;
  readonly policies: BehaviorPolicies;
  readonly choice: OriginChoice | undefined;
  readonly viewer: Viewer;
  /** The viewer's body; undefined if there is none. */
  readonly body: Readable | undefined;
  /** Aborted when the viewer has gone. */
  readonly gone: AbortSignal;
}

/** The environment of the edge function: its event, the modules of CloudFront's runtime, and the stack's settings. */
import { type EdgeSettings, ORIGIN_IDS } from "../../core/deployment/edge-settings.js";
import type { SigningCrypto } from "../../core/signing/signing-crypto.js";

export interface EdgeValue {
  value: string;
  multiValue?: EdgeValue[];
}

export interface EdgeRequest {
  method: string;
  uri: string;
  querystring: Record<string, EdgeValue>;
  headers: Record<string, EdgeValue>;
  cookies: Record<string, EdgeValue>;
  /** Returns the query as the viewer sent it, without the question mark, or `undefined` if there is none. */
  rawQueryString(): string | undefined;
}

export interface EdgeResponse {
  statusCode: number;
  /** Without it, the viewer gets the standard description. */
  statusDescription?: string;
  headers: Record<string, EdgeValue>;
  body?: { encoding: "text"; data: string };
}

export interface EdgeEvent {
  context: { requestId: string };
  viewer: { ip: string };
  request: EdgeRequest;
}

/** The part of the runtime's module `cloudfront` that the function uses. */
export interface CloudFrontModule {
  kvs(): { get(key: string): Promise<string>; exists(key: string): Promise<boolean> };
  selectRequestOriginById(originId: string): void;
  createRequestOriginGroup(group: {
    originIds: { originId: string }[];
    failoverCriteria: { statusCodes: number[] };
  }): void;
}

/** The part of the runtime's module `crypto` that the function uses. */
export interface CryptoModule {
  createHmac(algorithm: "sha256", key: string): Digest;
  createHash(algorithm: "sha256"): Digest;
}

interface Digest {
  update(text: string): Digest;
  digest(encoding: "base64url" | "hex"): string;
}

/** Everything that the function uses besides its event. */
export interface Edge {
  readonly settings: EdgeSettings;
  readonly cloudFront: CloudFrontModule;
  readonly crypto: SigningCrypto;
}

/** Binds the runtime's modules. */
export function makeEdge(cloudFront: CloudFrontModule, crypto: CryptoModule, settings: EdgeSettings): Edge {
  return {
    settings: settings,
    cloudFront: cloudFront,
    crypto: {
      hmac: (key, text) => crypto.createHmac("sha256", key).update(text).digest("base64url"),
      sha256: (text) => crypto.createHash("sha256").update(text).digest("hex"),
    },
  };
}

/**
 * Resolves to the value of a key in the key-value store, or to `undefined` if there is none.
 *
 * @throws when the store cannot be read.
 */
export async function readStored(edge: Edge, key: string): Promise<string | undefined> {
  const store = edge.cloudFront.kvs();
  const known = await store.exists(key);
  if (!known) return undefined;
  const value = await store.get(key);
  return value;
}

/**
 * The statuses after which a function responds instead of the bucket: the object is missing (403, 404), the range is
 * beyond its end (416), or S3 fails. S3's errors are XML, and its 416 lacks the size of the object. The function's
 * response follows the contract.
 */
export const PICTURE_FAILOVER_STATUSES = [403, 404, 416, 500, 502, 503, 504];

/**
 * Sends the request to the bucket, and to another origin if the bucket responds with one of the statuses. The bucket
 * returns 403 for a missing object, because CloudFront has no permission to list the bucket.
 */
export function bucketFirst(edge: Edge, fallback: string, statusCodes: number[]): void {
  edge.cloudFront.createRequestOriginGroup({
    originIds: [{ originId: ORIGIN_IDS.bucket }, { originId: fallback }],
    failoverCriteria: { statusCodes: statusCodes },
  });
}

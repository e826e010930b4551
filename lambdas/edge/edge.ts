/** What surrounds the edge function in CloudFront's runtime: its event, its modules, the settings of the stack. */
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
  /** The query as it came, without the question mark; undefined if there is none. */
  rawQueryString(): string | undefined;
}

export interface EdgeResponse {
  statusCode: number;
  statusDescription: string;
  headers: Record<string, EdgeValue>;
  body: { encoding: "text"; data: string };
}

export interface EdgeEvent {
  context: { requestId: string };
  request: EdgeRequest;
}

/** The runtime's module `cloudfront`, as far as it is used here. */
export interface CloudFrontModule {
  kvs(): { get(key: string): Promise<string>; exists(key: string): Promise<boolean> };
  selectRequestOriginById(originId: string): void;
  createRequestOriginGroup(group: {
    originIds: { originId: string }[];
    failoverCriteria: { statusCodes: number[] };
  }): void;
}

/** The runtime's module `crypto`, as far as it is used here. */
export interface CryptoModule {
  createHmac(algorithm: "sha256", key: string): Digest;
  createHash(algorithm: "sha256"): Digest;
}

interface Digest {
  update(text: string): Digest;
  digest(encoding: "base64url" | "hex"): string;
}

export interface EdgeSettings {
  readonly viewerScheme: "https" | "http";
  readonly origins: { readonly bucket: string; readonly image: string; readonly stream: string };
}

/** All that the function acts upon besides its event. */
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

/** The value under a key of the key-value store; undefined if there is none. @throws when the store can't be read. */
export async function readStored(edge: Edge, key: string): Promise<string | undefined> {
  const store = edge.cloudFront.kvs();
  const known = await store.exists(key);
  if (!known) return undefined;
  const value = await store.get(key);
  return value;
}

/** Sends the request to the bucket, and to another origin if the bucket has not got it (403: it may not list). */
export function bucketFirst(edge: Edge, otherwise: string): void {
  edge.cloudFront.createRequestOriginGroup({
    originIds: [{ originId: edge.settings.origins.bucket }, { originId: otherwise }],
    failoverCriteria: { statusCodes: [403, 404] },
  });
}

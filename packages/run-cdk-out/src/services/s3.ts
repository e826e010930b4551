/**
 * S3 on plain files, with path-style URLs: the operations that an application needs, with S3's signatures, conditions,
 * checksums, storage classes and events. Everything else returns the error 501.
 */
import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ORIGIN_ACCESS_HEADER } from "../origin-access.js";
import { MACHINE_CLOCK } from "../clock/clock.js";
import { callerOf } from "../denials.js";
import { ALLOW_ALL, type Authorizer, type Caller } from "../permissions/aws-call.js";
import { AwsError } from "./aws-error.js";
import { type RequestHandler, startHttpService } from "./http-service.js";
import type { S3Call, S3State, UnauthorizedCall } from "./s3/call.js";
import { respondToPreflight, corsResponseHeaders, type CorsRule } from "./s3/cors.js";
import { eventNotifier } from "./s3/events.js";
import type { Lifecycle } from "./s3/lifecycle.js";
import { applyLifecycles, expireObject, type LifecycleRun, moveObject } from "./s3/lifecycle-run.js";
import type { StorageClass } from "./s3/object-metadata.js";
import { ObjectStore } from "./s3/object-store.js";
import { ACCESS_DENIED, callOn, callsOf, cloudFrontCaller } from "./s3/permissions.js";
import { newRequestId } from "./s3/request-id.js";
import { findOperation } from "./s3/router.js";
import { type Credentials, decode, parseQuery, verifySignature } from "./s3/signature.js";
import { xmlDocument, type XmlElement } from "./s3/xml.js";
import type { BusEntry, Service, ServiceOptions } from "./service.js";

export interface S3Options extends ServiceOptions {
  /** The identity whose signatures are valid. Functions add their name to its access key ID. */
  readonly credentials: Credentials;
  /** Called after each change in any bucket. The caller decides which buckets send events to the bus. */
  readonly onEvent: (event: BusEntry) => void;
  /** Epoch milliseconds for signatures, ages and expirations; the time of `clock` by default. */
  readonly now?: () => number;
  /** Returns the ARN of the distribution that reads the buckets. Without it, CloudFront may read every object. */
  readonly distributionArn?: () => string | undefined;
}

/** The rules of a bucket. */
export interface BucketRules {
  readonly cors?: readonly CorsRule[] | undefined;
  readonly lifecycle?: Lifecycle | undefined;
}

export interface S3Service extends Service {
  /** Value of the header `x-local-origin-access`, in place of the signature of CloudFront's origin access control. */
  readonly internalToken: string;
  /** Creates the bucket if it does not exist, and sets its rules (by default none). */
  ensureBucket(name: string, rules?: BucketRules): Promise<void>;
  /** Deletes the bucket. Does nothing if it does not exist, and throws the error of S3 if it has objects. */
  deleteBucket(name: string): Promise<void>;
  /** Moves an object to another storage class, like a lifecycle rule. Throws if the object does not exist. */
  setStorageClass(bucket: string, key: string, storageClass: StorageClass): Promise<void>;
  /** Deletes an object, like the expiration of a lifecycle rule. Throws if the object does not exist. */
  expireObject(bucket: string, key: string): Promise<void>;
  /**
   * Makes the objects of all buckets with lifecycle rules older by this time, and then applies the rules. Objects that
   * are stored later are not affected.
   */
  advance(ms: number): Promise<LifecycleRun>;
  /**
   * Makes all further requests from CloudFront fail with this status; `undefined` ends that. Other requests do not
   * fail.
   */
  failForCloudFront(status: number | undefined): void;
}

const MAX_KEY_BYTES = 1_024;
/** CloudFront sends the bucket's domain name in `Host`. Only AWS can make such names resolve to this machine. */
const BUCKET_HOSTS = [".amazonaws.com"];

/**
 * Starts S3 with the data in the folder. Changes that a killed process left incomplete are completed or undone first.
 */
export async function startS3(options: S3Options): Promise<S3Service> {
  const store = await ObjectStore.open(options.dataDir);
  const { clock = MACHINE_CLOCK, now = clock.now, faults } = options;
  const state: S3State = { store, notifier: eventNotifier(options.onEvent), now };
  const internalToken = randomUUID();
  const cors = new Map<string, readonly CorsRule[]>();
  const lifecycles = new Map<string, Lifecycle>();
  const access: AccessOptions = { ...options, now, internalToken, cors, failure: {} };
  const handler: RequestHandler = async (request, response) => serve(request, response, state, access);
  const service = await startHttpService(faults?.wrap("s3", handler) ?? handler, options.port, BUCKET_HOSTS);
  return {
    ...service,
    internalToken,
    async ensureBucket(name, rules = {}) {
      cors.set(name, rules.cors ?? []);
      if (rules.lifecycle === undefined) lifecycles.delete(name);
      else lifecycles.set(name, rules.lifecycle);
      await store.ensureBucket(name);
    },
    async deleteBucket(name) {
      await store.removeBucket(name);
      cors.delete(name);
      lifecycles.delete(name);
    },
    setStorageClass: async (bucket, key, storageClass) => moveObject(state, { bucket, key }, storageClass),
    expireObject: async (bucket, key) => expireObject(state, { bucket, key }),
    advance: async (ms) => applyLifecycles(state, lifecycles, { olderByMs: ms, nowMs: now() }),
    failForCloudFront(status) {
      access.failure.status = status;
    },
  };
}

type AccessOptions = Pick<S3Options, "credentials" | "authorizer" | "distributionArn"> & {
  readonly now: () => number;
  readonly internalToken: string;
  /** The CORS rules by bucket. */
  readonly cors: ReadonlyMap<string, readonly CorsRule[]>;
  /** The status with which requests from CloudFront fail. */
  readonly failure: { status?: number | undefined };
};

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  state: S3State,
  access: AccessOptions,
): Promise<void> {
  const requestId = newRequestId();
  response.setHeader("server", "AmazonS3");
  // An SDK whose clock is wrong corrects its time with this header.
  response.setHeader("date", new Date(access.now()).toUTCString());
  response.setHeader("x-amz-request-id", requestId);
  response.setHeader("x-amz-id-2", randomBytes(56).toString("base64"));
  try {
    const rules = access.cors.get(/^\/([^/?]*)/.exec(request.url ?? "")?.[1] ?? "") ?? [];
    if (request.method === "OPTIONS") {
      respondToPreflight(rules, request, response);
      return;
    }
    for (const [name, value] of Object.entries(corsResponseHeaders(rules, request))) response.setHeader(name, value);
    const { caller, authorizer } = authenticate(request, access);
    const parsed = parseCall(request, response, requestId);
    const isAllowed: S3Call["isAllowed"] = (action, key) =>
      authorizer.allows(callOn(action, parsed.bucket, key), caller);
    const { run, actions } = findOperation(parsed);
    for (const needed of callsOf(parsed, actions)) authorizer.check(needed, caller, ACCESS_DENIED);
    await run({ ...parsed, isAllowed }, state);
  } catch (error) {
    if (!(error instanceof AwsError) || response.headersSent) throw error;
    respondWithError(request, response, requestId, error);
  }
}

interface Authenticated {
  readonly caller: Caller;
  readonly authorizer: Authorizer;
}

/** Without a distribution, CloudFront may read objects, but not learn whether a key exists. */
const READS_OBJECTS: Authorizer = { check: () => undefined, allows: ({ action }) => action === "s3:GetObject" };

/**
 * Returns the caller: CloudFront, or the function that signed the request or the presigned URL. Throws if the request
 * is neither from CloudFront nor signed.
 */
function authenticate(request: IncomingMessage, access: AccessOptions): Authenticated {
  const { credentials, now, internalToken, failure, authorizer = ALLOW_ALL } = access;
  const { method = "", url = "", headers } = request;
  if (headers[ORIGIN_ACCESS_HEADER] === internalToken) {
    const isRead = (method === "GET" || method === "HEAD") && /^\/[^/?]+\/[^?]/.test(url);
    if (isRead && failure.status !== undefined) throw outage(failure.status);
    if (!isRead) throw new AwsError("AccessDenied", "Access Denied", 403);
    const arn = access.distributionArn?.();
    return arn === undefined
      ? { caller: undefined, authorizer: READS_OBJECTS }
      : { caller: cloudFrontCaller(arn), authorizer };
  }
  verifySignature({ method, url, headers }, credentials, now());
  const [signer] = new Map(parseQuery(url)).get("X-Amz-Credential")?.split("/") ?? [];
  return { caller: callerOf(headers) ?? signer, authorizer };
}

function outage(status: number): AwsError {
  if (status === 503) return new AwsError("SlowDown", "Please reduce your request rate.", status);
  return new AwsError("InternalError", "We encountered an internal error. Please try again.", status);
}

function parseCall(request: IncomingMessage, response: ServerResponse, requestId: string): UnauthorizedCall {
  const { url = "/" } = request;
  const [path = ""] = url.split("?");
  const [, bucket = "", rawKey = ""] = /^\/([^/]*)\/?(.*)$/s.exec(path) ?? [];
  const key = decode(rawKey);
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw new AwsError("KeyTooLongError", "Your key is too long");
  const query = new Map(parseQuery(url));
  return {
    request,
    response,
    requestId,
    bucket,
    key,
    query,
    headers: effectiveHeaders(request, query),
  };
}

/**
 * The query of a presigned URL contains headers. S3 ignores checksums there, because presigners add the checksum of an
 * empty body.
 */
function effectiveHeaders(request: IncomingMessage, query: ReadonlyMap<string, string>): Record<string, string> {
  const hoisted = [...query].filter(([name]) => /^x-amz-(?!checksum-(?!mode))/.test(name));
  for (const [name, value] of query) if (/^(x-amz|response)-/.test(name)) checkHeaderValue(value);
  const sent = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(",") : value] as const],
  );
  return Object.fromEntries([...hoisted, ...sent]);
}

/** Values from the query can become headers of the response, which do not allow all characters. */
function checkHeaderValue(value: string): void {
  if (!/[^\t\u0020-\u007e\u0080-\u00ff]/.test(value)) return;
  throw new AwsError("InvalidArgument", "Header value cannot be represented using ISO-8859-1.");
}

function respondWithError(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  error: AwsError,
): void {
  // Read the rest of the body: a client that is still sending it would not get the response.
  request.resume();
  const actualSize = error.fields["ActualObjectSize"];
  if (actualSize !== undefined) response.setHeader("content-range", `bytes */${actualSize}`);
  const children: XmlElement[] = [
    ["Code", error.code],
    ["Message", error.message],
    ...Object.entries(error.fields),
    ["Resource", request.url?.split("?")[0] ?? ""],
    ["RequestId", requestId],
  ];
  response.writeHead(error.status, { "content-type": "application/xml" });
  response.end(request.method === "HEAD" ? undefined : xmlDocument(["Error", children], false));
}

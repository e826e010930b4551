/** GetObject and HeadObject. */
import type { OutgoingHttpHeaders } from "node:http";
import { pipeline } from "node:stream/promises";
import { AwsError } from "../aws-error.js";
import { ENCRYPTION_HEADERS, noSuchKey, requireBucket, type S3Call, type S3State } from "./call.js";
import { readOutcome } from "./conditions.js";
import { isArchived, KEPT_HEADERS, type ObjectMetadata } from "./object-metadata.js";
import { parseRange, type Range } from "./range.js";

/** Query parameters that replace a header of the response. */
export const RESPONSE_OVERRIDES = KEPT_HEADERS.map((name) => `response-${name}`);

/** Streams an object or a range of its bytes. */
export async function getObject(call: S3Call, { store }: S3State): Promise<void> {
  const object = await store.open(call.bucket, call.key);
  if (!object) throw await missing(call, { store });
  try {
    const { metadata, file } = object;
    if (isArchived(metadata)) throw invalidObjectState(metadata);
    if (readOutcome(call.headers, metadata) === "not-modified") {
      respondNotModified(call, metadata);
      return;
    }
    const range = beginResponse(call, metadata);
    if (metadata.size === 0) call.response.end();
    else await pipeline(file.createReadStream({ ...range, autoClose: false }), call.response);
  } finally {
    await object.file.close();
  }
}

/** Sends the headers of a GET, even for archived objects. */
export async function headObject(call: S3Call, { store }: S3State): Promise<void> {
  const metadata = await store.head(call.bucket, call.key);
  if (!metadata) throw await missing(call, { store });
  if (readOutcome(call.headers, metadata) === "not-modified") {
    respondNotModified(call, metadata);
    return;
  }
  beginResponse(call, metadata);
  call.response.end();
}

function beginResponse(call: S3Call, metadata: ObjectMetadata): Range | undefined {
  const range = parseRange(call.headers["range"], metadata.size);
  const headers = { ...describe(metadata), ...checksumHeaders(call, metadata, range), ...overrides(call) };
  if (range) {
    headers["content-range"] = `bytes ${range.start}-${range.end}/${metadata.size}`;
    headers["content-length"] = range.end - range.start + 1;
  } else headers["content-length"] = metadata.size;
  call.response.writeHead(range ? 206 : 200, headers);
  return range;
}

function describe(metadata: ObjectMetadata): OutgoingHttpHeaders {
  const userMetadata = Object.entries(metadata.userMetadata).map(([name, value]) => [`x-amz-meta-${name}`, value]);
  const tagCount = Object.keys(metadata.tags).length;
  return {
    "content-type": "binary/octet-stream",
    ...metadata.headers,
    ...(Object.fromEntries(userMetadata) as OutgoingHttpHeaders),
    ...identity(metadata),
    ...ENCRYPTION_HEADERS,
    "accept-ranges": "bytes",
    ...(metadata.storageClass === "STANDARD" ? {} : { "x-amz-storage-class": metadata.storageClass }),
    ...(tagCount === 0 ? {} : { "x-amz-tagging-count": tagCount }),
  };
}

function identity({ etag, lastModifiedMs }: ObjectMetadata): OutgoingHttpHeaders {
  return { etag: `"${etag}"`, "last-modified": new Date(lastModifiedMs).toUTCString() };
}

/**
 * Returns the checksum if the request asks for it, and only for the whole object: the SDK would compare it with the
 * bytes of a range.
 */
function checksumHeaders(call: S3Call, { checksum }: ObjectMetadata, range: Range | undefined): OutgoingHttpHeaders {
  if (call.headers["x-amz-checksum-mode"] !== "ENABLED" || !checksum || range) return {};
  return { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value, "x-amz-checksum-type": "FULL_OBJECT" };
}

function overrides({ query }: S3Call): OutgoingHttpHeaders {
  const given = KEPT_HEADERS.filter((name) => query.has(`response-${name}`));
  return Object.fromEntries(given.map((name) => [name, query.get(`response-${name}`)]));
}

function respondNotModified({ response }: S3Call, metadata: ObjectMetadata): void {
  const cacheControl = metadata.headers["cache-control"];
  response.writeHead(304, { ...identity(metadata), ...(cacheControl && { "cache-control": cacheControl }) }).end();
}

/**
 * Returns the error for a missing object. A caller that may not list the bucket gets 403, and does not learn that the
 * object is missing (S3 API reference, GetObject, "Permissions").
 */
async function missing({ bucket, key, isAllowed }: S3Call, { store }: Pick<S3State, "store">): Promise<AwsError> {
  if (!isAllowed("ListBucket")) return new AwsError("AccessDenied", "Access Denied", 403);
  await requireBucket(store, bucket);
  return noSuchKey(key);
}

/** The bytes of an archived object can be read only after a restore. */
function invalidObjectState({ storageClass }: ObjectMetadata): AwsError {
  const message = "The operation is not valid for the object's storage class";
  return new AwsError("InvalidObjectState", message, 403, { StorageClass: storageClass });
}

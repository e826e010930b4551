/** PutObject and CopyObject. */
import { AwsError } from "../aws-error.js";
import {
  ENCRYPTION_HEADERS,
  noSuchKey,
  requireBucket,
  respondEmpty,
  respondXml,
  type S3Call,
  type S3State,
} from "./call.js";
import { checkCopySource, checkWrite } from "./conditions.js";
import {
  isArchived,
  KEPT_HEADERS,
  type ObjectMetadata,
  type StorageClass,
  storageClassSchema,
} from "./object-metadata.js";
import { decode } from "./signature.js";
import { checkTags } from "./tagging.js";
import { receiveUpload } from "./upload-body.js";
import type { XmlElement } from "./xml.js";

/** Stores the body under the key. The object becomes visible atomically. */
export async function putObject(call: S3Call, state: S3State): Promise<void> {
  const { store, notifier } = state;
  await requireBucket(store, call.bucket);
  const object = await storeUpload(call, state);
  notifier.created(call.bucket, object, "PutObject", call.requestId);
  const { checksum } = object;
  respondEmpty(call, 200, {
    etag: `"${object.etag}"`,
    ...ENCRYPTION_HEADERS,
    ...(checksum && { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value }),
    ...(checksum && { "x-amz-checksum-type": "FULL_OBJECT" }),
  });
}

async function storeUpload(call: S3Call, { store, now }: S3State): Promise<ObjectMetadata> {
  const described = { ...storedHeadersOf(call), storageClass: storageClassOf(call), tags: tagsOf(call) };
  const body = store.stage();
  try {
    const uploaded = await receiveUpload(call.request, body.path);
    return await store.commit(call.bucket, call.key, body, (current) => {
      checkWrite(call.headers, current);
      return { ...described, ...uploaded, lastModifiedMs: now() };
    });
  } catch (error) {
    await store.discard(body);
    throw error;
  }
}

/** Copies an object. A copy to itself changes its metadata or storage class. */
export async function copyObject(call: S3Call, { store, notifier, now }: S3State): Promise<void> {
  const { bucket, key, requestId } = call;
  const source = sourceOf(call);
  await requireBucket(store, source.bucket);
  await requireBucket(store, bucket);
  checkChanges(call, source);
  const copied = await store.stageCopy(source.bucket, source.key, (metadata) => {
    checkCopySource(call.headers, metadata);
    if (isArchived(metadata)) throw objectNotInActiveTier();
    checkTagging(call, metadata);
  });
  if (!copied) throw noSuchKey(source.key);
  const object = await store.commit(bucket, key, copied.body, (current) => {
    checkWrite(call.headers, current);
    return {
      ...copied.metadata,
      ...(directive(call, "metadata") === "REPLACE" ? storedHeadersOf(call) : {}),
      tags: directive(call, "tagging") === "REPLACE" ? tagsOf(call) : copied.metadata.tags,
      storageClass: storageClassOf(call),
      lastModifiedMs: now(),
      agedMs: undefined,
    };
  });
  notifier.created(bucket, object, "CopyObject", requestId);
  const result: XmlElement = [
    "CopyObjectResult",
    [
      ["LastModified", new Date(object.lastModifiedMs).toISOString()],
      ["ETag", `"${object.etag}"`],
    ],
  ];
  respondXml(call, result, ENCRYPTION_HEADERS);
}

/** Returns the headers and the metadata that are stored with the object. */
export function storedHeadersOf({ headers }: S3Call): Pick<ObjectMetadata, "headers" | "userMetadata"> {
  const kept = KEPT_HEADERS.map((name) => [name, headers[name]] as const).filter(([, value]) => value !== undefined);
  const described = Object.fromEntries(kept) as Record<string, string>;
  // The encoding of the transfer is not a property of the object.
  const encodings = (described["content-encoding"] ?? "").split(",").map((encoding) => encoding.trim());
  const encoding = encodings.filter((name) => name !== "" && name !== "aws-chunked").join(",");
  delete described["content-encoding"];
  if (encoding !== "") described["content-encoding"] = encoding;
  const user = Object.entries(headers).filter(([name]) => name.startsWith("x-amz-meta-"));
  return {
    headers: described,
    userMetadata: Object.fromEntries(user.map(([name, value]) => [name.slice("x-amz-meta-".length), value])),
  };
}

export function storageClassOf({ headers }: S3Call): StorageClass {
  const parsed = storageClassSchema.safeParse(headers["x-amz-storage-class"] ?? "STANDARD");
  if (parsed.success) return parsed.data;
  throw new AwsError("InvalidStorageClass", "The storage class you specified is not valid");
}

export function tagsOf({ headers }: S3Call): Record<string, string> {
  const tags = Object.fromEntries(new URLSearchParams(headers["x-amz-tagging"] ?? ""));
  checkTags(Object.entries(tags));
  return tags;
}

function sourceOf({ headers }: S3Call): { bucket: string; key: string } {
  const [path = "", version] = (headers["x-amz-copy-source"] ?? "").split("?");
  if (version !== undefined) throw new AwsError("NotImplemented", "The local S3 keeps no versions.", 501);
  const [, bucket, key] = /^\/?([^/]+)\/(.+)$/s.exec(decode(path)) ?? [];
  if (bucket === undefined || key === undefined) {
    throw new AwsError("InvalidArgument", "Copy Source must mention the source bucket and key: sourcebucket/sourcekey");
  }
  return { bucket, key };
}

function checkChanges(call: S3Call, source: { bucket: string; key: string }): void {
  if (source.bucket !== call.bucket || source.key !== call.key) return;
  if (directive(call, "metadata") === "REPLACE" || call.headers["x-amz-storage-class"] !== undefined) return;
  throw new AwsError(
    "InvalidRequest",
    "This copy request is illegal because it is trying to copy an object to itself without changing the object's " +
      "metadata, storage class, website redirect location or encryption attributes.",
  );
}

/** A copy with the tags of its source needs the permission to write tags. */
function checkTagging(call: S3Call, { tags }: ObjectMetadata): void {
  if (Object.keys(tags).length === 0 || directive(call, "tagging") === "REPLACE") return;
  if (!call.isAllowed("PutObjectTagging", call.key)) throw new AwsError("AccessDenied", "Access Denied", 403);
}

function directive({ headers }: S3Call, of: "metadata" | "tagging"): "COPY" | "REPLACE" {
  const value = headers[`x-amz-${of}-directive`] ?? "COPY";
  if (value === "COPY" || value === "REPLACE") return value;
  throw new AwsError("InvalidArgument", `Unknown ${of} directive.`);
}

/** Unlike a GET, a copy does not return `InvalidObjectState` (S3 API reference, CopyObject, "Errors"). */
function objectNotInActiveTier(): AwsError {
  const message =
    "The source object of the COPY operation is not in the active tier and is only stored in Amazon Glacier.";
  return new AwsError("ObjectNotInActiveTierError", message, 403);
}

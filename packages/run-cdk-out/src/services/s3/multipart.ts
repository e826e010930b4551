/**
 * Multipart uploads (S3 user guide, "Uploading and copying objects using multipart upload").
 *
 * Uploads in progress are kept in memory, and their parts in the staging folder. A restart discards them, as a
 * lifecycle rule that aborts incomplete uploads would.
 */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { AwsError } from "../aws-error.js";
import { ENCRYPTION_HEADERS, requireBucket, respondEmpty, respondXml, type S3Call, type S3State } from "./call.js";
import { checkWrite } from "./conditions.js";
import type { ObjectStore, StagedBody } from "./object-store.js";
import { storedHeadersOf, storageClassOf, tagsOf } from "./put-object.js";
import { receiveText, receiveUpload } from "./upload-body.js";
import { readElements, readText } from "./xml.js";

const MAX_PARTS = 10_000;
/** The minimum size of every part except the last. */
const MIN_PART_BYTES = 5 * 1024 * 1024;

interface Part {
  readonly body: StagedBody;
  readonly size: number;
  /** Hexadecimal MD5. */
  readonly etag: string;
}

interface Upload {
  readonly bucket: string;
  readonly key: string;
  readonly described: ReturnType<typeof descriptionOf>;
  readonly parts: Map<number, Part>;
}

const uploadsByStore = new WeakMap<ObjectStore, Map<string, Upload>>();

export async function createMultipartUpload(call: S3Call, { store }: S3State): Promise<void> {
  const { bucket, key } = call;
  await requireBucket(store, bucket);
  const id = randomUUID();
  uploadsOf(store).set(id, { bucket, key, described: descriptionOf(call), parts: new Map() });
  respondXml(
    call,
    [
      "InitiateMultipartUploadResult",
      [
        ["Bucket", bucket],
        ["Key", key],
        ["UploadId", id],
      ],
    ],
    ENCRYPTION_HEADERS,
  );
}

/** Stores a part. A part with the same number replaces the earlier one. */
export async function uploadPart(call: S3Call, { store }: S3State): Promise<void> {
  const upload = requireUpload(call, store);
  const number = Number(call.query.get("partNumber"));
  if (!Number.isInteger(number) || number < 1 || number > MAX_PARTS) {
    throw new AwsError("InvalidArgument", `Part number must be an integer between 1 and ${MAX_PARTS}, inclusive`);
  }
  const body = store.stage();
  try {
    const { size, etag, checksum } = await receiveUpload(call.request, body.path);
    const replaced = upload.parts.get(number);
    upload.parts.set(number, { body, size, etag });
    if (replaced) await store.discard(replaced.body);
    const headers = checksum && { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value };
    respondEmpty(call, 200, { etag: `"${etag}"`, ...ENCRYPTION_HEADERS, ...headers });
  } catch (error) {
    await store.discard(body);
    throw error;
  }
}

/** Joins the listed parts into one object, which becomes visible atomically. */
export async function completeMultipartUpload(call: S3Call, { store, notifier, now }: S3State): Promise<void> {
  const upload = requireUpload(call, store);
  const parts = listedParts(upload, await receiveText(call.request));
  const body = store.stage();
  const digest = createHash("md5");
  for (const part of parts) {
    digest.update(Buffer.from(part.etag, "hex"));
    await pipeline(createReadStream(part.body.path), createWriteStream(body.path, { flags: "a" }));
  }
  const object = await store.commit(call.bucket, call.key, body, (current) => {
    checkWrite(call.headers, current);
    return {
      ...upload.described,
      size: parts.reduce((sum, { size }) => sum + size, 0),
      etag: `${digest.digest("hex")}-${parts.length}`,
      checksum: undefined,
      lastModifiedMs: now(),
    };
  });
  await forget(call, store, upload);
  notifier.created(call.bucket, object, "CompleteMultipartUpload", call.requestId);
  respondXml(
    call,
    [
      "CompleteMultipartUploadResult",
      [
        ["Bucket", call.bucket],
        ["Key", call.key],
        ["ETag", `"${object.etag}"`],
      ],
    ],
    ENCRYPTION_HEADERS,
  );
}

export async function abortMultipartUpload(call: S3Call, { store }: S3State): Promise<void> {
  await forget(call, store, requireUpload(call, store));
  respondEmpty(call, 204);
}

function descriptionOf(call: S3Call) {
  return { ...storedHeadersOf(call), storageClass: storageClassOf(call), tags: tagsOf(call) };
}

function uploadsOf(store: ObjectStore): Map<string, Upload> {
  const uploads = uploadsByStore.get(store) ?? new Map<string, Upload>();
  uploadsByStore.set(store, uploads);
  return uploads;
}

function requireUpload({ bucket, key, query }: S3Call, store: ObjectStore): Upload {
  const upload = uploadsOf(store).get(query.get("uploadId") ?? "");
  if (upload?.bucket === bucket && upload.key === key) return upload;
  throw new AwsError(
    "NoSuchUpload",
    "The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.",
    404,
  );
}

/** Returns the parts that the request lists, in its order. */
function listedParts({ parts }: Upload, xml: string): readonly Part[] {
  const listed = readElements(xml, "Part").map((part) => ({
    number: Number(readText(part, "PartNumber")),
    etag: (readText(part, "ETag") ?? "").replaceAll('"', ""),
  }));
  if (listed.length === 0) throw new AwsError("MalformedXML", "The XML you provided lists no part.");
  if (listed.some(({ number }, index) => number <= (listed[index - 1]?.number ?? 0))) {
    throw new AwsError("InvalidPartOrder", "The list of parts was not in ascending order.");
  }
  return listed.map(({ number, etag }, index) => {
    const part = parts.get(number);
    if (part?.etag !== etag) {
      throw new AwsError("InvalidPart", `Part ${number} could not be found, or its ETag is not ${etag}.`);
    }
    if (part.size < MIN_PART_BYTES && index < listed.length - 1) {
      throw new AwsError("EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size");
    }
    return part;
  });
}

async function forget({ query }: S3Call, store: ObjectStore, { parts }: Upload): Promise<void> {
  uploadsOf(store).delete(query.get("uploadId") ?? "");
  for (const { body } of parts.values()) await store.discard(body);
}

/** Reads stored pictures for downloads, with ranges and conditions, and detects archived objects. */
import type { Readable } from "node:stream";
import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  InvalidObjectState,
  NoSuchKey,
  NotFound,
  type S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import type { AssetConditions, AssetStore, OpenedAsset } from "../core/renders/open-asset.js";

/** Objects in these storage classes must be restored before they can be read. */
const ARCHIVED_CLASSES = new Set(["GLACIER", "DEEP_ARCHIVE"]);

export function createAssetBucket(client: S3Client, bucket: string): AssetStore {
  return {
    async open(key, conditions) {
      const input = { Bucket: bucket, Key: key, Range: conditions.range, IfNoneMatch: conditions.ifNoneMatch };
      try {
        return conditions.headOnly
          ? opened(await client.send(new HeadObjectCommand(input)), conditions)
          : opened(await client.send(new GetObjectCommand(input)), conditions);
      } catch (error) {
        return explainFailure(error);
      }
    },
  };
}

type StoredObject = Omit<GetObjectCommandOutput, "Body"> & { Body?: GetObjectCommandOutput["Body"] };

function opened(object: StoredObject, { headOnly, range }: AssetConditions): OpenedAsset {
  // HEAD succeeds for archived objects, but GET fails.
  if (ARCHIVED_CLASSES.has(object.StorageClass ?? "")) {
    (object.Body as Readable | undefined)?.destroy();
    return { kind: "archived" };
  }
  const headers: Record<string, string | undefined> = {
    "content-type": object.ContentType,
    "content-range": object.ContentRange,
    etag: object.ETag,
    "last-modified": object.LastModified?.toUTCString(),
    "accept-ranges": "bytes",
  };
  const known = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const partial = range !== undefined && object.ContentRange !== undefined;
  return {
    kind: "open",
    status: partial ? 206 : 200,
    headers: Object.fromEntries(known),
    body: headOnly ? undefined : (object.Body as Readable | undefined),
  };
}

function explainFailure(error: unknown): OpenedAsset {
  if (error instanceof NoSuchKey || error instanceof NotFound) return { kind: "missing" };
  if (error instanceof InvalidObjectState) return { kind: "archived" };
  if (error instanceof S3ServiceException) {
    const { $metadata, $response } = error;
    if ($metadata.httpStatusCode === 304) {
      const headers = ($response?.headers ?? {}) as Record<string, string>;
      return { kind: "not-modified", etag: headers.etag };
    }
    if ($metadata.httpStatusCode === 416) return { kind: "unsatisfiable-range" };
    // Without the permission to list, S3 also returns 403 for missing keys. Do not treat 403 as missing: it can be a policy
    // error.
  }
  throw error;
}

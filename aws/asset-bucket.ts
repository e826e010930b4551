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
import type { AssetConditions, AssetStore, OpenedAsset } from "../core/shared/asset-store.js";

/** Objects in these storage classes must be restored before they can be read. */
const ARCHIVED_CLASSES = new Set(["GLACIER", "DEEP_ARCHIVE"]);

export function createAssetBucket(client: S3Client, bucket: string): AssetStore {
  const read = async (key: string, conditions: AssetConditions): Promise<OpenedAsset> => {
    const input = { Bucket: bucket, Key: key, IfNoneMatch: conditions.ifNoneMatch, ...rangeOf(conditions) };
    return conditions.headOnly
      ? opened(await client.send(new HeadObjectCommand(input)), conditions)
      : opened(await client.send(new GetObjectCommand(input)), conditions);
  };
  const sizeOf = async (key: string): Promise<number | undefined> =>
    (await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))).ContentLength;

  return {
    async open(key, conditions) {
      try {
        return await read(key, conditions);
      } catch (error) {
        if (statusOf(error) === 412) return await this.open(key, { ...conditions, range: undefined });
        if (statusOf(error) === 416) return { kind: "unsatisfiable-range", bytes: await sizeOf(key) };
        return explainFailure(error);
      }
    },
  };
}

/**
 * Replaces `If-Range`, which S3 does not support: S3 refuses the range (412) if the file has a different entity tag or
 * was changed since that date.
 */
function rangeOf({ range, ifRange }: AssetConditions) {
  if (range === undefined || ifRange === undefined) return { Range: range };
  if (ifRange.startsWith('"')) return { Range: range, IfMatch: ifRange };
  const since = new Date(ifRange);
  // A weak tag never allows a range.
  return Number.isNaN(since.getTime()) ? {} : { Range: range, IfUnmodifiedSince: since };
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
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
    bytes: object.ContentLength,
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
    // Without the permission to list, S3 also returns 403 for missing keys. Do not treat 403 as missing: it can be a
    // policy error.
  }
  throw error;
}

/** Stores pictures for the renderer. The first writer wins: a stored picture is never overwritten. */
import { setTimeout as pause } from "node:timers/promises";
import { HeadObjectCommand, NotFound, PutObjectCommand, type S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import type { PictureStore } from "../core/renders/ports.js";
import { retentionTag } from "./retention-tag.js";

/** The maximum number of attempts. Each conflict means that another write of the same key was in progress. */
const ATTEMPTS = 5;
const PAUSE_MS = 100;

export function createPictureBucket(client: S3Client, bucket: string): PictureStore {
  async function sizeOf(key: string): Promise<number | undefined> {
    try {
      const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
      return ContentLength;
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  return {
    sizeOf,

    async putFirst(key, { bytes, headers, retentionClass }) {
      const input = {
        Bucket: bucket,
        Key: key,
        Body: bytes,
        ContentType: headers.contentType,
        CacheControl: headers.cacheControl,
        ContentDisposition: headers.contentDisposition,
        ...retentionTag(retentionClass),
        // Every attempt is conditional, so that a retry cannot overwrite the picture of another writer.
        IfNoneMatch: "*",
      };
      for (let attempt = 1; ; attempt += 1) {
        try {
          const { ETag } = await client.send(new PutObjectCommand(input));
          return { bytes: bytes.byteLength, etag: ETag };
        } catch (error) {
          if (!isConflict(error)) throw error;
          const size = await sizeOf(key);
          if (size !== undefined) return { bytes: size };
          // The other write failed, or the picture was deleted in the meantime.
          if (attempt === ATTEMPTS) throw error;
          await pause(Math.random() * PAUSE_MS * attempt);
        }
      }
    },
  };
}

/**
 * Returns whether a write conflicted with another one. S3 returns 412 `PreconditionFailed` if the key exists, and 409
 * `ConditionalRequestConflict` if a concurrent write of the key is in progress. The other write can still fail, so
 * after a 409 the key may not exist.
 */
function isConflict(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  const { httpStatusCode } = error.$metadata;
  return httpStatusCode === 412 || httpStatusCode === 409;
}

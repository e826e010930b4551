/** Stored pictures, seen by the renderer: written once, never overwritten. */
import { HeadObjectCommand, NotFound, PutObjectCommand, type S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import type { PictureStore } from "../core/renders/ports.js";

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

    async putFirst(key, { bytes, headers }) {
      try {
        await client.send(
          new PutObjectCommand({
            Bucket: bucket,
            Key: key,
            Body: bytes,
            ContentType: headers.contentType,
            CacheControl: headers.cacheControl,
            ContentDisposition: headers.contentDisposition,
            IfNoneMatch: "*",
          }),
        );
        return bytes.byteLength;
      } catch (error) {
        if (!isLostRace(error)) throw error;
        const size = await sizeOf(key);
        if (size === undefined) throw error;
        return size;
      }
    },
  };
}

/** 412: something is stored already. 409: another conditional write is under way, so something will be. */
function isLostRace(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412;
}

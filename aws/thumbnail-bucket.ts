/** Stores the thumbnails of template versions. */
import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import type { ThumbnailStore } from "../core/previews/open-thumbnail.js";

export function createThumbnailBucket(client: S3Client, bucket: string): ThumbnailStore {
  return {
    async find(key) {
      const object = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key })).catch((error: unknown) => {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      });
      return await object?.Body?.transformToByteArray();
    },

    async put(key, bytes) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: "image/webp" }));
    },
  };
}

/** Removes files from the bucket. */
import { DeleteObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import type { StoredFiles } from "../core/renders/ports.js";

export function createStoredFiles(client: S3Client, bucket: string): StoredFiles {
  return {
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}

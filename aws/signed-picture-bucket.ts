/** Removes stored pictures of signed images. */
import { DeleteObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import type { StoredPictures } from "../core/signed-images/purge-image.js";

export function createSignedPictures(client: S3Client, bucket: string): StoredPictures {
  return {
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}

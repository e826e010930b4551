/** Reads uploaded files for the renderer. */
import type { Readable } from "node:stream";
import { GetObjectCommand, NoSuchKey, type S3Client } from "@aws-sdk/client-s3";
import { MAX_IMAGE_BYTES } from "../core/contract/limits.js";
import type { UploadReader } from "../core/renders/ports.js";
import { unusableUpload } from "../core/uploads/unusable-upload.js";
import { uploadKey } from "../core/uploads/upload.js";

export function createUploadReader(client: S3Client, bucket: string): UploadReader {
  return {
    async read(workspaceId, uploadId) {
      const key = uploadKey({ workspaceId, id: uploadId });
      const { Body, ContentLength } = await client
        .send(new GetObjectCommand({ Bucket: bucket, Key: key }))
        .catch((error: unknown) => {
          if (error instanceof NoSuchKey) throw unusableUpload(`There is no upload ${uploadId}.`);
          throw error;
        });
      if (Body === undefined) throw new Error(`S3 returned no body for ${key}.`);
      // S3 returns the length of every object. Do not read an object of unknown length.
      if ((ContentLength ?? Infinity) > MAX_IMAGE_BYTES) {
        (Body as Readable).destroy();
        throw unusableUpload(`The upload ${uploadId} is larger than ${MAX_IMAGE_BYTES / 1024 ** 2} MB.`);
      }
      return await Body.transformToByteArray();
    },
  };
}

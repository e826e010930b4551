/** Presigned requests that put uploaded files into the bucket. */
import { PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { UploadTickets } from "../core/uploads/ports.js";
import { uploadKey } from "../core/uploads/upload.js";

/**
 * Type, size and `If-None-Match` are signed, so S3 takes one file that is as announced, and none after it: what was
 * looked at can't be exchanged.
 *
 * @param client with `requestChecksumCalculation: "WHEN_REQUIRED"`: any other one signs the checksum of an empty body
 */
export function createUploadTickets(client: S3Client, bucket: string): UploadTickets {
  return {
    async make(upload, nowMs, expiresSeconds) {
      const { contentType, bytes } = upload;
      const url = await getSignedUrl(
        client,
        new PutObjectCommand({
          Bucket: bucket,
          Key: uploadKey(upload),
          ContentType: contentType,
          ContentLength: bytes,
          IfNoneMatch: "*",
        }),
        // The presigner leaves the type unsigned unless it is asked to.
        { expiresIn: expiresSeconds, signingDate: new Date(nowMs), signableHeaders: new Set(["content-type"]) },
      );
      // Clients set Content-Length by themselves; to pages it is forbidden.
      return { url, headers: { "content-type": contentType, "if-none-match": "*" } };
    },
  };
}

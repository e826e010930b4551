/** Creates presigned requests that upload files to the bucket. */
import { PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { UploadTickets } from "../core/uploads/ports.js";
import { incomingKey } from "../core/uploads/upload.js";

/**
 * Type, size, and `If-None-Match` are signed. S3 therefore accepts one file of the announced type and size, and no
 * other file after it: an inspected file cannot be replaced.
 *
 * @param client must have `requestChecksumCalculation: "WHEN_REQUIRED"`. Otherwise, it signs the checksum of an empty
 *   body.
 */
export function createUploadTickets(client: S3Client, bucket: string): UploadTickets {
  return {
    async make(upload, nowMs, expiresSeconds) {
      const { contentType, bytes } = upload;
      const url = await getSignedUrl(
        client,
        new PutObjectCommand({
          Bucket: bucket,
          Key: incomingKey(upload),
          ContentType: contentType,
          ContentLength: bytes,
          IfNoneMatch: "*",
        }),
        // By default, the presigner does not sign the type.
        { expiresIn: expiresSeconds, signingDate: new Date(nowMs), signableHeaders: new Set(["content-type"]) },
      );
      // HTTP clients set Content-Length. Web pages cannot set it.
      return { url, headers: { "content-type": contentType, "if-none-match": "*" } };
    },
  };
}

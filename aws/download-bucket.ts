/** Stores batch downloads in the bucket by multipart uploads, and signs their URLs. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { DownloadBucket, DownloadUrls } from "../core/batches/download/ports.js";

/**
 * The size of a part, which must be at least 5 MB. With 10,000 parts, the largest file has 80 GB. Only one part is in
 * memory at a time.
 */
const PART_BYTES = 8 * 1024 * 1024;

export function createDownloadBucket(client: S3Client, bucket: string): DownloadBucket {
  return {
    async put(Key, chunks, { fileName, contentType }) {
      const at = { Bucket: bucket, Key };
      const { UploadId } = await client.send(
        new CreateMultipartUploadCommand({
          ...at,
          ContentType: contentType,
          ContentDisposition: `attachment; filename="${fileName}"`,
        }),
      );
      try {
        const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
        let bytes = 0;
        for await (const Body of inParts(chunks)) {
          const PartNumber = Parts.length + 1;
          const { ETag } = await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber, Body }));
          Parts.push({ PartNumber, ETag });
          bytes += Body.byteLength;
        }
        await client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }));
        return bytes;
      } catch (error) {
        // If this fails too, a lifecycle rule removes the parts after a day.
        await client.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => undefined);
        throw error;
      }
    },
  };
}

export function createDownloadUrls(client: S3Client, bucket: string): DownloadUrls {
  return {
    async urlOf(Key, expiresSeconds) {
      return await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key }), { expiresIn: expiresSeconds });
    },
  };
}

/** Yields the same bytes in parts of one size, except for the last part. */
async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let part = Buffer.allocUnsafe(PART_BYTES);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.byteLength;) {
      const taken = Math.min(PART_BYTES - filled, chunk.byteLength - start);
      part.set(chunk.subarray(start, start + taken), filled);
      filled += taken;
      start += taken;
      if (filled < PART_BYTES) continue;
      yield part;
      part = Buffer.allocUnsafe(PART_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

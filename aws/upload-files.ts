/** Reads the first bytes of uploaded files, copies those that are used, and replaces refused ones. */
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import type { StoredUpload, UploadFiles } from "../core/uploads/ports.js";

export function createUploadFiles(client: S3Client, bucket: string): UploadFiles {
  return {
    async readHead(key, headBytes) {
      const input = { Bucket: bucket, Key: key, Range: `bytes=0-${headBytes - 1}` };
      try {
        return await storedUpload(key, await client.send(new GetObjectCommand(input)));
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    async copy(from, to) {
      try {
        await client.send(new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: `${bucket}/${from}` }));
        return true;
      } catch (error) {
        if (isNoSuchKey(error)) return false;
        throw error;
      }
    },

    async block(key) {
      const Body = "This upload was refused.";
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body, ContentType: "text/plain" }));
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}

/** The model of CopyObject does not declare this error, so the SDK has no class for it. */
function isNoSuchKey(error: unknown): boolean {
  return error instanceof NoSuchKey || (error instanceof S3ServiceException && error.name === "NoSuchKey");
}

async function storedUpload(key: string, object: GetObjectCommandOutput): Promise<StoredUpload> {
  const { Body, ContentRange, ContentType, LastModified } = object;
  const [, total] = /^bytes \d+-\d+\/(\d+)$/.exec(ContentRange ?? "") ?? [];
  if (Body === undefined || total === undefined) throw new Error(`S3 returned no range of ${key}.`);
  return {
    contentType: ContentType ?? "",
    bytes: Number(total),
    head: await Body.transformToByteArray(),
    storedAtMs: LastModified?.getTime() ?? 0,
  };
}

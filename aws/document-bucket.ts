/** Template documents that are too large for an item of the templates table. */
import { createHash } from "node:crypto";
import { GetObjectCommand, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { BUCKET_PREFIXES } from "../core/contract/storage-layout.js";

export interface DocumentBucket {
  /** Stores a document's text; resolves to its key, which follows from the text. */
  put(workspaceId: string, templateId: string, text: string): Promise<string>;
  /** @throws when nothing is stored there: a lost document is a fault of ours. */
  get(key: string): Promise<string>;
}

export function createDocumentBucket(client: S3Client, bucket: string): DocumentBucket {
  return {
    async put(workspaceId, templateId, text) {
      const hash = createHash("sha256").update(text).digest("hex");
      const Key = `${BUCKET_PREFIXES.templates}${workspaceId}/${templateId}/${hash}.json`;
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: text, ContentType: "application/json" }));
      return Key;
    },

    async get(key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      if (Body === undefined) throw new Error(`The bucket answered without a body for ${key}.`);
      return await Body.transformToString();
    },
  };
}

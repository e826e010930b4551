/** Stores template documents that are too large for an item of the templates table. */
import { createHash } from "node:crypto";
import {
  CopyObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { BUCKET_PREFIXES, DELETED_TAG } from "../core/deployment/storage-layout.js";

export interface DocumentBucket {
  /** Stores the text of a document. Resolves to its storage key, which derives from the text. */
  put(workspaceId: string, templateId: string, text: string): Promise<string>;
  /** @throws Error if the key does not exist, or if its text changed: both are internal errors. */
  get(key: string): Promise<string>;
  /** Lets a lifecycle rule delete a document some weeks later. Until then, queued jobs can read it. */
  expire(key: string): Promise<void>;
  /**
   * Copies a document that can expire to a key that does not expire, and resolves to that key. Each restoration has keys
   * of its own, so a deletion that still expires the old key does no harm.
   *
   * @param restoration a name that no other restoration of the template has
   */
  keep(key: string, restoration: string): Promise<string>;
}

export function createDocumentBucket(client: S3Client, bucket: string): DocumentBucket {
  return {
    async put(workspaceId, templateId, text) {
      const Key = `${BUCKET_PREFIXES.templates}${workspaceId}/${templateId}/${hashOf(text)}.json`;
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: text, ContentType: "application/json" }));
      return Key;
    },

    async get(key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      if (Body === undefined) throw new Error(`S3 returned no body for ${key}.`);
      const text = await Body.transformToString();
      if (!key.endsWith(`/${hashOf(text)}.json`)) throw new Error(`The document ${key} is corrupt: its hash differs.`);
      return text;
    },

    async expire(Key) {
      const copy = new CopyObjectCommand({
        Bucket: bucket,
        Key,
        CopySource: `${bucket}/${Key}`,
        ContentType: "application/json",
        MetadataDirective: "REPLACE",
        TaggingDirective: "REPLACE",
        Tagging: `${DELETED_TAG.key}=${DELETED_TAG.value}`,
      });
      // Copies the object onto itself: a lifecycle rule uses the age of the object, and a tag alone does not reset that
      // age.
      await client.send(copy).catch((error: unknown) => {
        // An interrupted deletion is repeated, even if the document is gone.
        if (!(error instanceof S3ServiceException && error.name === "NoSuchKey")) throw error;
      });
    },

    async keep(key, restoration) {
      const [workspaceId = "", templateId = ""] = key.slice(BUCKET_PREFIXES.templates.length).split("/");
      const file = key.slice(key.lastIndexOf("/") + 1);
      const Key = `${BUCKET_PREFIXES.templates}${workspaceId}/${templateId}/${restoration}/${file}`;
      await client.send(
        new CopyObjectCommand({
          Bucket: bucket,
          Key,
          CopySource: `${bucket}/${key}`,
          ContentType: "application/json",
          MetadataDirective: "REPLACE",
          // Without `Tagging`, this removes all tags.
          TaggingDirective: "REPLACE",
        }),
      );
      return Key;
    },
  };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

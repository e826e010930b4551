/** Stores the files of the web pages. */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { SITE_MANIFEST, siteManifestSchema } from "../core/deployment/site-manifest.js";
import { BUCKET_PREFIXES } from "../core/deployment/storage-layout.js";
import type { SiteStore } from "../core/site/publish-site.js";

const PREFIX = BUCKET_PREFIXES.site;
const MANIFEST_KEY = PREFIX + SITE_MANIFEST;

export function createSiteBucket(client: S3Client, bucket: string): SiteStore {
  return {
    async list() {
      const paths: string[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: PREFIX })) {
        for (const { Key } of Contents) {
          if (Key !== undefined && Key !== MANIFEST_KEY) paths.push(Key.slice(PREFIX.length));
        }
      }
      return paths;
    },

    async put(path, content, { contentType, cacheControl }) {
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: PREFIX + path,
          Body: content,
          ContentType: contentType,
          CacheControl: cacheControl,
        }),
      );
    },

    async remove(path) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: PREFIX + path }));
    },

    async readManifest() {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: MANIFEST_KEY }));
        const parsed = siteManifestSchema.safeParse(parseJson((await Body?.transformToString()) ?? ""));
        // An unreadable manifest only costs an upload of all files.
        return parsed.data;
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    async writeManifest(manifest) {
      const body = JSON.stringify(manifest);
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: MANIFEST_KEY, Body: body, ContentType: "application/json" }),
      );
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

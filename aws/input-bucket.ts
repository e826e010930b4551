/** Stores large inputs of jobs. They are deleted with their job, or else by a lifecycle rule of the bucket. */
import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { type RenderInputs, renderInputsSchema } from "../core/renders/job.js";
import type { InputStore } from "../core/renders/ports.js";
import { retentionTag } from "./retention-tag.js";
import { createStoredFiles } from "./stored-files.js";
import { parseItem } from "./stored-item.js";

export function createInputBucket(client: S3Client, bucket: string): InputStore {
  async function get(key: string): Promise<RenderInputs> {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    if (Body === undefined) throw new Error(`S3 returned no body for ${key}.`);
    return parseItem(renderInputsSchema, JSON.parse(await Body.transformToString()), "the inputs bucket");
  }

  return {
    ...createStoredFiles(client, bucket),
    get,

    async put(key, inputs, retentionClass) {
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: JSON.stringify(inputs),
          ContentType: "application/json",
          ...retentionTag(retentionClass),
        }),
      );
    },

    async find(key) {
      try {
        return await get(key);
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
  };
}

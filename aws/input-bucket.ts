/** Stores large inputs of jobs. A lifecycle rule of the bucket deletes them. */
import { GetObjectCommand, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { renderInputsSchema } from "../core/renders/job.js";
import type { InputStore } from "../core/renders/ports.js";
import { retentionTag } from "./retention-tag.js";
import { parseItem } from "./stored-item.js";

export function createInputBucket(client: S3Client, bucket: string): InputStore {
  return {
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

    async get(key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      if (Body === undefined) throw new Error(`S3 returned no body for ${key}.`);
      return parseItem(renderInputsSchema, JSON.parse(await Body.transformToString()), "the inputs bucket");
    },
  };
}

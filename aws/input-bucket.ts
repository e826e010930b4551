/** Large inputs of jobs, kept beside the pictures until the bucket's lifecycle takes them. */
import { GetObjectCommand, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { renderInputsSchema } from "../core/renders/job.js";
import type { InputStore } from "../core/renders/ports.js";
import { parseItem } from "./stored-item.js";

export function createInputBucket(client: S3Client, bucket: string): InputStore {
  return {
    async put(key, inputs) {
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: JSON.stringify(inputs),
          ContentType: "application/json",
        }),
      );
    },

    async get(key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      if (Body === undefined) throw new Error(`The bucket answered without a body for ${key}.`);
      return parseItem(renderInputsSchema, JSON.parse(await Body.transformToString()), "the inputs in the bucket");
    },
  };
}

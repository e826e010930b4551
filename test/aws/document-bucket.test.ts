import { GetObjectTaggingCommand, HeadObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createDocumentBucket } from "../../aws/document-bucket.js";
import { type LocalBucket, startLocalBucket } from "../support/local-bucket.js";
import { TEMPLATE, WORKSPACE } from "../support/render-fixture.js";

let bucket: LocalBucket;

beforeAll(async () => {
  bucket = await startLocalBucket();
});
afterAll(() => bucket.close());

test("expiring a document sets the tag of the lifecycle rule and restarts the document's age", async () => {
  const documents = createDocumentBucket(bucket.client, bucket.name);
  const Key = await documents.put(WORKSPACE, TEMPLATE, '{"width":1}');
  const head = async () => bucket.client.send(new HeadObjectCommand({ Bucket: bucket.name, Key }));
  const before = await head();
  // S3 gives the time in whole seconds.
  while (Math.floor(Date.now() / 1000) * 1000 <= (before.LastModified?.getTime() ?? 0)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await documents.expire(Key);
  const after = await head();
  expect(after.LastModified?.getTime()).toBeGreaterThan(before.LastModified?.getTime() ?? Infinity);
  expect(after).toMatchObject({ ContentType: "application/json", ContentLength: 11 });
  const { TagSet } = await bucket.client.send(new GetObjectTaggingCommand({ Bucket: bucket.name, Key }));
  expect(TagSet).toEqual([{ Key: "deleted", Value: "true" }]);
});

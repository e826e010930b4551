import { DeleteObjectsCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { emptyBucket } from "../../aws/empty-bucket.js";
import { type LocalBucket, startLocalBucket } from "../support/local-bucket.js";

const never = new AbortController().signal;
let bucket: LocalBucket;

beforeAll(async () => {
  bucket = await startLocalBucket();
});
afterAll(() => bucket.close());

test("an emptied bucket has no objects, and emptying it again or emptying a missing bucket does nothing", async () => {
  const { client, name: Bucket } = bucket;
  for (const Key of ["renders/a.png", "uploads/w/ü &.png", "b"]) {
    await client.send(new PutObjectCommand({ Bucket, Key, Body: "x" }));
  }
  await emptyBucket(client, Bucket, never);
  await emptyBucket(client, Bucket, never);
  expect((await client.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0);
  await emptyBucket(client, "no-such-bucket", never);
});

test("emptying a prefix leaves all other objects", async () => {
  const { client, name: Bucket } = bucket;
  for (const Key of ["site/index.html", "site/_manifest.json", "sites", "renders/a.png"]) {
    await client.send(new PutObjectCommand({ Bucket, Key, Body: "x" }));
  }
  await emptyBucket(client, Bucket, never, "site/");
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
  expect(Contents.map(({ Key }) => Key)).toEqual(["renders/a.png", "sites"]);
  await emptyBucket(client, Bucket, never);
});

test("emptying a bucket continues until nothing is left, stops when the time is over, and reports what cannot be deleted", async () => {
  const client = new S3Client({ region: "us-east-1" });
  const s3 = mockClient(client);
  const page = { Contents: [{ Key: "a" }] };
  s3.on(ListObjectsV2Command).resolvesOnce(page).resolvesOnce(page).resolves({});
  s3.on(DeleteObjectsCommand).resolves({});
  await emptyBucket(client, "bucket", never);
  expect(s3.commandCalls(DeleteObjectsCommand)).toHaveLength(2);

  s3.on(ListObjectsV2Command).resolves(page);
  const timeOver = new AbortController();
  s3.on(DeleteObjectsCommand).callsFake(() => {
    timeOver.abort(new Error("The time is over."));
    return {};
  });
  await expect(emptyBucket(client, "bucket", timeOver.signal)).rejects.toThrow("The time is over.");
  s3.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: "a", Code: "AccessDenied", Message: "Access Denied" }] });
  await expect(emptyBucket(client, "bucket", never)).rejects.toThrow("a could not be deleted: Access Denied");
});

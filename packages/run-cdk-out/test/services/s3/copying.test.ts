import { CopyObjectCommand, type CopyObjectCommandInput } from "@aws-sdk/client-s3";
import { expect, test } from "@jest/globals";
import { cleanups } from "../fixtures.js";
import { S3 } from "./s3-fixture.js";

const atEnd = cleanups();

const copy = (s3: S3, more: Partial<CopyObjectCommandInput> = {}) =>
  s3.client.send(new CopyObjectCommand({ Bucket: "pictures", Key: "copy", CopySource: "pictures/x", ...more }));

test("S3 copies bytes, metadata and tags, or replaces the metadata if the request says so", async () => {
  const s3 = await S3.start(atEnd);
  const { ETag } = await s3.put("x", "abc", { ContentType: "image/png", Metadata: { a: "1" }, Tagging: "t=1" });
  expect(await copy(s3)).toMatchObject({ CopyObjectResult: { ETag }, ServerSideEncryption: "AES256" });
  expect(await s3.get("copy")).toMatchObject({ ContentType: "image/png", Metadata: { a: "1" }, TagCount: 1, ETag });
  await copy(s3, { MetadataDirective: "REPLACE", ContentType: "image/webp", Metadata: { b: "2" } });
  expect(await s3.get("copy")).toMatchObject({ ContentType: "image/webp", Metadata: { b: "2" } });
  expect(await s3.text("copy")).toBe("abc");
});

test("S3 copies an object to itself only if something changes", async () => {
  const s3 = await S3.start(atEnd);
  await s3.put("x", "abc");
  await expect(copy(s3, { Key: "x" })).rejects.toMatchObject({ name: "InvalidRequest" });
  await copy(s3, { Key: "x", StorageClass: "GLACIER_IR" });
  expect(await s3.get("x")).toMatchObject({ StorageClass: "GLACIER_IR" });
  expect(await s3.text("x")).toBe("abc");
});

test("S3 returns NoSuchKey when the source of a copy does not exist", async () => {
  const s3 = await S3.start(atEnd);
  await expect(copy(s3)).rejects.toMatchObject({ name: "NoSuchKey" });
});

test.each(["GLACIER", "DEEP_ARCHIVE"] as const)(
  "S3 returns 403 for a GET and for a copy of an object in %s, each with its own error code",
  async (StorageClass) => {
    const s3 = await S3.start(atEnd);
    await s3.put("x", "abc");
    await copy(s3, { Key: "x", StorageClass });
    const $metadata = { httpStatusCode: 403 };
    await expect(s3.get("x")).rejects.toMatchObject({ name: "InvalidObjectState", StorageClass, $metadata });
    await expect(copy(s3)).rejects.toMatchObject({ name: "ObjectNotInActiveTierError", $metadata });
  },
);

import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  DeleteObjectTaggingCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectTaggingCommand,
} from "@aws-sdk/client-s3";
import { describe, expect, test } from "@jest/globals";
import { cleanups } from "../fixtures.js";
import { S3 } from "./s3-fixture.js";

const atEnd = cleanups();

describe("objects", () => {
  test("S3 returns an object with its bytes, headers, metadata and tag count", async () => {
    const s3 = await S3.start(atEnd);
    const put = await s3.put("renders/1.png", "picture", {
      ContentType: "image/png",
      CacheControl: "public, max-age=60",
      ContentDisposition: 'inline; filename="a.png"',
      ContentEncoding: "identity",
      Metadata: { job: "j1" },
      Tagging: "team=a&kind=render",
    });
    const object = await s3.get("renders/1.png");
    const md5 = createHash("md5").update("picture").digest("hex");
    expect(put.ETag).toBe(`"${md5}"`);
    expect(object).toMatchObject({
      ContentType: "image/png",
      ContentLength: 7,
      CacheControl: "public, max-age=60",
      ContentDisposition: 'inline; filename="a.png"',
      ContentEncoding: "identity",
      Metadata: { job: "j1" },
      ETag: `"${md5}"`,
      TagCount: 2,
      AcceptRanges: "bytes",
    });
    expect(object.StorageClass).toBeUndefined();
    expect(await object.Body?.transformToString()).toBe("picture");
    const head = await s3.client.send(new HeadObjectCommand({ Bucket: "pictures", Key: "renders/1.png" }));
    expect(head).toMatchObject({ ContentLength: 7, ContentType: "image/png", Metadata: { job: "j1" } });
  });

  test("S3 stores a stream of 20 MB bit for bit, without the encoding aws-chunked", async () => {
    const s3 = await S3.start(atEnd);
    const bytes = randomBytes(20 * 1024 * 1024 + 7);
    const chunks = function* () {
      for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7 + 3) % 1_000_003) {
        yield bytes.subarray(at, at + size);
      }
    };
    await s3.put("big.bin", Readable.from(chunks()), { ContentLength: bytes.length });
    const object = await s3.get("big.bin");
    expect(object.ContentEncoding).toBeUndefined();
    const received = Buffer.from((await object.Body?.transformToByteArray()) ?? []);
    expect(received.equals(bytes)).toBe(true);
  });

  test("S3 stores an empty object", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put("empty", "", { ContentLength: 0 });
    expect(await s3.get("empty")).toMatchObject({ ContentLength: 0, ContentType: "application/octet-stream" });
    expect(await s3.text("empty")).toBe("");
  });

  test.each([
    "a",
    "a/b",
    "a/b/c.png",
    "a.d/x",
    "a.d",
    "/a",
    "a//b",
    "a/",
    "../../etc/passwd",
    "..",
    ".",
    "ü+ &=%25?#'(*).png",
    "x".repeat(1_024),
  ])("S3 does not confuse the key %s with similar keys", async (key) => {
    const s3 = await S3.start(atEnd);
    const others = ["a", "a/b", "a.d/x", "a.d", "a//b", "a/", "x"].filter((other) => other !== key);
    for (const other of others) await s3.put(other, `other ${other}`);
    await s3.put(key, "mine");
    expect(await s3.text(key)).toBe("mine");
    for (const other of others) expect(await s3.text(other)).toBe(`other ${other}`);
    await s3.client.send(new DeleteObjectCommand({ Bucket: "pictures", Key: key }));
    await expect(s3.get(key)).rejects.toMatchObject({ name: "NoSuchKey" });
    for (const other of others) expect(await s3.text(other)).toBe(`other ${other}`);
  });

  test("S3 returns KeyTooLongError for a key of more than 1,024 bytes", async () => {
    const s3 = await S3.start(atEnd);
    await expect(s3.put("x".repeat(1_025), "x")).rejects.toMatchObject({ name: "KeyTooLongError" });
  });

  test("S3 returns NoSuchKey and NoSuchBucket for a missing object and a missing bucket", async () => {
    const s3 = await S3.start(atEnd);
    await expect(s3.get("none")).rejects.toMatchObject({ name: "NoSuchKey", Key: "none" });
    await expect(s3.get("none", { Bucket: "nowhere" })).rejects.toMatchObject({ name: "NoSuchBucket" });
    await expect(s3.put("x", "x", { Bucket: "nowhere" })).rejects.toMatchObject({ name: "NoSuchBucket" });
    const head = new HeadObjectCommand({ Bucket: "pictures", Key: "none" });
    await expect(s3.client.send(head)).rejects.toMatchObject({ name: "NotFound" });
    await expect(s3.client.send(new HeadBucketCommand({ Bucket: "nowhere" }))).rejects.toMatchObject({
      name: "NotFound",
    });
  });

  test("a write replaces bytes and metadata atomically, and does not affect running reads", async () => {
    const s3 = await S3.start(atEnd);
    const old = randomBytes(5 * 1024 * 1024);
    await s3.put("x", old, { Metadata: { version: "old" } });
    const reading = await s3.get("x");
    await s3.put("x", "new", { Metadata: { version: "new" } });
    expect(await s3.get("x")).toMatchObject({ Metadata: { version: "new" }, ContentLength: 3 });
    expect(Buffer.from((await reading.Body?.transformToByteArray()) ?? []).equals(old)).toBe(true);
  });
});

describe("deleting", () => {
  test("S3 returns 204 for the deletion of a missing object", async () => {
    const s3 = await S3.start(atEnd);
    const deletion = new DeleteObjectCommand({ Bucket: "pictures", Key: "none" });
    expect((await s3.client.send(deletion)).$metadata.httpStatusCode).toBe(204);
  });

  test("DeleteObjects deletes many objects, even with XML characters in their keys", async () => {
    const s3 = await S3.start(atEnd);
    for (const key of ["a&b<c>", "b", "kept"]) await s3.put(key, "x");
    const Objects = [{ Key: "a&b<c>" }, { Key: "b" }, { Key: "none" }];
    const result = await s3.client.send(new DeleteObjectsCommand({ Bucket: "pictures", Delete: { Objects } }));
    expect(result.Deleted?.map(({ Key }) => Key)).toEqual(["a&b<c>", "b", "none"]);
    await expect(s3.get("a&b<c>")).rejects.toMatchObject({ name: "NoSuchKey" });
    expect(await s3.text("kept")).toBe("x");
  });
});

describe("tags", () => {
  const at = { Bucket: "pictures", Key: "x" };

  test("S3 replaces, reads and removes tags without changing the object", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put("x", "x", { Tagging: "old=1" });
    const TagSet = [{ Key: "a<b", Value: "1 & 2" }];
    await s3.client.send(new PutObjectTaggingCommand({ ...at, Tagging: { TagSet } }));
    expect((await s3.client.send(new GetObjectTaggingCommand(at))).TagSet).toEqual(TagSet);
    expect(await s3.text("x")).toBe("x");
    await s3.client.send(new DeleteObjectTaggingCommand(at));
    expect((await s3.client.send(new GetObjectTaggingCommand(at))).TagSet).toEqual([]);
  });

  test("S3 rejects more than ten tags", async () => {
    const s3 = await S3.start(atEnd);
    const Tagging = Array.from({ length: 11 }, (_, index) => `k${index}=v`).join("&");
    await expect(s3.put("x", "x", { Tagging })).rejects.toMatchObject({ name: "BadRequest" });
    await expect(s3.get("x")).rejects.toMatchObject({ name: "NoSuchKey" });
  });
});

import {
  CopyObjectCommand,
  type CopyObjectCommandInput,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
} from "@aws-sdk/client-s3";
import { describe, expect, test } from "@jest/globals";
import { cleanups } from "../fixtures.js";
import { S3 } from "./s3-fixture.js";

const atEnd = cleanups();

describe("ranges", () => {
  test.each([
    ["bytes=2-4", "cde", "bytes 2-4/10"],
    ["bytes=7-", "hij", "bytes 7-9/10"],
    ["bytes=-2", "ij", "bytes 8-9/10"],
    ["bytes=-99", "abcdefghij", "bytes 0-9/10"],
    ["bytes=5-99", "fghij", "bytes 5-9/10"],
  ])("%s gives %s", async (Range, text, ContentRange) => {
    const s3 = await S3.start(atEnd);
    await s3.put("x", "abcdefghij");
    const part = await s3.get("x", { Range });
    expect(part).toMatchObject({ ContentRange, ContentLength: text.length, $metadata: { httpStatusCode: 206 } });
    expect(await part.Body?.transformToString()).toBe(text);
  });

  test.each(["bytes=4-2", "bytes=0-1,3-4", "lines=1-2"])("%s gives the whole", async (Range) => {
    const s3 = await S3.start(atEnd);
    await s3.put("x", "abcdefghij");
    expect(await s3.text("x", { Range })).toBe("abcdefghij");
  });

  test("a range beyond the end is 416", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put("x", "abc");
    await expect(s3.get("x", { Range: "bytes=3-" })).rejects.toMatchObject({
      name: "InvalidRange",
      $metadata: { httpStatusCode: 416 },
    });
  });
});

describe("conditions", () => {
  test("what the reader has already is 304, what changed meanwhile is 412", async () => {
    const s3 = await S3.start(atEnd);
    const { ETag = "" } = await s3.put("x", "abc");
    const later = new Date(Date.now() + 60_000);
    const earlier = new Date(Date.now() - 60_000);
    const status = (code: number) => ({ $metadata: { httpStatusCode: code } });
    await expect(s3.get("x", { IfNoneMatch: ETag })).rejects.toMatchObject(status(304));
    await expect(s3.get("x", { IfNoneMatch: `"other", W/${ETag}` })).rejects.toMatchObject(status(304));
    await expect(s3.get("x", { IfModifiedSince: later })).rejects.toMatchObject(status(304));
    await expect(s3.get("x", { IfMatch: '"other"' })).rejects.toMatchObject(status(412));
    await expect(s3.get("x", { IfUnmodifiedSince: earlier })).rejects.toMatchObject(status(412));
    expect(await s3.text("x", { IfMatch: ETag, IfUnmodifiedSince: earlier })).toBe("abc");
    expect(await s3.text("x", { IfNoneMatch: '"other"', IfModifiedSince: later })).toBe("abc");
  });

  test("of many first writers at once exactly one wins, and its bytes stay", async () => {
    const s3 = await S3.start(atEnd);
    const writers = Array.from({ length: 20 }, (_, index) => String(index));
    const results = await Promise.allSettled(writers.map((body) => s3.put("x", body, { IfNoneMatch: "*" })));
    const won = writers.filter((_, index) => results[index]?.status === "fulfilled");
    expect(won).toHaveLength(1);
    expect(await s3.text("x")).toBe(won[0]);
    const lost = results.find((result) => result.status === "rejected");
    expect(lost?.reason).toMatchObject({ name: "PreconditionFailed", $metadata: { httpStatusCode: 412 } });
  });

  test("a write on condition of an ETag is refused when the object is another by now, or gone", async () => {
    const s3 = await S3.start(atEnd);
    const { ETag } = await s3.put("x", "1");
    await s3.put("x", "2", { IfMatch: ETag });
    await expect(s3.put("x", "3", { IfMatch: ETag })).rejects.toMatchObject({ name: "PreconditionFailed" });
    await expect(s3.put("y", "3", { IfMatch: ETag })).rejects.toMatchObject({ name: "NoSuchKey" });
    expect(await s3.text("x")).toBe("2");
  });
});

describe("copies and storage classes", () => {
  const copy = (s3: S3, more: Partial<CopyObjectCommandInput> = {}) =>
    s3.client.send(new CopyObjectCommand({ Bucket: "pictures", Key: "copy", CopySource: "pictures/x", ...more }));

  test("a copy takes bytes, metadata and tags along, or new metadata if so asked", async () => {
    const s3 = await S3.start(atEnd);
    const { ETag } = await s3.put("x", "abc", { ContentType: "image/png", Metadata: { a: "1" }, Tagging: "t=1" });
    expect((await copy(s3)).CopyObjectResult?.ETag).toBe(ETag);
    expect(await s3.get("copy")).toMatchObject({ ContentType: "image/png", Metadata: { a: "1" }, TagCount: 1, ETag });
    await copy(s3, { MetadataDirective: "REPLACE", ContentType: "image/webp", Metadata: { b: "2" } });
    expect(await s3.get("copy")).toMatchObject({ ContentType: "image/webp", Metadata: { b: "2" } });
    expect(await s3.text("copy")).toBe("abc");
  });

  test("a copy of an object on itself must change something", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put("x", "abc");
    await expect(copy(s3, { Key: "x" })).rejects.toMatchObject({ name: "InvalidRequest" });
    await copy(s3, { Key: "x", StorageClass: "GLACIER_IR" });
    expect(await s3.get("x")).toMatchObject({ StorageClass: "GLACIER_IR" });
    expect(await s3.text("x")).toBe("abc");
  });

  test("a copy of what is not there is refused", async () => {
    const s3 = await S3.start(atEnd);
    await expect(copy(s3)).rejects.toMatchObject({ name: "NoSuchKey" });
  });

  test.each(["GLACIER", "DEEP_ARCHIVE"] as const)(
    "an object in %s is there but can't be read or copied",
    async (StorageClass) => {
      const s3 = await S3.start(atEnd);
      await s3.put("x", "abc");
      await copy(s3, { Key: "x", StorageClass });
      const error = { name: "InvalidObjectState", StorageClass, $metadata: { httpStatusCode: 403 } };
      await expect(s3.get("x")).rejects.toMatchObject(error);
      await expect(copy(s3)).rejects.toMatchObject({ name: "InvalidObjectState" });
    },
  );
});

describe("listing", () => {
  async function listAll(s3: S3, input: Partial<ListObjectsV2CommandInput>) {
    const keys: string[] = [];
    const prefixes: string[] = [];
    let pages = 0;
    for (let token: string | undefined; pages === 0 || token !== undefined; pages++) {
      const command = new ListObjectsV2Command({ Bucket: "pictures", ...input, ContinuationToken: token });
      const page = await s3.client.send(command);
      keys.push(...(page.Contents ?? []).map(({ Key = "" }) => Key));
      prefixes.push(...(page.CommonPrefixes ?? []).map(({ Prefix = "" }) => Prefix));
      token = page.NextContinuationToken;
    }
    return { keys, prefixes, pages };
  }

  test("keys come in the order of their bytes, page by page, by prefix and by delimiter", async () => {
    const s3 = await S3.start(atEnd);
    const keys = ["B", "a", "a.png", "a/1", "a/2", "a/b/3", "a//4", `long/${"l".repeat(300)}`, "z&<", "ü"];
    for (const key of keys.toReversed()) await s3.put(key, "x");
    const sorted = ["B", "a", "a.png", "a//4", "a/1", "a/2", "a/b/3", `long/${"l".repeat(300)}`, "z&<", "ü"];
    expect(await listAll(s3, {})).toEqual({ keys: sorted, prefixes: [], pages: 1 });
    expect(await listAll(s3, { MaxKeys: 3 })).toEqual({ keys: sorted, prefixes: [], pages: 4 });
    expect((await listAll(s3, { Prefix: "a/" })).keys).toEqual(["a//4", "a/1", "a/2", "a/b/3"]);
    expect((await listAll(s3, { Prefix: "a" })).keys).toEqual(["a", "a.png", "a//4", "a/1", "a/2", "a/b/3"]);
    expect(await listAll(s3, { Prefix: "a/", Delimiter: "/", MaxKeys: 1 })).toEqual({
      keys: ["a/1", "a/2"],
      prefixes: ["a//", "a/b/"],
      pages: 4,
    });
    expect((await listAll(s3, { StartAfter: "a/2" })).keys[0]).toBe("a/b/3");
  });

  test("an entry tells size, ETag and storage class", async () => {
    const s3 = await S3.start(atEnd);
    const { ETag } = await s3.put("x", "abc", { StorageClass: "STANDARD_IA" });
    const { Contents } = await s3.client.send(new ListObjectsV2Command({ Bucket: "pictures" }));
    expect(Contents).toEqual([
      { Key: "x", Size: 3, ETag, StorageClass: "STANDARD_IA", LastModified: expect.any(Date) },
    ]);
  });
});

import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { expect, test } from "@jest/globals";
import { cleanups } from "../fixtures.js";
import { S3 } from "./s3-fixture.js";

const atEnd = cleanups();

test.each([
  ["bytes=2-4", "cde", "bytes 2-4/10"],
  ["bytes=7-", "hij", "bytes 7-9/10"],
  ["bytes=-2", "ij", "bytes 8-9/10"],
  ["bytes=-99", "abcdefghij", "bytes 0-9/10"],
  ["bytes=5-99", "fghij", "bytes 5-9/10"],
])("S3 returns 206 for the range %s, with the bytes %s", async (Range, text, ContentRange) => {
  const s3 = await S3.start(atEnd);
  await s3.put("x", "abcdefghij");
  const part = await s3.get("x", { Range });
  expect(part).toMatchObject({ ContentRange, ContentLength: text.length, $metadata: { httpStatusCode: 206 } });
  expect(await part.Body?.transformToString()).toBe(text);
});

test.each(["bytes=4-2", "bytes=0-1,3-4", "lines=1-2"])(
  "S3 ignores the range %s and returns the whole object",
  async (Range) => {
    const s3 = await S3.start(atEnd);
    await s3.put("x", "abcdefghij");
    expect(await s3.text("x", { Range })).toBe("abcdefghij");
  },
);

test("S3 returns 416 when the range begins after the end of the object", async () => {
  const s3 = await S3.start(atEnd);
  await s3.put("x", "abc");
  await expect(s3.get("x", { Range: "bytes=3-" })).rejects.toMatchObject({
    name: "InvalidRange",
    $metadata: { httpStatusCode: 416 },
  });
});

test("S3 returns 304 when the reader has the object already, and 412 when the object has changed", async () => {
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

test("S3 names itself, the request and the encryption in the headers of a GET, a HEAD and a PUT", async () => {
  const s3 = await S3.start(atEnd);
  await s3.put("x", "abc");
  const at = { Bucket: "pictures", Key: "x" };
  for (const [method, command] of [
    ["GET", new GetObjectCommand(at)],
    ["HEAD", new HeadObjectCommand(at)],
    ["PUT", new PutObjectCommand(at)],
  ] as const) {
    const url = await getSignedUrl(s3.client, command);
    const response = await fetch(url, { method, ...(method === "PUT" && { body: "abc" }) });
    await response.arrayBuffer();
    expect([method, response.status, Object.fromEntries(response.headers)]).toEqual([
      method,
      200,
      expect.objectContaining({
        server: "AmazonS3",
        "x-amz-request-id": expect.any(String),
        "x-amz-id-2": expect.any(String),
        "x-amz-server-side-encryption": "AES256",
      }),
    ]);
  }
});

test("S3 does not name an encryption when there is no object", async () => {
  const s3 = await S3.start(atEnd);
  const url = await getSignedUrl(s3.client, new GetObjectCommand({ Bucket: "pictures", Key: "none" }));
  const response = await fetch(url);
  expect([response.status, response.headers.get("x-amz-server-side-encryption")]).toEqual([404, null]);
});

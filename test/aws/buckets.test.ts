import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  InvalidObjectState,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createAssetBucket } from "../../aws/asset-bucket.js";
import { createDocumentBucket } from "../../aws/document-bucket.js";
import { createDownloadBucket, createDownloadUrls } from "../../aws/download-bucket.js";
import { createInputBucket } from "../../aws/input-bucket.js";
import { createPictureBucket } from "../../aws/picture-bucket.js";
import { createThumbnailBucket } from "../../aws/thumbnail-bucket.js";

process.env.AWS_REGION = "us-east-1";
const s3 = mockClient(S3Client);
const client = new S3Client({});
const pictures = createPictureBucket(client, "bucket");
const assets = createAssetBucket(client, "bucket");
const inputs = createInputBucket(client, "bucket");
const PICTURE = {
  bytes: new Uint8Array([1, 2, 3]),
  headers: {
    contentType: "image/png",
    cacheControl: "public, max-age=5",
    contentDisposition: 'inline; filename="a.png"',
  },
};
/** The part of the SDK's body stream that the adapters use. */
const bodyOf = (text: string) => Object.assign(Readable.from([text]), { transformToString: async () => text }) as never;
const failed = (status: number, name: string) =>
  new S3ServiceException({ name, message: name, $fault: "client", $metadata: { httpStatusCode: status } });

beforeEach(() => void s3.reset());

describe("storing a picture", () => {
  const conflict = () => failed(409, "ConditionalRequestConflict");
  const puts = () => s3.commandCalls(PutObjectCommand).map(({ args }) => args[0].input);

  test("storing a picture sends a conditional put with the headers of the picture", async () => {
    s3.on(PutObjectCommand).resolves({ ETag: '"abc"' });
    expect(await pictures.putFirst("renders/a.png", PICTURE)).toEqual({ bytes: 3, etag: '"abc"' });
    expect(puts()[0]).toMatchObject({
      IfNoneMatch: "*",
      ContentType: "image/png",
      CacheControl: "public, max-age=5",
      ContentDisposition: 'inline; filename="a.png"',
    });
  });

  test("pictures and inputs with a retention class are stored with its tag, and all others without a tag", async () => {
    s3.on(PutObjectCommand).resolves({});
    await pictures.putFirst("renders/a.png", { ...PICTURE, retentionClass: "_stage" });
    await inputs.put("inputs/a.json", { layers: {}, variables: {} }, "free");
    await pictures.putFirst("renders/b.png", PICTURE);
    expect(puts().map(({ Tagging }) => Tagging)).toEqual(["retention=_stage", "retention=free", undefined]);
  });

  test.each([
    ["412, because the key exists,", failed(412, "PreconditionFailed")],
    ["409, because a concurrent write is in progress,", conflict()],
  ])("if S3 returns %s storing a picture returns the size of the other writer's picture", async (_status, error) => {
    s3.on(PutObjectCommand).rejects(error);
    s3.on(HeadObjectCommand).resolves({ ContentLength: 99 });
    expect(await pictures.putFirst("renders/a.png", PICTURE)).toEqual({ bytes: 99 });
    expect(puts()).toHaveLength(1);
  });

  test("storing a picture retries the conditional put if the concurrent write stored nothing", async () => {
    s3.on(PutObjectCommand).rejectsOnce(conflict()).rejectsOnce(conflict()).resolves({});
    s3.on(HeadObjectCommand).rejects(new NotFound({ message: "no", $metadata: {} }));
    expect(await pictures.putFirst("renders/a.png", PICTURE)).toMatchObject({ bytes: 3 });
    expect(puts().map(({ IfNoneMatch }) => IfNoneMatch)).toEqual(["*", "*", "*"]);
  });

  test("a retry of storing a picture does not overwrite the picture that another writer stored in the meantime", async () => {
    s3.on(PutObjectCommand).rejectsOnce(conflict()).rejects(failed(412, "PreconditionFailed"));
    s3.on(HeadObjectCommand)
      .rejectsOnce(new NotFound({ message: "no", $metadata: {} }))
      .resolves({ ContentLength: 99 });
    expect(await pictures.putFirst("renders/a.png", PICTURE)).toMatchObject({ bytes: 99 });
    expect(puts().every(({ IfNoneMatch }) => IfNoneMatch === "*")).toBe(true);
  });

  test("storing a picture throws the conflict if no picture is stored after five attempts", async () => {
    s3.on(PutObjectCommand).rejects(conflict());
    s3.on(HeadObjectCommand).rejects(new NotFound({ message: "no", $metadata: {} }));
    await expect(pictures.putFirst("renders/a.png", PICTURE)).rejects.toThrow("ConditionalRequestConflict");
    expect(puts()).toHaveLength(5);
  });

  test("storing a picture throws other errors without a retry", async () => {
    s3.on(PutObjectCommand).rejects(failed(503, "SlowDown"));
    await expect(pictures.putFirst("renders/a.png", PICTURE)).rejects.toThrow("SlowDown");
    expect(puts()).toHaveLength(1);
  });

  test("the size of a picture is undefined if the picture does not exist", async () => {
    s3.on(HeadObjectCommand).rejects(new NotFound({ message: "no", $metadata: {} }));
    expect(await pictures.sizeOf("renders/a.png")).toBeUndefined();
  });
});

describe("opening an asset", () => {
  const conditions = { headOnly: false };

  test("opening an asset sends the range and the condition, and returns the stored headers", async () => {
    s3.on(GetObjectCommand).resolves({
      ContentType: "image/png",
      ContentLength: 2,
      ContentRange: "bytes 0-1/3",
      ETag: '"e"',
      Body: bodyOf("ab"),
    });
    const opened = await assets.open("renders/a.png", { ...conditions, range: "bytes=0-1", ifNoneMatch: '"x"' });
    expect(opened).toMatchObject({
      kind: "open",
      status: 206,
      headers: { "content-type": "image/png", "content-range": "bytes 0-1/3", etag: '"e"' },
    });
    // A function URL would rename this header.
    expect(opened).not.toHaveProperty(["headers", "content-length"]);
    expect(s3.commandCalls(GetObjectCommand)[0]?.args[0].input).toMatchObject({
      Range: "bytes=0-1",
      IfNoneMatch: '"x"',
    });
  });

  test.each([
    ["missing", new NoSuchKey({ message: "no", $metadata: {} })],
    ["archived", new InvalidObjectState({ message: "no", $metadata: {} })],
    ["not-modified", failed(304, "NotModified")],
  ])("opening an asset returns %s for the corresponding S3 error", async (kind, error) => {
    s3.on(GetObjectCommand).rejects(error);
    expect(await assets.open("renders/a.png", conditions)).toMatchObject({ kind });
  });

  test("the result for a range beyond the end contains the size of the file, which S3's error lacks", async () => {
    s3.on(GetObjectCommand).rejects(failed(416, "InvalidRange"));
    s3.on(HeadObjectCommand).resolves({ ContentLength: 3 });
    const opened = await assets.open("renders/a.png", { ...conditions, range: "bytes=9-" });
    expect(opened).toEqual({ kind: "unsatisfiable-range", bytes: 3 });
  });

  test.each([
    ['"e"', { Range: "bytes=0-1", IfMatch: '"e"' }],
    ["Sat, 21 Nov 2026 10:00:00 GMT", { Range: "bytes=0-1", IfUnmodifiedSince: new Date("2026-11-21T10:00:00Z") }],
    ['W/"e"', {}],
  ])("If-Range %s becomes the condition of the range", async (ifRange, wanted) => {
    s3.on(GetObjectCommand).resolves({ ETag: '"e"', Body: bodyOf("abc") });
    await assets.open("renders/a.png", { ...conditions, range: "bytes=0-1", ifRange });
    const { Range, IfMatch, IfUnmodifiedSince } = s3.commandCalls(GetObjectCommand)[0]?.args[0].input ?? {};
    expect(JSON.parse(JSON.stringify({ Range, IfMatch, IfUnmodifiedSince }))).toEqual(
      JSON.parse(JSON.stringify(wanted)),
    );
  });

  test("a file that changed since If-Range is sent whole", async () => {
    s3.on(GetObjectCommand, { IfMatch: '"old"' }).rejects(failed(412, "PreconditionFailed"));
    s3.on(GetObjectCommand, { IfMatch: undefined }).resolves({ ETag: '"new"', Body: bodyOf("abc") });
    const opened = await assets.open("renders/a.png", { ...conditions, range: "bytes=0-1", ifRange: '"old"' });
    expect(opened).toMatchObject({ kind: "open", status: 200, headers: { etag: '"new"' } });
  });

  test("opening an asset detects an archived object on HEAD, which succeeds in S3", async () => {
    s3.on(HeadObjectCommand).resolves({ StorageClass: "GLACIER" });
    expect(await assets.open("renders/a.png", { headOnly: true })).toEqual({ kind: "archived" });
  });

  test("opening an asset throws for AccessDenied and never returns missing", async () => {
    s3.on(GetObjectCommand).rejects(failed(403, "AccessDenied"));
    await expect(assets.open("renders/a.png", conditions)).rejects.toThrow("AccessDenied");
  });
});

describe("reading inputs", () => {
  test("corrupt inputs are an error", async () => {
    s3.on(GetObjectCommand).resolves({ Body: bodyOf('{"layers":7}') });
    await expect(inputs.get("inputs/a.json")).rejects.toThrow(/corrupt/);
  });

  test("only a missing file counts as not found, so that a failure of S3 does not look like expired inputs", async () => {
    s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: "no", $metadata: {} }));
    expect(await inputs.find("inputs/a.json")).toBeUndefined();
    for (const error of [failed(403, "AccessDenied"), failed(500, "InternalError")]) {
      s3.on(GetObjectCommand).rejects(error);
      await expect(inputs.find("inputs/a.json")).rejects.toThrow(error.name);
    }
  });
});

test("reading a stored document throws an error if its text has changed", async () => {
  const documents = createDocumentBucket(client, "bucket");
  s3.on(PutObjectCommand).resolves({});
  const key = await documents.put("w", "t", '{"width":400}');
  s3.on(GetObjectCommand).resolves({ Body: bodyOf('{"width":4') });
  await expect(documents.get(key)).rejects.toThrow("corrupt");
  s3.on(GetObjectCommand).resolves({ Body: bodyOf('{"width":400}') });
  expect(await documents.get(key)).toBe('{"width":400}');
});

describe("thumbnails", () => {
  const thumbnails = createThumbnailBucket(client, "bucket");

  test("a thumbnail that is not stored is undefined, and every other failure is an error", async () => {
    s3.on(GetObjectCommand).rejectsOnce(new NoSuchKey({ message: "none", $metadata: {} }));
    expect(await thumbnails.find("thumbnails/a.webp")).toBeUndefined();
    s3.on(GetObjectCommand).rejects(failed(403, "AccessDenied"));
    await expect(thumbnails.find("thumbnails/a.webp")).rejects.toThrow("AccessDenied");
  });

  test("a thumbnail is stored as WebP, and read with its bytes", async () => {
    const bytes = new Uint8Array([1, 2]);
    await thumbnails.put("thumbnails/a.webp", bytes);
    const [put] = s3.commandCalls(PutObjectCommand);
    expect(put?.args[0].input).toMatchObject({ Key: "thumbnails/a.webp", Body: bytes, ContentType: "image/webp" });
    const Body = Object.assign(Readable.from([]), { transformToByteArray: async () => Promise.resolve(bytes) });
    s3.on(GetObjectCommand).resolves({ Body: Body as never });
    expect(await thumbnails.find("thumbnails/a.webp")).toBe(bytes);
  });
});

describe("batch downloads", () => {
  const downloads = createDownloadBucket(client, "bucket");
  const FILE = { fileName: "batch.zip", contentType: "application/zip" };
  const PART = 8 * 1024 * 1024;
  /** The size of each uploaded part, and whether all of its bytes are those of the chunks. */
  let parts: [size: number, isEqual: boolean][];

  beforeEach(() => {
    parts = [];
    s3.on(CreateMultipartUploadCommand).resolves({ UploadId: "u" });
    s3.on(UploadPartCommand).callsFake(({ Body, PartNumber }: { Body: Uint8Array; PartNumber: number }) => {
      parts.push([Body.byteLength, Buffer.alloc(Body.byteLength, 1).equals(Body)]);
      return { ETag: `"part-${PartNumber}"` };
    });
    s3.on(CompleteMultipartUploadCommand).resolves({});
    s3.on(AbortMultipartUploadCommand).resolves({});
  });

  async function* chunks(...sizes: number[]): AsyncGenerator<Uint8Array> {
    for (const size of sizes) yield await Promise.resolve(new Uint8Array(size).fill(1));
  }

  test("chunks of any size are stored in parts of 8 MB and a smaller last one, with all bytes", async () => {
    expect(await downloads.put("archives/a.zip", chunks(3, PART - 4, 2 * PART, 5, 0), FILE)).toBe(3 * PART + 4);
    expect(parts).toEqual([
      [PART, true],
      [PART, true],
      [PART, true],
      [4, true],
    ]);
    expect(s3.commandCalls(CreateMultipartUploadCommand)[0]?.args[0].input).toEqual({
      ...{ Bucket: "bucket", Key: "archives/a.zip", ContentType: "application/zip" },
      ContentDisposition: 'attachment; filename="batch.zip"',
    });
    expect(s3.commandCalls(CompleteMultipartUploadCommand)[0]?.args[0].input).toEqual({
      ...{ Bucket: "bucket", Key: "archives/a.zip", UploadId: "u" },
      MultipartUpload: { Parts: [1, 2, 3, 4].map((PartNumber) => ({ PartNumber, ETag: `"part-${PartNumber}"` })) },
    });
    expect(s3.commandCalls(AbortMultipartUploadCommand)).toHaveLength(0);
  });

  test("a download of exactly one part has no empty part after it", async () => {
    expect(await downloads.put("archives/a.zip", chunks(PART), FILE)).toBe(PART);
    expect(parts.map(([size]) => size)).toEqual([PART]);
  });

  test("an upload that fails is aborted, and its error is thrown even if the abortion fails too", async () => {
    s3.on(UploadPartCommand).rejects(failed(503, "SlowDown"));
    s3.on(AbortMultipartUploadCommand).rejects(failed(500, "InternalError"));
    await expect(downloads.put("archives/a.zip", chunks(5), FILE)).rejects.toThrow("SlowDown");
    expect(s3.commandCalls(AbortMultipartUploadCommand).map(({ args }) => args[0].input)).toEqual([
      { Bucket: "bucket", Key: "archives/a.zip", UploadId: "u" },
    ]);
    expect(s3.commandCalls(CompleteMultipartUploadCommand)).toHaveLength(0);
  });

  test("the URL of a download expires after the given time", async () => {
    const credentials = { accessKeyId: "test", secretAccessKey: "test" };
    const signing = new S3Client({ region: "us-east-1", credentials });
    const url = new URL(await createDownloadUrls(signing, "bucket").urlOf("archives/a.zip", 900));
    expect(url.pathname).toBe("/archives/a.zip");
    expect(url.searchParams.get("X-Amz-Expires")).toBe("900");
  });
});

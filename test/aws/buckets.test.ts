import { Readable } from "node:stream";
import {
  GetObjectCommand,
  HeadObjectCommand,
  InvalidObjectState,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createAssetBucket } from "../../aws/asset-bucket.js";
import { createInputBucket } from "../../aws/input-bucket.js";
import { createPictureBucket } from "../../aws/picture-bucket.js";

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
/** As much of the SDK's body stream as the adapters use. */
const bodyOf = (text: string) => Object.assign(Readable.from([text]), { transformToString: async () => text }) as never;
const failed = (status: number, name: string) =>
  new S3ServiceException({ name, message: name, $fault: "client", $metadata: { httpStatusCode: status } });

beforeEach(() => void s3.reset());

describe("storing a picture", () => {
  test("is the first writer's: the put is conditional", async () => {
    s3.on(PutObjectCommand).resolves({});
    expect(await pictures.putFirst("renders/a.png", PICTURE)).toBe(3);
    expect(s3.commandCalls(PutObjectCommand)[0]?.args[0].input).toMatchObject({
      IfNoneMatch: "*",
      ContentType: "image/png",
      CacheControl: "public, max-age=5",
      ContentDisposition: 'inline; filename="a.png"',
    });
  });

  test("resolves to the size of what an earlier writer stored", async () => {
    s3.on(PutObjectCommand).rejects(failed(412, "PreconditionFailed"));
    s3.on(HeadObjectCommand).resolves({ ContentLength: 99 });
    expect(await pictures.putFirst("renders/a.png", PICTURE)).toBe(99);
  });

  test("passes other failures on", async () => {
    s3.on(PutObjectCommand).rejects(failed(503, "SlowDown"));
    await expect(pictures.putFirst("renders/a.png", PICTURE)).rejects.toThrow("SlowDown");
  });

  test("has no size where nothing is stored", async () => {
    s3.on(HeadObjectCommand).rejects(new NotFound({ message: "no", $metadata: {} }));
    expect(await pictures.sizeOf("renders/a.png")).toBeUndefined();
  });
});

describe("opening an asset", () => {
  const conditions = { headOnly: false };

  test("passes range and condition on and gives back what is stored", async () => {
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
    // A function URL would rename it.
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
    ["unsatisfiable-range", failed(416, "InvalidRange")],
  ])("tells a %s one apart", async (kind, error) => {
    s3.on(GetObjectCommand).rejects(error);
    expect(await assets.open("renders/a.png", conditions)).toMatchObject({ kind });
  });

  test("tells an archived one apart on HEAD too, which S3 answers", async () => {
    s3.on(HeadObjectCommand).resolves({ StorageClass: "GLACIER" });
    expect(await assets.open("renders/a.png", { headOnly: true })).toEqual({ kind: "archived" });
  });

  test("never takes a refused permission for a missing picture", async () => {
    s3.on(GetObjectCommand).rejects(failed(403, "AccessDenied"));
    await expect(assets.open("renders/a.png", conditions)).rejects.toThrow("AccessDenied");
  });
});

describe("large inputs", () => {
  test("come back as they were put", async () => {
    s3.on(GetObjectCommand).resolves({ Body: bodyOf('{"layers":{"a":{"text":"x"}},"variables":{}}') });
    expect(await inputs.get("inputs/a.json")).toEqual({ layers: { a: { text: "x" } }, variables: {} });
  });

  test("that are corrupt are an error", async () => {
    s3.on(GetObjectCommand).resolves({ Body: bodyOf('{"layers":7}') });
    await expect(inputs.get("inputs/a.json")).rejects.toThrow(/corrupt/);
  });
});

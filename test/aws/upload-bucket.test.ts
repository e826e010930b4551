import { Readable } from "node:stream";
import { GetObjectCommand, S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createUploadReader } from "../../aws/upload-bucket.js";

process.env.AWS_REGION = "us-east-1";
const s3 = mockClient(S3Client);
const uploads = createUploadReader(new S3Client({}), "bucket");
const [WORKSPACE, ID] = ["workspace", "0190c0de-0000-7000-8000-000000000001"];
/** The part of the SDK's body stream that the adapter uses. */
const bodyOf = (bytes: Uint8Array) =>
  Object.assign(Readable.from([bytes]), { transformToByteArray: async () => bytes }) as never;

beforeEach(() => void s3.reset());

describe("reading uploads for the renderer", () => {
  test("reading an upload gets the object under the workspace and the upload ID", async () => {
    s3.on(GetObjectCommand).resolves({ Body: bodyOf(new Uint8Array([1, 2])), ContentLength: 2 });
    expect(await uploads.read(WORKSPACE, ID)).toEqual(new Uint8Array([1, 2]));
    expect(s3.commandCalls(GetObjectCommand)[0]?.args[0].input).toEqual({
      Bucket: "bucket",
      Key: `uploads/workspace/${ID}`,
    });
  });

  test("reading an upload that is too large fails, and destroys its body before it is read", async () => {
    const body = bodyOf(new Uint8Array()) as unknown as Readable;
    s3.on(GetObjectCommand).resolves({ Body: body as never, ContentLength: 20 * 1024 * 1024 + 1 });
    await expect(uploads.read(WORKSPACE, ID)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringContaining("larger than 20 MB"),
    });
    expect(body.destroyed).toBe(true);
  });

  test("reading an upload throws errors other than a missing key", async () => {
    const slowDown = new S3ServiceException({ name: "SlowDown", message: "SlowDown", $fault: "server", $metadata: {} });
    s3.on(GetObjectCommand).rejects(slowDown);
    await expect(uploads.read(WORKSPACE, ID)).rejects.toBe(slowDown);
  });
});

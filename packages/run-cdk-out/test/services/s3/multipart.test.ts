import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { expect, test } from "@jest/globals";
import { cleanups } from "../fixtures.js";
import { S3 } from "./s3-fixture.js";

const atEnd = cleanups();
const at = { Bucket: "pictures", Key: "large.zip" };
const FIVE_MEGABYTES = 5 * 1024 * 1024;

async function begin(s3: S3) {
  const { UploadId } = await s3.client.send(
    new CreateMultipartUploadCommand({ ...at, ContentType: "application/zip" }),
  );
  const part = async (PartNumber: number, Body: Buffer) => {
    const { ETag } = await s3.client.send(new UploadPartCommand({ ...at, UploadId, PartNumber, Body }));
    return { PartNumber, ETag };
  };
  const complete = (Parts: readonly Awaited<ReturnType<typeof part>>[]) =>
    s3.client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts: [...Parts] } }));
  return { UploadId, part, complete };
}

test("S3 joins the parts of an upload into one object, with the metadata from the start of the upload", async () => {
  const s3 = await S3.start(atEnd);
  const [first, last] = [Buffer.alloc(FIVE_MEGABYTES, "a"), Buffer.from("end")];
  const { part, complete } = await begin(s3);
  const second = await part(2, last);
  await part(1, Buffer.from("replaced"));
  const parts = [await part(1, first), second];
  await expect(s3.get(at.Key)).rejects.toMatchObject({ name: "NoSuchKey" });
  await complete(parts);
  const { Body, ContentType, ETag } = await s3.get(at.Key);
  const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
  expect(bytes.equals(Buffer.concat([first, last]))).toBe(true);
  const digests = [first, last].map((part) => createHash("md5").update(part).digest());
  const digest = createHash("md5").update(Buffer.concat(digests)).digest("hex");
  expect([ContentType, ETag]).toEqual(["application/zip", `"${digest}-2"`]);
  expect(await readdir(`${s3.dataDir}/.staging`)).toEqual([]);
  expect(s3.events.map(({ detail }) => (detail as { reason: string }).reason)).toEqual(["CompleteMultipartUpload"]);
});

test("S3 refuses a list of parts that is empty, not in order, wrong, or with a part that is too small", async () => {
  const s3 = await S3.start(atEnd);
  const { part, complete } = await begin(s3);
  const parts = [await part(1, Buffer.from("1")), await part(2, Buffer.from("2"))] as const;
  await expect(complete([])).rejects.toMatchObject({ name: "MalformedXML" });
  await expect(complete([parts[1], parts[0]])).rejects.toMatchObject({ name: "InvalidPartOrder" });
  await expect(complete([{ ...parts[0], ETag: parts[1].ETag }])).rejects.toMatchObject({ name: "InvalidPart" });
  await expect(complete(parts)).rejects.toMatchObject({ name: "EntityTooSmall" });
  await complete([parts[1]]);
  expect(await s3.text(at.Key)).toBe("2");
});

test("S3 deletes an aborted upload with its parts", async () => {
  const s3 = await S3.start(atEnd);
  const { UploadId, part, complete } = await begin(s3);
  const parts = [await part(1, Buffer.from("1"))];
  await s3.client.send(new AbortMultipartUploadCommand({ ...at, UploadId }));
  expect(await readdir(`${s3.dataDir}/.staging`)).toEqual([]);
  await expect(complete(parts)).rejects.toMatchObject({ name: "NoSuchUpload" });
});

import { createHash } from "node:crypto";
import { request } from "node:http";
import { ChecksumAlgorithm, type PutObjectCommandInput } from "@aws-sdk/client-s3";
import { describe, expect, test } from "@jest/globals";
import { AwsChunkedDecoder } from "../../../src/services/s3/aws-chunked.js";
import { startChecksum } from "../../../src/services/s3/checksums.js";
import { cleanups } from "../fixtures.js";
import { S3 } from "./s3-fixture.js";

const atEnd = cleanups();

describe("checksums", () => {
  // The check values of the CRC catalog, and of FIPS 180, for "123456789", in Base64.
  test.each([
    ["crc32", "cbf43926"],
    ["crc32c", "e3069283"],
    ["sha1", "f7c3bc1d808e04732adf679965ccc34ca7ae3441"],
    ["sha256", "15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225"],
  ])("the %s checksum of 123456789 is the published one", (algorithm, hex) => {
    const checksum = startChecksum(algorithm);
    for (const part of ["1", "2345", "6789"]) checksum?.update(Buffer.from(part));
    expect(checksum?.value()).toBe(Buffer.from(hex, "hex").toString("base64"));
  });

  test("S3 returns the checksum of the upload with the download", async () => {
    const s3 = await S3.start(atEnd);
    const put = await s3.put("x", "123456789");
    expect(put.ChecksumCRC32).toBe("y/Q5Jg==");
    expect((await s3.get("x", { ChecksumMode: "ENABLED" })).ChecksumCRC32).toBe("y/Q5Jg==");
    await s3.put("y", "123456789", { ChecksumAlgorithm: ChecksumAlgorithm.SHA256 });
    expect((await s3.get("y", { ChecksumMode: "ENABLED" })).ChecksumSHA256).toMatch(/^FeKw/);
  });

  test.each<[string, Partial<PutObjectCommandInput>, string]>([
    ["a wrong checksum", { ChecksumCRC32: "AAAAAA==" }, "BadDigest"],
    ["a wrong MD5", { ContentMD5: createHash("md5").update("y").digest("base64") }, "BadDigest"],
    ["an invalid MD5", { ContentMD5: "short" }, "InvalidDigest"],
    ["an unknown storage class", { StorageClass: "CHEAP" as "STANDARD" }, "InvalidStorageClass"],
  ])("S3 rejects an upload with %s and keeps the old object", async (_, input, name) => {
    const s3 = await S3.start(atEnd);
    await s3.put("x", "old");
    await expect(s3.put("x", "new", input)).rejects.toMatchObject({ name });
    expect(await s3.text("x")).toBe("old");
  });

  test("S3 keeps the old object when an upload is interrupted", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put("x", "old");
    const { getSignedUrl } = await import("@aws-sdk/s3-request-presigner");
    const { PutObjectCommand } = await import("@aws-sdk/client-s3");
    const url = await getSignedUrl(s3.client, new PutObjectCommand({ Bucket: "pictures", Key: "x" }));
    const upload = request(url, { method: "PUT", headers: { "content-length": 1_000 } });
    const broken = new Promise((resolve) => upload.once("error", resolve));
    upload.write("half", () => upload.destroy(new Error("gone")));
    await broken;
    // Closing waits for the interrupted request, so nothing changes afterwards.
    await s3.service.close();
    const after = await S3.start(atEnd, { dataDir: s3.dataDir });
    expect(await after.text("x")).toBe("old");
  });
});

describe("chunked bodies", () => {
  async function decode(pieces: string[]): Promise<{ text: string; trailers: Map<string, string> }> {
    const decoder = new AwsChunkedDecoder();
    for (const piece of pieces) decoder.write(piece);
    decoder.end();
    const chunks: Buffer[] = [];
    for await (const chunk of decoder as AsyncIterable<Buffer>) chunks.push(chunk);
    return { text: Buffer.concat(chunks).toString(), trailers: decoder.trailers };
  }

  const body = "5\r\nhello\r\n6\r\n\r\nwor\n\r\n0\r\nX-Amz-Checksum-Crc32:abc=\r\n\r\n";

  test("the decoder joins chunks however the network splits them, even chunks with line ends", async () => {
    const trailers = new Map([["x-amz-checksum-crc32", "abc="]]);
    for (let size = 1; size <= body.length; size++) {
      const pieces = body.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
      expect(await decode(pieces)).toEqual({ text: "hello\r\nwor\n", trailers });
    }
  });

  test.each([
    ["an invalid size", "xyz\r\nhello\r\n", "MalformedTrailerError"],
    ["a chunk that is longer than its size", "2\r\nhello\r\n0\r\n\r\n", "MalformedTrailerError"],
    ["a missing end", "5\r\nhello\r\n", "IncompleteBody"],
    ["a size line without an end", "0".repeat(9_000), "MalformedTrailerError"],
  ])("the decoder rejects a chunked body with %s", async (_, text, name) => {
    await expect(decode([text])).rejects.toMatchObject({ name });
  });
});

import {
  DeleteBucketCommand,
  GetBucketVersioningCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  ListObjectsCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { describe, expect, test } from "@jest/globals";
import { cleanups, region } from "../fixtures.js";
import { S3 } from "./s3-fixture.js";

const atEnd = cleanups();
const at = { Bucket: "pictures", Key: "a b/ü+(1).png" };

/** Sends a plain HTTP request and reads status, error code and body. */
async function request(url: string, init?: RequestInit) {
  const response = await fetch(url, init);
  const body = await response.text();
  return { status: response.status, code: /<Code>(.*)<\/Code>/.exec(body)?.[1], body, headers: response.headers };
}

describe("presigned URLs", () => {
  test("a presigned GET returns the object with the response headers that the URL contains", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put(at.Key, "abc");
    const ResponseContentDisposition = 'attachment; filename="grüße *1*.png"';
    const url = await getSignedUrl(s3.client, new GetObjectCommand({ ...at, ResponseContentDisposition }));
    const response = await request(url);
    expect(response).toMatchObject({ status: 200, body: "abc" });
    expect(response.headers.get("content-disposition")).toBe(ResponseContentDisposition);
  });

  test("a presigned PUT stores the body with the metadata that the URL contains", async () => {
    const s3 = await S3.start(atEnd);
    const command = new PutObjectCommand({ ...at, ContentType: "image/png", Metadata: { job: "1" } });
    const url = await getSignedUrl(s3.client, command);
    const response = await request(url, { method: "PUT", body: "picture", headers: { "content-type": "image/png" } });
    expect(response.status).toBe(200);
    expect(await s3.get(at.Key)).toMatchObject({ ContentType: "image/png", Metadata: { job: "1" }, ContentLength: 7 });
  });

  test("a presigned URL returns 403 when the method, the key, the expiry or a response header is changed", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put(at.Key, "abc");
    const url = await getSignedUrl(s3.client, new GetObjectCommand(at), { expiresIn: 60 });
    const forged = [
      [url, { method: "PUT", body: "x" }],
      [url.replace("pictures/", "pictures/x"), {}],
      [url.replace("X-Amz-Expires=60", "X-Amz-Expires=61"), {}],
      [`${url}&response-content-disposition=attachment`, {}],
    ] as const;
    for (const [forgedUrl, init] of forged) {
      expect(await request(forgedUrl, init)).toMatchObject({ status: 403, code: "SignatureDoesNotMatch" });
    }
  });

  test("a presigned URL is valid until its expiry, to the millisecond", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put(at.Key, "abc");
    const signingDate = new Date("2026-01-01T00:00:00Z");
    const url = await getSignedUrl(s3.client, new GetObjectCommand(at), { expiresIn: 60, signingDate });
    s3.clock.nowMs = signingDate.getTime() + 60_000;
    expect((await request(url)).status).toBe(200);
    s3.clock.nowMs += 1;
    expect(await request(url)).toMatchObject({ status: 403, code: "AccessDenied" });
    expect((await request(url)).body).toContain("Request has expired");
  });

  test("a presigned URL returns 400 for a response header with characters that HTTP does not allow", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put(at.Key, "abc");
    const command = new GetObjectCommand({ ...at, ResponseContentDisposition: 'attachment; filename="写真.png"' });
    expect(await request(await getSignedUrl(s3.client, command))).toMatchObject({
      status: 400,
      code: "InvalidArgument",
    });
  });

  test("S3 returns 403 when an x-amz header is not signed", async () => {
    const s3 = await S3.start(atEnd);
    const url = await getSignedUrl(s3.client, new PutObjectCommand(at));
    const headers = { "x-amz-storage-class": "GLACIER" };
    const response = await request(url, { method: "PUT", body: "x", headers });
    expect(response).toMatchObject({ status: 403, code: "AccessDenied" });
    expect(response.body).toContain("<HeadersNotSigned>x-amz-storage-class</HeadersNotSigned>");
  });
});

describe("signed requests", () => {
  test.each([
    ["another secret key", { accessKeyId: "local", secretAccessKey: "other" }, "SignatureDoesNotMatch"],
    ["another access key ID", { accessKeyId: "other", secretAccessKey: "local" }, "InvalidAccessKeyId"],
  ])("S3 rejects a signature with %s", async (_, credentials, name) => {
    const s3 = await S3.start(atEnd);
    const client = new S3Client({ endpoint: s3.service.endpoint, region, credentials, maxAttempts: 1 });
    atEnd(() => client.destroy());
    await expect(client.send(new GetObjectCommand(at))).rejects.toMatchObject({ name });
    await expect(client.send(new PutObjectCommand({ ...at, Body: "x" }))).rejects.toMatchObject({ name });
  });

  test("S3 rejects a signature that is 16 minutes old", async () => {
    const s3 = await S3.start(atEnd);
    s3.clock.nowMs = Date.now() + 16 * 60_000;
    await expect(s3.get("x")).rejects.toMatchObject({
      name: "RequestTimeTooSkewed",
      $metadata: { httpStatusCode: 403 },
    });
  });

  test("S3 returns 403 for all requests without a signature", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put("x", "abc");
    const { endpoint } = s3.service;
    for (const path of ["/", "/pictures", "/pictures/x", "/pictures/none", "/nowhere/x"]) {
      expect(await request(endpoint + path)).toMatchObject({ status: 403, code: "AccessDenied" });
    }
    const headers = { "x-local-origin-access": "guessed" };
    expect(await request(`${endpoint}/pictures/x`, { headers })).toMatchObject({ status: 403 });
  });
});

describe("CloudFront's origin access", () => {
  async function viaOriginAccess(s3: S3, path: string, init: RequestInit = {}) {
    const headers = { "x-local-origin-access": s3.service.internalToken };
    return request(s3.service.endpoint + path, { ...init, headers });
  }

  test("CloudFront can read objects and set response headers", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put("x.png", "abc");
    const response = await viaOriginAccess(s3, "/pictures/x.png?response-content-disposition=attachment");
    expect(response).toMatchObject({ status: 200, body: "abc" });
    expect(response.headers.get("content-disposition")).toBe("attachment");
  });

  test("CloudFront gets 403 for a missing object, because it cannot list the bucket", async () => {
    const s3 = await S3.start(atEnd);
    expect(await viaOriginAccess(s3, "/pictures/none.png")).toMatchObject({ status: 403, code: "AccessDenied" });
  });

  test("CloudFront can neither list nor write objects", async () => {
    const s3 = await S3.start(atEnd);
    expect((await viaOriginAccess(s3, "/pictures/?list-type=2")).status).toBe(403);
    expect((await viaOriginAccess(s3, "/pictures/x", { method: "PUT", body: "x" })).status).toBe(403);
    expect((await viaOriginAccess(s3, "/pictures/x", { method: "DELETE" })).status).toBe(403);
  });
});

describe("unsupported operations", () => {
  const bucket = { Bucket: "pictures" };

  test.each<[string, (client: S3Client) => Promise<unknown>]>([
    ["an access control list", (client) => client.send(new GetObjectAclCommand(at))],
    ["a version", (client) => client.send(new GetObjectCommand({ ...at, VersionId: "1" }))],
    ["ListObjects (version 1)", (client) => client.send(new ListObjectsCommand(bucket))],
    ["the bucket's versioning", (client) => client.send(new GetBucketVersioningCommand(bucket))],
    ["deleting a bucket", (client) => client.send(new DeleteBucketCommand(bucket))],
    [
      "an object lock",
      (client) => client.send(new PutObjectCommand({ ...at, Body: "x", ObjectLockMode: "GOVERNANCE" })),
    ],
    [
      "encryption with a KMS key",
      (client) => client.send(new PutObjectCommand({ ...at, Body: "x", ServerSideEncryption: "aws:kms" })),
    ],
  ])("S3 returns 501 for %s", async (_, send) => {
    const s3 = await S3.start(atEnd);
    await s3.put(at.Key, "x");
    await expect(send(s3.client)).rejects.toMatchObject({
      name: "NotImplemented",
      $metadata: { httpStatusCode: 501 },
    });
  });
});

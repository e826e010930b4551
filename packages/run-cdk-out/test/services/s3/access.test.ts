import {
  CreateMultipartUploadCommand,
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

/** Status, error code and whole body of a plain HTTP request. */
async function ask(url: string, init?: RequestInit) {
  const response = await fetch(url, init);
  const body = await response.text();
  return { status: response.status, code: /<Code>(.*)<\/Code>/.exec(body)?.[1], body, headers: response.headers };
}

describe("presigned URLs", () => {
  test("a presigned GET gives the object to whoever holds it, under the signed headers of the answer", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put(at.Key, "abc");
    const ResponseContentDisposition = 'attachment; filename="grüße *1*.png"';
    const url = await getSignedUrl(s3.client, new GetObjectCommand({ ...at, ResponseContentDisposition }));
    const answer = await ask(url);
    expect(answer).toMatchObject({ status: 200, body: "abc" });
    expect(answer.headers.get("content-disposition")).toBe(ResponseContentDisposition);
  });

  test("a presigned PUT stores what is sent to it, with the metadata that was signed into it", async () => {
    const s3 = await S3.start(atEnd);
    const command = new PutObjectCommand({ ...at, ContentType: "image/png", Metadata: { job: "1" } });
    const url = await getSignedUrl(s3.client, command);
    const answer = await ask(url, { method: "PUT", body: "picture", headers: { "content-type": "image/png" } });
    expect(answer.status).toBe(200);
    expect(await s3.get(at.Key)).toMatchObject({ ContentType: "image/png", Metadata: { job: "1" }, ContentLength: 7 });
  });

  test("a URL signed for one method, key, header of the answer or expiry is good for no other", async () => {
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
      expect(await ask(forgedUrl, init)).toMatchObject({ status: 403, code: "SignatureDoesNotMatch" });
    }
  });

  test("a URL works until its expiry and not a second longer", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put(at.Key, "abc");
    const signingDate = new Date("2026-01-01T00:00:00Z");
    const url = await getSignedUrl(s3.client, new GetObjectCommand(at), { expiresIn: 60, signingDate });
    s3.clock.nowMs = signingDate.getTime() + 60_000;
    expect((await ask(url)).status).toBe(200);
    s3.clock.nowMs += 1;
    expect(await ask(url)).toMatchObject({ status: 403, code: "AccessDenied" });
    expect((await ask(url)).body).toContain("Request has expired");
  });

  test("a header of the answer that HTTP can't carry is refused", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put(at.Key, "abc");
    const command = new GetObjectCommand({ ...at, ResponseContentDisposition: 'attachment; filename="写真.png"' });
    expect(await ask(await getSignedUrl(s3.client, command))).toMatchObject({ status: 400, code: "InvalidArgument" });
  });

  test("a header that S3 would act on must be signed", async () => {
    const s3 = await S3.start(atEnd);
    const url = await getSignedUrl(s3.client, new PutObjectCommand(at));
    const headers = { "x-amz-storage-class": "GLACIER" };
    const answer = await ask(url, { method: "PUT", body: "x", headers });
    expect(answer).toMatchObject({ status: 403, code: "AccessDenied" });
    expect(answer.body).toContain("<HeadersNotSigned>x-amz-storage-class</HeadersNotSigned>");
  });
});

describe("signed requests", () => {
  test.each([
    ["another secret", { accessKeyId: "local", secretAccessKey: "other" }, "SignatureDoesNotMatch"],
    ["another key id", { accessKeyId: "other", secretAccessKey: "local" }, "InvalidAccessKeyId"],
  ])("a signature made with %s is refused", async (_, credentials, name) => {
    const s3 = await S3.start(atEnd);
    const client = new S3Client({ endpoint: s3.service.endpoint, region, credentials, maxAttempts: 1 });
    atEnd(() => client.destroy());
    await expect(client.send(new GetObjectCommand(at))).rejects.toMatchObject({ name });
    await expect(client.send(new PutObjectCommand({ ...at, Body: "x" }))).rejects.toMatchObject({ name });
  });

  test("a signature from another time is refused", async () => {
    const s3 = await S3.start(atEnd);
    s3.clock.nowMs = Date.now() + 16 * 60_000;
    await expect(s3.get("x")).rejects.toMatchObject({ name: "RequestTimeTooSkewed" });
  });

  test("a request without a signature is refused, whatever it asks", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put("x", "abc");
    const { endpoint } = s3.service;
    for (const path of ["/", "/pictures", "/pictures/x", "/pictures/none", "/nowhere/x"]) {
      expect(await ask(endpoint + path)).toMatchObject({ status: 403, code: "AccessDenied" });
    }
    const headers = { "x-local-origin-access": "guessed" };
    expect(await ask(`${endpoint}/pictures/x`, { headers })).toMatchObject({ status: 403 });
  });
});

describe("CloudFront's origin access", () => {
  async function viaOriginAccess(s3: S3, path: string, init: RequestInit = {}) {
    const headers = { "x-local-origin-access": s3.service.internalToken };
    return ask(s3.service.endpoint + path, { ...init, headers });
  }

  test("it reads objects, and may set headers of the answer", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put("x.png", "abc");
    const answer = await viaOriginAccess(s3, "/pictures/x.png?response-content-disposition=attachment");
    expect(answer).toMatchObject({ status: 200, body: "abc" });
    expect(answer.headers.get("content-disposition")).toBe("attachment");
  });

  test("what is not there is 403 to it, since it may not list", async () => {
    const s3 = await S3.start(atEnd);
    expect(await viaOriginAccess(s3, "/pictures/none.png")).toMatchObject({ status: 403, code: "AccessDenied" });
  });

  test("it can neither list nor write", async () => {
    const s3 = await S3.start(atEnd);
    expect((await viaOriginAccess(s3, "/pictures/?list-type=2")).status).toBe(403);
    expect((await viaOriginAccess(s3, "/pictures/x", { method: "PUT", body: "x" })).status).toBe(403);
    expect((await viaOriginAccess(s3, "/pictures/x", { method: "DELETE" })).status).toBe(403);
  });
});

describe("what is not implemented", () => {
  const bucket = { Bucket: "pictures" };

  test.each<[string, (client: S3Client) => Promise<unknown>]>([
    ["a multipart upload", (client) => client.send(new CreateMultipartUploadCommand(at))],
    ["an access list", (client) => client.send(new GetObjectAclCommand(at))],
    ["a version", (client) => client.send(new GetObjectCommand({ ...at, VersionId: "1" }))],
    ["the old listing", (client) => client.send(new ListObjectsCommand(bucket))],
    ["the bucket's versioning", (client) => client.send(new GetBucketVersioningCommand(bucket))],
    ["removing a bucket", (client) => client.send(new DeleteBucketCommand(bucket))],
    [
      "an object lock",
      (client) => client.send(new PutObjectCommand({ ...at, Body: "x", ObjectLockMode: "GOVERNANCE" })),
    ],
  ])("%s is refused by name with 501, not half done", async (_, send) => {
    const s3 = await S3.start(atEnd);
    await s3.put(at.Key, "x");
    await expect(send(s3.client)).rejects.toMatchObject({
      name: "NotImplemented",
      $metadata: { httpStatusCode: 501 },
    });
  });
});

import { randomUUID } from "node:crypto";
import { GetObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createUploadFiles } from "../../aws/upload-files.js";
import { createUploadTickets } from "../../aws/upload-tickets.js";
import type { UploadTicket } from "../../core/uploads/ports.js";
import { type Upload, incomingKey } from "../../core/uploads/upload.js";
import { type LocalBucket, startLocalBucket } from "../support/local-bucket.js";
import { WORKSPACE } from "../support/render-fixture.js";

const NOW_MS = Date.now();

let bucket: LocalBucket;
let upload: Upload;
let ticket: UploadTicket;

beforeAll(async () => {
  bucket = await startLocalBucket();
});
afterAll(() => bucket.close());

beforeEach(async () => {
  bucket.clock.nowMs = undefined;
  const id = randomUUID();
  upload = { id, workspaceId: WORKSPACE, contentType: "image/png", bytes: 7, state: "waiting", createdAtMs: NOW_MS };
  const signer = bucket.createClient({ requestChecksumCalculation: "WHEN_REQUIRED" });
  ticket = await createUploadTickets(signer, bucket.name).make(upload, NOW_MS, 900);
});

async function send(body: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(ticket.url, { method: "PUT", body, headers: { ...ticket.headers, ...headers } });
  await response.arrayBuffer();
  return response.status;
}

describe("the presigned request of an upload", () => {
  test("a presigned request stores a file once, and a second file is refused", async () => {
    expect(await send("picture")).toBe(200);
    expect(await send("PICTURE")).toBe(412);
    const stored = await bucket.client.send(new GetObjectCommand({ Bucket: bucket.name, Key: incomingKey(upload) }));
    expect(stored).toMatchObject({ ContentType: "image/png", ContentLength: 7 });
    expect(await stored.Body?.transformToString()).toBe("picture");
  });

  test.each<[string, string, Record<string, string>]>([
    ["a longer file", "pictures", {}],
    ["a shorter file", "pictur", {}],
    ["another type", "picture", { "content-type": "text/html" }],
    ["a file that could replace another one", "picture", { "if-none-match": "" }],
    ["a header that changes the stored object", "picture", { "x-amz-storage-class": "GLACIER" }],
  ])("a presigned request refuses %s", async (_name, body, headers) => {
    expect(await send(body, headers)).toBe(403);
    expect(await createUploadFiles(bucket.client, bucket.name).readHead(incomingKey(upload), 10)).toBeUndefined();
  });

  test("the presigned request of a refused upload cannot store another file", async () => {
    expect(await send("PICTURE")).toBe(200);
    await createUploadFiles(bucket.client, bucket.name).block(incomingKey(upload));
    expect(await send("picture")).toBe(412);
    const stored = await bucket.client.send(new GetObjectCommand({ Bucket: bucket.name, Key: incomingKey(upload) }));
    expect(await stored.Body?.transformToString()).toBe("This upload was refused.");
  });

  test("a presigned request is refused after its expiry", async () => {
    bucket.clock.nowMs = NOW_MS + 900_001;
    expect(await send("picture")).toBe(403);
  });

  test("a presigned request signs no checksum, because it would be the checksum of an empty file", () => {
    const names = [...new URL(ticket.url).searchParams.keys()].filter((name) => /checksum/i.test(name));
    expect(names).toEqual([]);
    expect(new URL(ticket.url).searchParams.get("X-Amz-SignedHeaders")).toBe(
      "content-length;content-type;host;if-none-match",
    );
  });
});

import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { describe, expect, test } from "@jest/globals";
import { createUploadFiles } from "../../aws/upload-files.js";
import { createUploadTickets } from "../../aws/upload-tickets.js";
import type { Upload } from "../../core/uploads/upload.js";
import { cleanups } from "../support/cleanups.js";
import { credentials, LocalS3, region } from "../support/local-s3.js";
import { WORKSPACE } from "../support/world.js";

const atEnd = cleanups();
const ID = "11111111-2222-4333-8444-000000000001";
const KEY = `uploads/${WORKSPACE}/${ID}`;
const NOW_MS = Date.now();
const UPLOAD: Upload = {
  id: ID,
  workspaceId: WORKSPACE,
  contentType: "image/png",
  bytes: 7,
  state: "waiting",
  createdAtMs: NOW_MS,
};

async function setUp() {
  const s3 = await LocalS3.start(atEnd);
  const { endpoint } = s3;
  const signer = new S3Client({ endpoint, region, credentials, requestChecksumCalculation: "WHEN_REQUIRED" });
  const ticket = await createUploadTickets(signer, "pictures").make(UPLOAD, NOW_MS, 900);
  const send = async (body: string, headers: Record<string, string> = {}) => {
    const sent = await fetch(ticket.url, { method: "PUT", body, headers: { ...ticket.headers, ...headers } });
    await sent.arrayBuffer();
    return sent.status;
  };
  return { s3, ticket, send, files: createUploadFiles(s3.client, "pictures") };
}

describe("a presigned upload", () => {
  test("is taken once, and nothing is taken after it", async () => {
    const { s3, send } = await setUp();
    expect(await send("picture")).toBe(200);
    expect(await send("PICTURE")).toBe(412);
    expect(await s3.get(KEY)).toMatchObject({ ContentType: "image/png", ContentLength: 7 });
    expect(await s3.text(KEY)).toBe("picture");
  });

  test.each([
    ["a longer file", "pictures", {}],
    ["a shorter file", "pictur", {}],
    ["another type", "picture", { "content-type": "text/html" }],
    ["a file that may replace one", "picture", { "if-none-match": "" }],
    ["a header that S3 would act on", "picture", { "x-amz-storage-class": "GLACIER" }],
  ])("admits nothing but what was announced: not %s", async (_name, body, headers) => {
    const { send, files } = await setUp();
    expect(await send(body, headers as Record<string, string>)).toBe(403);
    expect(await files.look(KEY, 10)).toBeUndefined();
  });

  test("is not taken when its time is over", async () => {
    const { s3, send } = await setUp();
    s3.clock.nowMs = NOW_MS + 900_001;
    expect(await send("picture")).toBe(403);
  });

  test("signs no checksum, which would be that of an empty file", async () => {
    const { ticket } = await setUp();
    const names = [...new URL(ticket.url).searchParams.keys()].filter((name) => /checksum/i.test(name));
    expect(names).toEqual([]);
    expect(new URL(ticket.url).searchParams.get("X-Amz-SignedHeaders")).toBe(
      "content-length;content-type;host;if-none-match",
    );
  });
});

describe("a stored upload", () => {
  test("is seen by its beginning, its type and its whole size", async () => {
    const { s3, files } = await setUp();
    await s3.client.send(
      new PutObjectCommand({ Bucket: "pictures", Key: KEY, Body: "x".repeat(100), ContentType: "image/png" }),
    );
    const seen = await files.look(KEY, 10);
    expect({ ...seen, head: Buffer.from(seen?.head ?? []).toString() }).toMatchObject({
      contentType: "image/png",
      bytes: 100,
      head: "x".repeat(10),
    });
    expect(Math.abs(Date.now() - (seen?.storedAtMs ?? 0))).toBeLessThan(60_000);
    expect(await files.look(KEY, 1000)).toMatchObject({ bytes: 100 });
  });

  test("that was removed is seen no more", async () => {
    const { s3, files } = await setUp();
    await s3.put(KEY, "abc");
    await files.remove(KEY);
    expect(await files.look(KEY, 10)).toBeUndefined();
  });
});

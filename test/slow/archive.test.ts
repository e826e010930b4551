import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createDownloadBucket } from "../../aws/download-bucket.js";
import { createAssetBucket } from "../../aws/asset-bucket.js";
import { makeDownload } from "../../core/batches/download/make-download.js";
import { DOWNLOAD_ATTRIBUTES } from "../../core/batches/batch-download.js";
import type { ArchiveFormat } from "../../core/contract/archive-format.js";
import { PdfFile } from "../../packages/engine/src/pdf/pdf-file.js";
import { newBatch } from "../support/batch-samples.js";
import { type LocalBucket, startLocalBucket } from "../support/local-bucket.js";
import { createRenderFixture, START_MS } from "../support/render-fixture.js";

const MEGABYTE = 1024 * 1024;
const PICTURE_BYTES = 21 * MEGABYTE;
/** A local header with the name `01.png`, and a data descriptor. */
const HEADER_BYTES = 30 + "01.png".length;
const ENTRY_BYTES = HEADER_BYTES + PICTURE_BYTES + 16;
/** The memory of two parts, of the buffers of the streams, and of the local S3, which runs in this process too. */
const MAX_BUFFERED_BYTES = 200 * MEGABYTE;

let bucket: LocalBucket;
beforeAll(async () => {
  bucket = await startLocalBucket();
});
afterAll(() => bucket.close());

const pictureOf = (index: number) => Buffer.alloc(PICTURE_BYTES, index + 1);

/** Stores the pictures of an ended batch of 50, and makes its download. Resolves to the end of the download and its memory. */
async function makeArchive(format: ArchiveFormat, bodyOf: (index: number) => Buffer) {
  const fixture = createRenderFixture();
  const { batch, jobs } = newBatch(50);
  const jobFormat = format === "zip" ? "png" : "pdf";
  for (const [index, job] of jobs.entries()) {
    fixture.jobs.items.set(job.id, { ...job, format: jobFormat, status: "done", finishedAtMs: START_MS });
    const Key = `renders/${job.id}.${jobFormat}`;
    await bucket.client.send(new PutObjectCommand({ Bucket: bucket.name, Key, Body: bodyOf(index) }));
  }
  const making = { status: "making", token: "t", startedAtMs: START_MS } as const;
  const attribute = DOWNLOAD_ATTRIBUTES[format];
  fixture.batches.items.set(batch.id, { ...batch, remaining: 0, [attribute]: making });
  let mostBytes = 0;
  const sampling = setInterval(() => {
    mostBytes = Math.max(mostBytes, process.memoryUsage().arrayBuffers);
  }, 20);
  const stores = {
    ...fixture,
    assets: createAssetBucket(bucket.client, bucket.name),
    downloads: createDownloadBucket(bucket.client, bucket.name),
  };
  await makeDownload(stores, { batchId: batch.id, format, token: "t", requestId: "r" });
  clearInterval(sampling);
  return {
    archive: fixture.batches.items.get(batch.id)?.[attribute],
    key: `archives/${batch.id}.${format}`,
    mostBytes,
  };
}

async function readRange(Key: string, start: number, length: number): Promise<Buffer> {
  const at = { Bucket: bucket.name, Key, Range: `bytes=${start}-${start + length - 1}` };
  const { Body } = await bucket.client.send(new GetObjectCommand(at));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

test("a ZIP of 1 GB is created with bounded memory, and has every byte of every picture in its place", async () => {
  const { archive, key, mostBytes } = await makeArchive("zip", pictureOf);
  expect(archive).toMatchObject({ status: "ready", pictures: 50, missing: [] });
  expect(archive?.bytes).toBeGreaterThan(1024 * MEGABYTE);
  expect(mostBytes).toBeLessThan(MAX_BUFFERED_BYTES);
  for (let index = 0; index < 50; index += 1) {
    const start = index * ENTRY_BYTES + HEADER_BYTES;
    expect(pictureOf(index).equals(await readRange(key, start, PICTURE_BYTES))).toBe(true);
  }
}, 600_000);

test("a PDF of 1 GB is created with bounded memory, and has every byte of every page in its place", async () => {
  const pdfOf = (index: number) => {
    const file = new PdfFile();
    const [content, pages] = [file.addStream({ dictionary: "", data: pictureOf(index) }), file.reserve()];
    const page = file.add(`<</Type/Page/Parent ${pages} 0 R/MediaBox[0 0 9 9]/Contents ${content} 0 R>>`);
    file.add(`<</Type/Pages/Kids[${page} 0 R]/Count 1>>`, pages);
    return Buffer.from(file.write(file.add(`<</Type/Catalog/Pages ${pages} 0 R>>`), file.add("<<>>")));
  };
  const { archive, key, mostBytes } = await makeArchive("pdf", pdfOf);
  expect(archive).toMatchObject({ status: "ready", pictures: 50, missing: [] });
  expect(archive?.bytes).toBeGreaterThan(1024 * MEGABYTE);
  expect(mostBytes).toBeLessThan(MAX_BUFFERED_BYTES);
  for (let index = 0, at = 0; index < 50; index += 1) {
    const head = (await readRange(key, at, 2_000)).toString("latin1");
    const start = at + head.indexOf("\nstream\n") + "\nstream\n".length;
    expect(pictureOf(index).equals(await readRange(key, start, PICTURE_BYTES))).toBe(true);
    at = start + PICTURE_BYTES;
  }
}, 600_000);

import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createDownloadBucket } from "../../aws/download-bucket.js";
import { createAssetBucket } from "../../aws/asset-bucket.js";
import { makeDownload } from "../../core/batches/download/make-download.js";
import type { Job } from "../../core/renders/job.js";
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

test("a ZIP of 1 GB is made with bounded memory, and has every byte of every picture in its place", async () => {
  const fixture = createRenderFixture();
  const { batch, jobs } = newBatch(50);
  for (const [index, job] of jobs.entries()) {
    const ended: Job = { ...job, status: "done", finishedAtMs: START_MS };
    fixture.jobs.items.set(job.id, ended);
    const Key = `renders/${job.id}.png`;
    await bucket.client.send(new PutObjectCommand({ Bucket: bucket.name, Key, Body: pictureOf(index) }));
  }
  fixture.batches.items.set(batch.id, {
    ...batch,
    remaining: 0,
    archive: { status: "making", token: "t", startedAtMs: START_MS },
  });
  let mostBytes = 0;
  const sampling = setInterval(() => {
    mostBytes = Math.max(mostBytes, process.memoryUsage().arrayBuffers);
  }, 20);
  const stores = {
    ...fixture,
    assets: createAssetBucket(bucket.client, bucket.name),
    downloads: createDownloadBucket(bucket.client, bucket.name),
  };
  await makeDownload(stores, { batchId: batch.id, token: "t", requestId: "r" });
  clearInterval(sampling);
  const archive = fixture.batches.items.get(batch.id)?.archive;
  expect(archive).toMatchObject({ status: "ready", pictures: 50, missing: [] });
  expect(archive?.bytes).toBeGreaterThan(1024 * MEGABYTE);
  expect(mostBytes).toBeLessThan(MAX_BUFFERED_BYTES);
  for (const index of jobs.keys()) {
    const start = index * ENTRY_BYTES + HEADER_BYTES;
    const Range = `bytes=${start}-${start + PICTURE_BYTES - 1}`;
    const at = { Bucket: bucket.name, Key: `archives/${batch.id}.zip`, Range };
    const { Body } = await bucket.client.send(new GetObjectCommand(at));
    expect(pictureOf(index).equals((await Body?.transformToByteArray()) ?? new Uint8Array())).toBe(true);
  }
}, 600_000);

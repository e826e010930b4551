/** Sends the rows as batches, waits until the batches end, and stores the pictures. */
import { createHash } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { CreateRender } from "@image-render/client";
import { type BatchBody, batchBodySchema } from "../../core/contract/batch-body.js";
import type { JobBody } from "../../core/contract/job-body.js";
import type { ApiClient } from "../api/client.js";
import type { Item } from "./check-rows.js";
import type { Journal, OpenBatch } from "./journal.js";
import type { Progress } from "./progress.js";

/** The maximum number of batches in the service at the same time. */
const OPEN_BATCHES = 4;
/** The number of concurrent downloads. */
const DOWNLOADS = 4;
/** The service allows two status requests per second and key. */
const POLL_MS = 600;

export interface RunInput {
  readonly client: Pick<ApiClient, "read" | "run">;
  readonly items: readonly Item[];
  readonly journal: Journal;
  /** The folder of the pictures. */
  readonly out: string;
  /** The maximum number of rows in a batch. */
  readonly batchSize: number;
  readonly progress: Progress;
}

/** Finishes the batches of an earlier run first. Sends the rows that failed in that run again. @throws ApiError */
export async function runBatches(input: RunInput): Promise<void> {
  const { journal, items, batchSize, progress } = input;
  const inService = new Set(journal.openBatches().flatMap(({ rows }) => rows));
  const left = items.filter(({ row }) => !journal.done.has(row.number) && !inService.has(row.number));
  for (let start = 0; start < left.length || journal.openBatches().length > 0;) {
    if (start < left.length && journal.openBatches().length < OPEN_BATCHES) {
      await send(input, left.slice(start, start + batchSize));
      start += batchSize;
      continue;
    }
    const [oldest] = journal.openBatches();
    if (oldest !== undefined) await collect(input, oldest);
    await progress.show(journal);
  }
}

/** Sends a batch. If an earlier response was lost, the key is the same, so the rows are never paid twice. */
async function send({ client, journal }: RunInput, items: readonly Item[]): Promise<void> {
  // The rows were checked with the schema of the template.
  const jobs = items.map(({ body }) => body) as unknown as CreateRender[];
  const rounds = items.map(({ row }) => [row.number, journal.sent.get(row.number) ?? 0]);
  const idempotencyKey = createHash("sha256")
    .update(JSON.stringify([journal.run, rounds, jobs]))
    .digest("hex");
  const created = await client.read(batchBodySchema, (irs) => irs.batches.create({ jobs }, { idempotencyKey }));
  journal.addBatch(
    created.id,
    items.map(({ row }) => row.number),
  );
}

/** Stores the results of the jobs of a batch that have ended. */
async function collect(input: RunInput, batch: OpenBatch): Promise<void> {
  const { client, journal } = input;
  const body = await client.read(batchBodySchema, (irs) => irs.batches.get(batch.id));
  const jobs = jobsByRow(body);
  const ended = batch.rows.filter((row) => !journal.done.has(row) && !journal.failed.has(row));
  const ready = ended.flatMap((row) => {
    const job = jobs.get(row);
    return job === undefined || job.status === "queued" ? [] : [{ row, job }];
  });
  for (let start = 0; start < ready.length; start += DOWNLOADS) {
    await Promise.all(ready.slice(start, start + DOWNLOADS).map(async ({ row, job }) => await store(input, row, job)));
  }
  if (body.status === "queued") await pause(body.retryAfterMs ?? POLL_MS);
  else if (ready.length < ended.length) {
    for (const row of ended) if (!jobs.has(row)) journal.addFailed(row, "The render was deleted.");
  }
}

function jobsByRow({ jobs }: BatchBody): ReadonlyMap<number, JobBody> {
  return new Map(jobs.map((job) => [Number(job.metadata?.["row"]), job]));
}

async function store({ client, items, journal, out }: RunInput, row: number, job: JobBody): Promise<void> {
  const file = items.find((item) => item.row.number === row)?.file;
  if (file === undefined) return;
  if (job.status === "failed" || job.assetUrl === undefined) {
    journal.addFailed(row, job.error ?? "The render failed.");
    return;
  }
  const path = join(out, file);
  const { assetUrl } = job;
  // A picture gets its final name only when it is complete.
  await writeFile(`${path}.part`, await client.run((irs) => irs.images.download(assetUrl)));
  await rename(`${path}.part`, path);
  journal.addDone(row);
}

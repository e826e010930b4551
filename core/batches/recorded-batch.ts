/**
 * The response that an idempotency record repeats. A record is one item of at most 400 KB, and the metadata of 50 jobs
 * can be larger, so the record does not contain it. A repeated request has the same body as the first one, so the
 * metadata comes from that body.
 */
import type { BatchBody } from "../contract/batch-body.js";
import { type CreateBatch, readBatchItem } from "../contract/batches-api.js";
import { itemsOf } from "./check-batch.js";

export function withoutMetadata({ jobs, ...batch }: BatchBody): BatchBody {
  return { ...batch, jobs: jobs.map((job) => ({ ...job, metadata: undefined })) };
}

export function withMetadata({ jobs, ...batch }: BatchBody, request: CreateBatch): BatchBody {
  const items = itemsOf(request).map((item) => readBatchItem(item).body);
  const complete = jobs.map((job, index) => {
    const metadata = items[index]?.metadata;
    return metadata === undefined ? job : { ...job, metadata };
  });
  return { ...batch, jobs: complete };
}

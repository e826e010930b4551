/**
 * The response that an idempotency record repeats. A record is one item of at most 400 KB, and the metadata of 50 jobs can
 * have more. So the record leaves them out. A repeated request has the same body as the first one, and they come from there.
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

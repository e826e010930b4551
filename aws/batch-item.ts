/** Batches as items of the batches table. */
import { type Batch, batchSchema } from "../core/batches/batch.js";
import { parseItem } from "./stored-item.js";

export function parseBatchItem(item: unknown): Batch {
  return parseItem(batchSchema, item, "the batches table");
}

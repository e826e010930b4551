/** Batch requests. Each entry succeeds or fails independently. */
import { AwsError } from "../aws-error.js";

interface BatchEntry {
  readonly Id: string;
}

interface BatchFailure extends BatchEntry {
  readonly SenderFault: boolean;
  readonly Code: string;
  readonly Message: string;
}

/** Runs all entries. An `AwsError` becomes the failure of its entry. */
export function runBatch<Entry extends BatchEntry>(
  entries: readonly Entry[],
  run: (entry: Entry) => object,
): { Successful: object[]; Failed: BatchFailure[] } {
  checkEntries(entries);
  const Successful: object[] = [];
  const Failed: BatchFailure[] = [];
  for (const entry of entries) {
    try {
      Successful.push({ Id: entry.Id, ...run(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id: entry.Id, SenderFault: true, Code: error.code, Message: error.message });
    }
  }
  return { Successful, Failed };
}

function checkEntries(entries: readonly BatchEntry[]): void {
  if (entries.length === 0) throw new AwsError("EmptyBatchRequest", "The batch request contains no entries.");
  if (entries.length > 10) {
    throw new AwsError("TooManyEntriesInBatchRequest", "A batch request can contain at most 10 entries.");
  }
  const ids = new Set(entries.map((entry) => entry.Id));
  if (ids.size < entries.length) throw new AwsError("BatchEntryIdsNotDistinct", "The IDs of the entries must differ.");
  const bad = entries.find(({ Id }) => !/^[\w-]{1,80}$/.test(Id));
  if (bad) throw new AwsError("InvalidBatchEntryId", `${bad.Id} is not a valid ID of a batch entry.`);
}

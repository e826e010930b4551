/** The PutEvents operation. Each entry succeeds or fails independently. */
import * as z from "zod";
import { AwsError } from "../aws-error.js";
import { type JsonOperation, operation } from "../aws-json.js";
import type { BusEntry } from "../service.js";

const entrySchema = z.strictObject({
  Source: z.string().optional(),
  DetailType: z.string().optional(),
  Detail: z.string().optional(),
  Resources: z.array(z.string()).optional(),
  EventBusName: z.string().optional(),
  /** Epoch seconds. */
  Time: z.number().optional(),
  TraceHeader: z.string().optional(),
});
type Entry = z.infer<typeof entrySchema>;

/**
 * The quota for all entries of one request together (EventBridge user guide, "Calculating PutEvents event entry size").
 */
const MAX_REQUEST_BYTES = 256 * 1024;

/** Puts an entry on the bus and returns the ID of the event. Throws an `AwsError` if the bus rejects it. */
export type AcceptEntry = (entry: BusEntry) => string;

export function putEventsOperation(accept: AcceptEntry): JsonOperation {
  return operation(z.strictObject({ Entries: z.array(entrySchema).min(1).max(10) }), ({ Entries }) => {
    if (Entries.reduce((sum, entry) => sum + sizeOf(entry), 0) > MAX_REQUEST_BYTES) {
      throw new AwsError("ValidationException", "Total size of the entries in the request is over the limit.");
    }
    const results = Entries.map((entry) => putEntry(entry, accept));
    return { FailedEntryCount: results.filter((result) => "ErrorCode" in result).length, Entries: results };
  });
}

function putEntry(
  entry: Entry,
  accept: AcceptEntry,
): { EventId: string } | { ErrorCode: string; ErrorMessage: string } {
  try {
    return { EventId: accept(checkEntry(entry)) };
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    return { ErrorCode: error.code, ErrorMessage: error.message };
  }
}

function checkEntry({ Source, DetailType, Detail, Resources, EventBusName, Time }: Entry): BusEntry {
  const source = required("Source", Source);
  const detailType = required("DetailType", DetailType);
  const detail = parseDetail(required("Detail", Detail));
  if (source.startsWith("aws.")) {
    throw new AwsError("NotAuthorizedForSourceException", "Not authorized for the source.");
  }
  return {
    source,
    detailType,
    detail,
    resources: Resources ?? [],
    ...(EventBusName === undefined ? {} : { busName: EventBusName }),
    ...(Time === undefined ? {} : { time: new Date(Time * 1_000) }),
  };
}

function required(name: string, value: string | undefined): string {
  if (value !== undefined && value !== "") return value;
  throw new AwsError("InvalidArgument", `Parameter ${name} is not valid. Reason: ${name} is a required argument.`);
}

function parseDetail(text: string): Record<string, unknown> {
  let detail: unknown;
  try {
    detail = JSON.parse(text);
  } catch {
    detail = undefined;
  }
  if (typeof detail === "object" && detail !== null && !Array.isArray(detail)) return detail as Record<string, unknown>;
  throw new AwsError("MalformedDetail", "Detail is malformed.");
}

function sizeOf({ Source = "", DetailType = "", Detail = "", Resources = [], Time }: Entry): number {
  const bytes = [Source, DetailType, Detail, ...Resources].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return bytes + (Time === undefined ? 0 : 14);
}

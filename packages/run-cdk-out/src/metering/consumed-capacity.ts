/**
 * The capacity units that a request to DynamoDB consumes, as DynamoDB itself reports them (DynamoDB developer guide, "Read
 * and write operations"). Units of indexes count for their table.
 */
import type { MeterKind } from "./meter.js";

/** Operations that only read. All others consume write units. */
const READS: ReadonlySet<string> = new Set(["GetItem", "BatchGetItem", "TransactGetItems", "Query", "Scan"]);
/** A write whose condition does not hold consumes the units of the write. Items of one unit are by far the most. */
const FAILED_WRITE_UNITS = 1;

export interface ConsumedUnits {
  readonly kind: Extract<MeterKind, "read units" | "write units">;
  readonly table: string;
  readonly units: number;
}

/** Asks for the units of a request, unless the caller has asked for them. */
export function askForCapacity(body: Buffer): Buffer {
  const text = body.toString("utf8");
  if (text.includes('"ReturnConsumedCapacity"')) return body;
  const rest = text.trimStart().slice(1).trimStart();
  return Buffer.from(`{"ReturnConsumedCapacity":"TOTAL"${rest.startsWith("}") ? "" : ","}${rest}`);
}

/** Returns the units of a response. A response without them, for example about a table, has consumed none. */
export function consumedUnits(operation: string, status: number, request: Buffer, response: Buffer): ConsumedUnits[] {
  const kind = READS.has(operation) ? "read units" : "write units";
  const body = parse(response);
  if (status !== 200) {
    const isCondition = String(body["__type"]).endsWith("ConditionalCheckFailedException");
    const table = parse(request)["TableName"];
    return isCondition && typeof table === "string" ? [{ kind, table, units: FAILED_WRITE_UNITS }] : [];
  }
  const consumed = [body["ConsumedCapacity"] ?? []].flat() as { TableName?: string; CapacityUnits?: number }[];
  return consumed.map(({ TableName = "", CapacityUnits = 0 }) => ({ kind, table: TableName, units: CapacityUnits }));
}

function parse(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(bytes.toString("utf8")) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

/**
 * The calls of a request to DynamoDB as IAM sees them: one for each table and index, with the values of the condition keys
 * (DynamoDB developer guide, "Using IAM policy conditions for fine-grained access control").
 */
import { LOCAL_ACCOUNT_ID, LOCAL_REGION } from "../local-account.js";
import type { AwsCall, CallContext } from "./aws-call.js";
import { namesIn, valueComparedWith } from "./expression-names.js";

type Value = Readonly<Record<string, unknown>>;
type Item = Readonly<Record<string, Value>>;

/** The parts of a request that decide which items and attributes it reads or writes. */
interface Part {
  readonly TableName?: string;
  readonly IndexName?: string;
  readonly Key?: Item;
  readonly Keys?: readonly Item[];
  readonly Item?: Item;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Item;
  readonly KeyConditionExpression?: string;
  readonly Select?: string;
  readonly ReturnValues?: string;
  readonly ReturnConsumedCapacity?: string;
  readonly AttributesToGet?: readonly string[];
  readonly [member: string]: unknown;
}

interface Request extends Part {
  readonly RequestItems?: Readonly<Record<string, Part | readonly Readonly<Record<string, Part>>[]>>;
  readonly TransactItems?: readonly Readonly<Record<string, Part>>[];
}

/** Returns the name of the partition key of a table, or of an index of it. */
export type ReadPartitionKey = (tableName: string, indexName?: string) => Promise<string>;

const EXPRESSIONS = [
  "UpdateExpression",
  "ConditionExpression",
  "ProjectionExpression",
  "FilterExpression",
  "KeyConditionExpression",
] as const;
/** Parameters of the older API whose keys are attribute names. */
const NAMED_MEMBERS = ["AttributeUpdates", "Expected", "KeyConditions", "QueryFilter", "ScanFilter"] as const;
const TRANSACTIONS: ReadonlySet<string> = new Set(["TransactWriteItems", "TransactGetItems"]);

/** Returns the calls of a request. A transaction and a batch need the permission for each of their parts. */
export async function dynamoDbCalls(
  operation: string,
  body: Buffer,
  readPartitionKey: ReadPartitionKey,
): Promise<AwsCall[]> {
  const parts = partsOf(operation, parse(body));
  return Promise.all(
    parts.map(async ({ action, part }) => {
      const { TableName, IndexName } = part;
      const resource = TableName === undefined ? "*" : resourceOf(TableName, IndexName);
      const leading = await leadingKeys(part, readPartitionKey);
      const context: CallContext = {
        ...contextOf(part),
        ...(leading.length > 0 && { "dynamodb:leadingkeys": leading }),
        ...(TRANSACTIONS.has(operation) && { "dynamodb:enclosingoperation": [operation] }),
        ...(action === "Scan" && { "dynamodb:fulltablescan": ["true"] }),
      };
      return { action: `dynamodb:${action}`, resource, context };
    }),
  );
}

function parse(body: Buffer): Request {
  try {
    return JSON.parse(body.toString("utf8")) as Request;
  } catch {
    // The service reports that the body is invalid.
    return {};
  }
}

function partsOf(operation: string, request: Request): { action: string; part: Part }[] {
  if (TRANSACTIONS.has(operation)) {
    return (request.TransactItems ?? []).flatMap((item) =>
      Object.entries(item).map(([kind, part]) => ({
        action: kind === "ConditionCheck" ? "ConditionCheckItem" : `${kind}Item`,
        part,
      })),
    );
  }
  if (request.RequestItems === undefined) return [{ action: operation, part: request }];
  const { ReturnConsumedCapacity } = request;
  return Object.entries(request.RequestItems).flatMap(([TableName, items]) => {
    const members = isList(items) ? items.flatMap((item) => Object.values(item)) : [items];
    return members.map((part) => ({
      action: operation,
      part: { ...part, TableName, ...(ReturnConsumedCapacity !== undefined && { ReturnConsumedCapacity }) },
    }));
  });
}

const isList = <T>(value: Part | readonly T[]): value is readonly T[] => Array.isArray(value);

/** Returns the ARN of a table or an index. A request can name a table by its ARN. */
function resourceOf(table: string, index: string | undefined): string {
  const arn = table.startsWith("arn:") ? table : `arn:aws:dynamodb:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:table/${table}`;
  return index === undefined ? arn : `${arn}/index/${index}`;
}

async function leadingKeys(part: Part, readPartitionKey: ReadPartitionKey): Promise<string[]> {
  const { TableName, IndexName, Key, Keys, Item, KeyConditionExpression } = part;
  if (TableName === undefined) return [];
  const items = [Key, Item, ...(Keys ?? [])].filter((item) => item !== undefined);
  if (items.length === 0 && KeyConditionExpression === undefined) return [];
  const name = await readPartitionKey(TableName, IndexName);
  const placeholder = valueComparedWith(name, KeyConditionExpression ?? "", part.ExpressionAttributeNames ?? {});
  const compared = placeholder === undefined ? undefined : part.ExpressionAttributeValues?.[placeholder];
  const values = [...items.map((item) => item[name]), compared].filter((value) => value !== undefined);
  return [...new Set(values.flatMap((value) => Object.values(value).map(String)))];
}

function contextOf(part: Part): Record<string, readonly string[]> {
  const attributes = [...new Set(attributesOf(part))];
  const { Select, ReturnValues, ReturnConsumedCapacity } = part;
  return {
    ...(attributes.length > 0 && { "dynamodb:attributes": attributes }),
    ...(Select !== undefined && { "dynamodb:select": [Select] }),
    ...(ReturnValues !== undefined && { "dynamodb:returnvalues": [ReturnValues] }),
    ...(ReturnConsumedCapacity !== undefined && { "dynamodb:returnconsumedcapacity": [ReturnConsumedCapacity] }),
  };
}

/** Returns the names of all top-level attributes that a request names, including those of keys and conditions. */
function attributesOf(part: Part): string[] {
  const { Key, Keys, Item, AttributesToGet, ExpressionAttributeNames: placeholders = {} } = part;
  const items = [Key, Item, ...(Keys ?? [])].flatMap((item) => Object.keys(item ?? {}));
  const expressions = EXPRESSIONS.flatMap((member) => {
    const expression = part[member];
    return typeof expression === "string" ? namesIn(expression, placeholders) : [];
  });
  const named = NAMED_MEMBERS.flatMap((member) => Object.keys(part[member] ?? {}));
  return [...items, ...expressions, ...named, ...(AttributesToGet ?? [])];
}

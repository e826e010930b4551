/** AWS::DynamoDB::GlobalTable and ::Table: creates the table, or updates the indexes of the table of an earlier run. */
import { setTimeout as pause } from "node:timers/promises";
import {
  type AttributeDefinition,
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  type KeySchemaElement,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
  waitUntilTableNotExists,
} from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import type { Provisioner } from "../platform.js";
import { flag, ignored, readProperties } from "../properties.js";
import { TemplateError } from "../template-error.js";

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(["HASH", "RANGE"]) }));
const indexSchema = z.object({
  IndexName: z.string(),
  KeySchema: keySchema,
  Projection: z.object({
    ProjectionType: z.enum(["ALL", "KEYS_ONLY", "INCLUDE"]).optional(),
    NonKeyAttributes: z.array(z.string()).optional(),
  }),
});
const viewTypes = z.enum(["NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY"]);

const tableSchema = z.strictObject({
  TableName: z.string().optional(),
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(["S", "N", "B"]) })),
  KeySchema: keySchema,
  GlobalSecondaryIndexes: z.array(indexSchema).default([]),
  LocalSecondaryIndexes: z.array(indexSchema).default([]),
  StreamSpecification: z.object({ StreamViewType: viewTypes }).optional(),
  DeletionProtectionEnabled: flag.optional(),
  /** A global table sets the protection in each replica. The first replica is the table of this region. */
  Replicas: z.array(z.looseObject({ DeletionProtectionEnabled: flag.optional() })).default([]),
  // Expired items are deleted when the clock is moved. On AWS, too, they may exist for days.
  ...ignored("TimeToLiveSpecification"),
  ...ignored("BillingMode", "ProvisionedThroughput", "OnDemandThroughput", "WarmThroughput", "TableClass"),
  ...ignored("WriteProvisionedThroughputSettings", "WriteOnDemandThroughputSettings"),
  ...ignored("PointInTimeRecoverySpecification", "ContributorInsightsSpecification"),
  ...ignored("SSESpecification", "ResourcePolicy", "Tags"),
});

type TableProperties = z.infer<typeof tableSchema>;

/**
 * Creates the table, or adopts an existing one with the same keys. As CloudFormation does, it adds and removes global indexes of an
 * existing table, and refuses other changes.
 */
export const provisionTable: Provisioner = async (resource, identity, { dynamoDb, fresh }) => {
  const properties = readProperties(resource, tableSchema);
  const name = identity.physicalId;
  // If the user has set the endpoint of a DynamoDB, its tables are not in the state folder.
  if (fresh) await remove(dynamoDb, name);
  const existing = await describe(dynamoDb, name);
  const refuse = (difference: string): never => {
    const hint = "Run with --fresh to delete all data and create it again";
    throw new TemplateError(resource.logicalId, `the table ${name} has ${difference} than the template. ${hint}`);
  };
  if (existing !== undefined && keysOf(existing) !== keysOf(properties)) refuse("other keys or local indexes");
  const table =
    existing === undefined
      ? await create(dynamoDb, name, properties)
      : await updateIndexes(dynamoDb, { ...existing, TableName: name }, properties, refuse);
  const stream = table?.LatestStreamArn;
  return stream === undefined ? identity : { ...identity, attributes: { ...identity.attributes, StreamArn: stream } };
};

async function describe(dynamoDb: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await dynamoDb.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function remove(dynamoDb: DynamoDBClient, name: string): Promise<void> {
  if ((await describe(dynamoDb, name)) === undefined) return;
  await dynamoDb.send(new DeleteTableCommand({ TableName: name }));
  await waitUntilTableNotExists({ client: dynamoDb, maxWaitTime: 30, minDelay: 1 }, { TableName: name });
}

async function create(
  dynamoDb: DynamoDBClient,
  name: string,
  properties: TableProperties,
): Promise<TableDescription | undefined> {
  const { GlobalSecondaryIndexes: globals, LocalSecondaryIndexes: locals, StreamSpecification: stream } = properties;
  const { DeletionProtectionEnabled: isProtected = properties.Replicas[0]?.DeletionProtectionEnabled } = properties;
  const input: CreateTableCommandInput = {
    TableName: name,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: properties.AttributeDefinitions,
    KeySchema: properties.KeySchema,
    ...(globals.length > 0 && { GlobalSecondaryIndexes: globals.map(withoutUndefined) }),
    ...(locals.length > 0 && { LocalSecondaryIndexes: locals.map(withoutUndefined) }),
    ...(isProtected === true && { DeletionProtectionEnabled: true }),
    ...(stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream.StreamViewType } }),
  };
  return (await dynamoDb.send(new CreateTableCommand(input))).TableDescription;
}

type IndexProperties = z.infer<typeof indexSchema>;

function withoutUndefined({ IndexName, KeySchema, Projection }: IndexProperties): {
  IndexName: string;
  KeySchema: KeySchemaElement[];
  Projection: { ProjectionType: "ALL" | "KEYS_ONLY" | "INCLUDE"; NonKeyAttributes?: string[] };
} {
  const { ProjectionType = "ALL", NonKeyAttributes: attributes } = Projection;
  return {
    IndexName,
    KeySchema,
    Projection: { ProjectionType, ...(attributes && { NonKeyAttributes: attributes }) },
  };
}

/** How long a new index may take until it has all items. */
const MAX_INDEX_MS = 60_000;

/** Adds the global indexes that only the template has, and removes those that only the table has. */
async function updateIndexes(
  dynamoDb: DynamoDBClient,
  existing: TableDescription & { readonly TableName: string },
  properties: TableProperties,
  refuse: (difference: string) => never,
): Promise<TableDescription | undefined> {
  const { TableName } = existing;
  const [before, after] = [indexesOf(existing), indexesOf(properties)];
  for (const [name, shape] of after) {
    // CloudFormation cannot change an index either. Another name makes another index.
    if ((before.get(name) ?? shape) !== shape) refuse(`another key or projection of its index ${name}`);
  }
  const removed = [...before.keys()].filter((name) => !after.has(name));
  const added = properties.GlobalSecondaryIndexes.filter(({ IndexName }) => !before.has(IndexName));
  // DynamoDB accepts one change of an index at a time.
  for (const IndexName of removed) {
    await dynamoDb.send(
      new UpdateTableCommand({ TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] }),
    );
    await untilUpdated(dynamoDb, TableName);
  }
  for (const index of added) {
    const { AttributeDefinitions } = properties;
    const GlobalSecondaryIndexUpdates = [{ Create: withoutUndefined(index) }];
    await dynamoDb.send(new UpdateTableCommand({ TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates }));
    await untilUpdated(dynamoDb, TableName);
  }
  return await describe(dynamoDb, TableName);
}

async function untilUpdated(dynamoDb: DynamoDBClient, name: string): Promise<void> {
  const endsAtMs = Date.now() + MAX_INDEX_MS;
  while (Date.now() < endsAtMs) {
    const table = await describe(dynamoDb, name);
    const states = [table?.TableStatus, ...(table?.GlobalSecondaryIndexes ?? []).map((index) => index.IndexStatus)];
    if (states.every((state) => state === undefined || state === "ACTIVE")) return;
    await pause(200);
  }
  throw new Error(`The table ${name} has not finished the update of its indexes within ${MAX_INDEX_MS / 1000} s.`);
}

interface Shape {
  readonly AttributeDefinitions?: readonly AttributeDefinition[] | undefined;
  readonly KeySchema?: readonly KeySchemaElement[] | undefined;
  readonly GlobalSecondaryIndexes?: readonly IndexShape[] | undefined;
  readonly LocalSecondaryIndexes?: readonly IndexShape[] | undefined;
}
interface IndexShape {
  readonly IndexName?: string | undefined;
  readonly KeySchema?: readonly KeySchemaElement[] | undefined;
  readonly Projection?: { ProjectionType?: string | undefined; NonKeyAttributes?: string[] | undefined } | undefined;
}

/** Returns the keys and local indexes of a table as a string, to compare two tables. Nothing can change them. */
function keysOf(table: Shape): string {
  const locals = (table.LocalSecondaryIndexes ?? []).map((index) => shapeOf(table, index));
  return [keyText(table, table.KeySchema), ...locals.sort()].join("\n");
}

/** Returns the global indexes of a table as strings, by name. */
function indexesOf(table: Shape): ReadonlyMap<string, string> {
  return new Map((table.GlobalSecondaryIndexes ?? []).map((index) => [index.IndexName ?? "", shapeOf(table, index)]));
}

function shapeOf(table: Shape, { IndexName = "", KeySchema, Projection }: IndexShape): string {
  const { ProjectionType: projection = "ALL", NonKeyAttributes: attributes = [] } = Projection ?? {};
  return `${IndexName}: ${keyText(table, KeySchema)} ${projection} ${[...attributes].sort().join()}`;
}

function keyText({ AttributeDefinitions = [] }: Shape, elements: readonly KeySchemaElement[] = []): string {
  const types = new Map(AttributeDefinitions.map((item) => [item.AttributeName, item.AttributeType]));
  return elements
    .map((key) => `${key.KeyType ?? ""} ${key.AttributeName ?? ""} ${types.get(key.AttributeName) ?? ""}`)
    .join();
}

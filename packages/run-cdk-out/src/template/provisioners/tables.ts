/** AWS::DynamoDB::GlobalTable and ::Table: creates the table, or adopts the table of an earlier run. */
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

/** Creates the table, or adopts an existing one if its keys and indexes are the same. */
export const provisionTable: Provisioner = async (resource, identity, { dynamoDb, fresh }) => {
  const properties = readProperties(resource, tableSchema);
  const name = identity.physicalId;
  // If the user has set the endpoint of a DynamoDB, its tables are not in the state folder.
  if (fresh) await remove(dynamoDb, name);
  const existing = (await describe(dynamoDb, name)) ?? (await create(dynamoDb, name, properties));
  if (existing && shapeOf(existing) !== shapeOf(properties)) {
    throw new TemplateError(
      resource.logicalId,
      `the table ${name} has other keys or indexes than the template. Run with --fresh to delete all data and create it again`,
    );
  }
  const stream = existing?.LatestStreamArn;
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

/** The keys and indexes of a table as a string, to compare two tables. */
function shapeOf(table: Shape): string {
  const types = new Map(table.AttributeDefinitions?.map((item) => [item.AttributeName, item.AttributeType]));
  const keys = (elements: readonly KeySchemaElement[] = []): string =>
    elements
      .map((key) => `${key.KeyType ?? ""} ${key.AttributeName ?? ""} ${types.get(key.AttributeName) ?? ""}`)
      .join();
  const indexes = [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? [])].map((index) => {
    const { ProjectionType: projection = "ALL", NonKeyAttributes: attributes = [] } = index.Projection ?? {};
    return `${index.IndexName ?? ""}: ${keys(index.KeySchema)} ${projection} ${[...attributes].sort().join()}`;
  });
  return [keys(table.KeySchema), ...indexes.sort()].join("\n");
}

/**
 * Environment variables that name a resource, each with the actions that the function may call on the resource.
 *
 * The actions are exactly those that the function's code calls. The CDK's own grants allow more.
 */
import type { IKeyValueStore } from "aws-cdk-lib/aws-cloudfront";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { EventBus } from "aws-cdk-lib/aws-events";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { BUCKET_PREFIXES, type INDEXES } from "../core/contract/storage-layout.js";

export interface Grant {
  /** The value of the variable. */
  readonly value: string;
  readonly statements: readonly PolicyStatement[];
}

type TableAction =
  | "GetItem"
  | "BatchGetItem"
  | "PutItem"
  | "UpdateItem"
  | "DeleteItem"
  | "Query"
  | "Scan"
  | "DescribeTable"
  | "UpdateTable";
type IndexName = (typeof INDEXES)[keyof typeof INDEXES];
type ObjectAction = "GetObject" | "PutObject" | "AbortMultipartUpload" | "PutObjectTagging" | "DeleteObject";
type SecretAction = "GetSecretValue" | "PutSecretValue";
type KeyValueAction = "UpdateKeys" | "DeleteKey";

/**
 * The table's name. `actions` are on the table itself. `readIndexes` may be queried, or
 * else scanned, and nothing else.
 */
export function table(
  { tableName, tableArn }: TableV2,
  actions: readonly TableAction[],
  readIndexes: readonly IndexName[] = [],
  readBy: "Query" | "Scan" = "Query",
): Grant {
  const onIndexes = readIndexes.map((index) => allow("dynamodb", [readBy], `${tableArn}/index/${index}`));
  return { value: tableName, statements: [allow("dynamodb", actions, tableArn), ...onIndexes] };
}

/**
 * The table's name. `UpdateItem` is allowed only for these attributes, keys included, and cannot return others.
 *
 * @param actions further actions, on whole items
 */
export function attributesOf(source: TableV2, actions: readonly TableAction[], attributes: readonly string[]): Grant {
  const update = new PolicyStatement({
    actions: ["dynamodb:UpdateItem"],
    resources: [source.tableArn],
    conditions: {
      "ForAllValues:StringEquals": { "dynamodb:Attributes": [...attributes] },
      StringEqualsIfExists: { "dynamodb:ReturnValues": ["NONE", "UPDATED_OLD", "UPDATED_NEW"] },
    },
  });
  return { value: source.tableName, statements: [...table(source, actions).statements, update] };
}

/** The table's name. The actions are on the items whose partition keys begin with the prefix. */
export function itemsBelow(
  { tableName, tableArn }: TableV2,
  actions: readonly ("BatchGetItem" | "UpdateItem")[],
  keyPrefix: string,
): Grant {
  const statement = allow("dynamodb", actions, tableArn);
  statement.addCondition("ForAllValues:StringLike", { "dynamodb:LeadingKeys": [`${keyPrefix}*`] });
  return { value: tableName, statements: [statement] };
}

/** The bucket's name. The actions are on the objects below each prefix. */
export function objects(
  bucket: Bucket,
  actions: Partial<Readonly<Record<keyof typeof BUCKET_PREFIXES, readonly ObjectAction[]>>>,
): Grant {
  const prefixes = Object.entries(actions) as [keyof typeof BUCKET_PREFIXES, readonly ObjectAction[]][];
  const statements = prefixes.map(([name, allowed]) =>
    allow("s3", allowed, bucket.arnForObjects(`${BUCKET_PREFIXES[name]}*`)),
  );
  const reads = prefixes.some(([, allowed]) => allowed.includes("GetObject"));
  // Without ListBucket, S3 returns 403 for a missing object, the same status as for a missing permission.
  if (reads) statements.push(allow("s3", ["ListBucket"], bucket.bucketArn));
  return { value: bucket.bucketName, statements };
}

/** The secret's ARN. */
export function secret({ secretArn }: Pick<ISecret, "secretArn">, ...actions: readonly SecretAction[]): Grant {
  return { value: secretArn, statements: [allow("secretsmanager", actions, secretArn)] };
}

/** The ARN of the edge's key-value store. Each change names the version that it is based on, so it needs `Describe…`. */
export function keyValueStore(
  { keyValueStoreArn }: Pick<IKeyValueStore, "keyValueStoreArn">,
  ...actions: readonly KeyValueAction[]
): Grant {
  const all = ["DescribeKeyValueStore", ...actions];
  return { value: keyValueStoreArn, statements: [allow("cloudfront-keyvaluestore", all, keyValueStoreArn)] };
}

/** The URL of a queue that the function sends to. */
export function sendTo({ queueUrl, queueArn }: IQueue): Grant {
  return { value: queueUrl, statements: [allow("sqs", ["SendMessage"], queueArn)] };
}

/** The name of an event bus that the function publishes to. */
export function publishTo({ eventBusName, eventBusArn }: EventBus): Grant {
  return { value: eventBusName, statements: [allow("events", ["PutEvents"], eventBusArn)] };
}

function allow(service: string, actions: readonly string[], resource: string): PolicyStatement {
  return new PolicyStatement({ actions: actions.map((action) => `${service}:${action}`), resources: [resource] });
}

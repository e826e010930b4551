/**
 * Environment variables that name a resource. Each comes with the actions that the function may call on the resource.
 *
 * The grants contain exactly the actions that the function's code calls. The CDK's own grants allow more.
 *
 * Each function below passes the name, the ARN or the URL of the resource as the value of the variable.
 */
import type { IKeyValueStore } from "aws-cdk-lib/aws-cloudfront";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { EventBus } from "aws-cdk-lib/aws-events";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { BUCKET_PREFIXES, type INDEXES } from "../core/deployment/storage-layout.js";

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
 * Passes the table's name. Grants `actions` on the table itself. On the `readIndexes`, grants only `readBy`: queries
 * by default.
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
 * Passes the table's name. `UpdateItem` may write and return only these attributes, which must include the keys.
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

/** Passes the table's name. Grants the actions on the items whose partition keys begin with the prefix. */
export function itemsBelow(
  { tableName, tableArn }: TableV2,
  actions: readonly ("BatchGetItem" | "UpdateItem")[],
  keyPrefix: string,
): Grant {
  const statement = allow("dynamodb", actions, tableArn);
  statement.addCondition("ForAllValues:StringLike", { "dynamodb:LeadingKeys": [`${keyPrefix}*`] });
  return { value: tableName, statements: [statement] };
}

/**
 * Passes the bucket's name. Grants the actions on the objects below each prefix.
 *
 * @param options `lists`: whether the function lists keys. @default false
 */
export function objects(
  bucket: Bucket,
  actions: Partial<Readonly<Record<keyof typeof BUCKET_PREFIXES, readonly ObjectAction[]>>>,
  { lists = false }: { readonly lists?: boolean } = {},
): Grant {
  const prefixes = Object.entries(actions) as [keyof typeof BUCKET_PREFIXES, readonly ObjectAction[]][];
  const statements = prefixes.map(([name, allowed]) =>
    allow("s3", allowed, bucket.arnForObjects(`${BUCKET_PREFIXES[name]}*`)),
  );
  const reads = prefixes.some(([, allowed]) => allowed.includes("GetObject"));
  // Without ListBucket, S3 returns 403 for a missing object, the same status as for a missing permission.
  if (reads || lists) statements.push(allow("s3", ["ListBucket"], bucket.bucketArn));
  return { value: bucket.bucketName, statements };
}

/** Passes the secret's ARN, and grants the actions on the secret. */
export function secret({ secretArn }: Pick<ISecret, "secretArn">, ...actions: readonly SecretAction[]): Grant {
  return { value: secretArn, statements: [allow("secretsmanager", actions, secretArn)] };
}

/** Passes the ARN of the edge's key-value store. Each change needs `Describe…`, because it names its base version. */
export function keyValueStore(
  { keyValueStoreArn }: Pick<IKeyValueStore, "keyValueStoreArn">,
  ...actions: readonly KeyValueAction[]
): Grant {
  const all = ["DescribeKeyValueStore", ...actions];
  return { value: keyValueStoreArn, statements: [allow("cloudfront-keyvaluestore", all, keyValueStoreArn)] };
}

/** Passes the URL of a queue that the function sends to. */
export function sendTo({ queueUrl, queueArn }: IQueue): Grant {
  return { value: queueUrl, statements: [allow("sqs", ["SendMessage"], queueArn)] };
}

/** Passes the name of an event bus that the function publishes to. */
export function publishTo({ eventBusName, eventBusArn }: EventBus): Grant {
  return { value: eventBusName, statements: [allow("events", ["PutEvents"], eventBusArn)] };
}

function allow(service: string, actions: readonly string[], resource: string): PolicyStatement {
  return new PolicyStatement({ actions: actions.map((action) => `${service}:${action}`), resources: [resource] });
}

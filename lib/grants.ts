/** Permissions, each named by the very actions that a function's code calls; the CDK's own grants give more. */
import type { IKeyValueStore } from "aws-cdk-lib/aws-cloudfront";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";

type TableAction =
  "GetItem" | "BatchGetItem" | "PutItem" | "UpdateItem" | "DeleteItem" | "ConditionCheckItem" | "Query" | "Scan";

/** Permissions on a table itself; an index must be named. */
export function allowTable(fn: IFunction, table: TableV2, ...actions: readonly TableAction[]): void {
  const named = actions.map((action) => `dynamodb:${action}`);
  fn.addToRolePolicy(new PolicyStatement({ actions: named, resources: [table.tableArn] }));
}

export function allowIndexQuery(fn: IFunction, table: TableV2, indexName: string): void {
  const resources = [`${table.tableArn}/index/${indexName}`];
  fn.addToRolePolicy(new PolicyStatement({ actions: ["dynamodb:Query"], resources }));
}

export function allowObjects(
  fn: IFunction,
  bucket: Bucket,
  prefix: string,
  ...actions: readonly ("s3:GetObject" | "s3:PutObject" | "s3:DeleteObject")[]
): void {
  fn.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [bucket.arnForObjects(`${prefix}*`)] }));
  // Without it S3 answers 403 for a missing object, which can't be told from a refused permission.
  if (actions.includes("s3:GetObject")) {
    fn.addToRolePolicy(new PolicyStatement({ actions: ["s3:ListBucket"], resources: [bucket.bucketArn] }));
  }
}

export function allowSecret(
  fn: IFunction,
  secret: Pick<ISecret, "secretArn">,
  ...actions: readonly ("secretsmanager:GetSecretValue" | "secretsmanager:PutSecretValue")[]
): void {
  fn.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [secret.secretArn] }));
}

/** Changes to the edge's key-value store; each names the version that it is based on, which `Describe…` tells. */
export function allowKeyValues(
  fn: IFunction,
  store: Pick<IKeyValueStore, "keyValueStoreArn">,
  ...actions: readonly ("UpdateKeys" | "DeleteKey")[]
): void {
  const named = ["DescribeKeyValueStore", ...actions].map((action) => `cloudfront-keyvaluestore:${action}`);
  fn.addToRolePolicy(new PolicyStatement({ actions: named, resources: [store.keyValueStoreArn] }));
}

/** The data of a deleted or restored stack that a new stack continues to use. */
import * as z from "zod";

const tableName = z.string().regex(/^[\w.-]{3,255}$/, { error: "must be the name of a table" });
const bucketName = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: "must be the name of a bucket" });
const secretArn = z.string().regex(/^arn:[\w-]+:secretsmanager:[\w-]+:\d{12}:secret:.+-\w{6}$/, {
  error: "must be the complete ARN of a secret",
});

/**
 * All of it, because its parts refer to each other: a key names its workspace, a job its template, a template its object.
 * Tables and bucket become resources of the new stack again. The secrets are only referred to, because CloudFormation cannot
 * import secrets by name.
 */
export const adoptedDataSchema = z.strictObject({
  templates: tableName,
  jobs: tableName,
  batches: tableName,
  workspaces: tableName,
  apiKeys: tableName,
  claims: tableName,
  bucket: bucketName,
  signingKeys: secretArn,
  firstKey: secretArn,
});
export type AdoptedData = z.output<typeof adoptedDataSchema>;

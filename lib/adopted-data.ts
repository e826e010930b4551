/** The data of a deleted or restored stack that a new stack continues to use. */
import * as z from "zod";

const tableName = z.string().regex(/^[\w.-]{3,255}$/, { error: "must be the name of a table" });
const bucketName = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: "must be the name of a bucket" });
const secretArn = z.string().regex(/^arn:[\w-]+:secretsmanager:[\w-]+:\d{12}:secret:.+-\w{6}$/, {
  error: "must be the complete ARN of a secret",
});

/**
 * A stack adopts all of the data, because its parts refer to each other: a key names its workspace, a job its template,
 * a template its object. The tables and the bucket become resources of the new stack. The new stack only refers to the
 * secrets, because CloudFormation cannot import secrets by name.
 */
export const adoptedDataSchema = z.strictObject({
  templates: tableName,
  jobs: tableName,
  batches: tableName,
  workspaces: tableName,
  apiKeys: tableName,
  claims: tableName,
  /** `null` for the data of a stack that had no webhooks: the new stack creates an empty table. */
  webhooks: z.union([tableName, z.null()], {
    error: ({ input }) =>
      input === undefined
        ? "is missing. It is part of the output DataToAdopt. If that stack had no webhooks, write null: the new stack then creates an empty table"
        : "must be the name of a table, or null",
  }),
  bucket: bucketName,
  signingKeys: secretArn,
  firstKey: secretArn,
});
export type AdoptedData = z.output<typeof adoptedDataSchema>;

/** Returns the names of the tables that must exist before the stack. */
export function adoptedTables(data: AdoptedData | undefined): readonly string[] {
  if (data === undefined) return [];
  const { templates, jobs, batches, workspaces, apiKeys, claims, webhooks } = data;
  return [templates, jobs, batches, workspaces, apiKeys, claims, webhooks].filter((name) => name !== null);
}

/** Defines how to find the items of a workspace in each table, and which files they name. */
import type { ScanCommandInput } from "@aws-sdk/lib-dynamodb";
import type { ContentKind, DeletedWorkspace } from "../core/access/deletion/deletion.js";
import { downloadKey } from "../core/batches/batch-download.js";
import { archiveFormatSchema } from "../core/contract/archive-format.js";
import { inputsKey, pictureKey } from "../core/renders/job.js";
import { markPartition } from "./template-items.js";

type Item = Readonly<Record<string, unknown>>;
type Filter = Pick<
  ScanCommandInput,
  "FilterExpression" | "ProjectionExpression" | "ExpressionAttributeNames" | "ExpressionAttributeValues"
>;

export interface ContentTables {
  readonly templates: string;
  readonly apiKeys: string;
  readonly claims: string;
  readonly batches: string;
  readonly jobs: string;
  readonly webhooks: string;
  readonly limits: string;
}

export interface ContentScan {
  readonly table: keyof ContentTables;
  /** The names of the key attributes. */
  readonly key: readonly string[];
  filter(workspace: DeletedWorkspace): Filter;
  /** The storage keys of the files that only this item names. @default none */
  filesOf?(item: Item): readonly string[];
  /** Returns whether nobody is working on the item. @default always */
  isFree?(item: Item, nowMs: number): boolean;
  /** Returns the same check as a condition for DynamoDB. */
  condition?(nowMs: number): Pick<ScanCommandInput, "ExpressionAttributeValues"> & {
    readonly ConditionExpression: string;
  };
}

const BY_WORKSPACE = "workspaceId = :workspace";

/** Reads the key and the given attributes only, because items can be large. */
function reading(attributes: readonly string[], FilterExpression: string, values: Item): Filter {
  const names = attributes.map((name) => [`#${name}`, name] as const);
  return {
    FilterExpression,
    ProjectionExpression: names.map(([alias]) => alias).join(", "),
    ExpressionAttributeNames: Object.fromEntries(names),
    ExpressionAttributeValues: values,
  };
}

/** A picture and inputs can exist for each job. Idempotency records are in the same table and have no files. */
function filesOfJob(item: Item): readonly string[] {
  const { id, format, storedAs } = item as { id: string; format?: string; storedAs?: string };
  if (format === undefined) return [];
  const job = { id, format, ...(storedAs !== undefined && { storedAs }) } as Parameters<typeof pictureKey>[0];
  return [pictureKey(job), inputsKey(id)];
}

export const CONTENT_SCANS: Readonly<Record<Exclude<ContentKind, "files" | "records">, ContentScan>> = {
  templates: {
    table: "templates",
    key: ["id", "version"],
    filter: ({ id }) =>
      reading(["id", "version"], "workspaceId IN (:workspace, :mark)", {
        ":workspace": id,
        ":mark": markPartition(id),
      }),
  },
  credentials: {
    table: "apiKeys",
    key: ["hash"],
    filter: ({ id, keyHashes }) => {
      const hashes = Object.fromEntries(keyHashes.map((hash, index) => [`:key${index}`, hash]));
      const ofKeys = keyHashes.length === 0 ? "" : ` OR keyHash IN (${Object.keys(hashes).join(", ")})`;
      return reading(["hash"], `${BY_WORKSPACE}${ofKeys}`, { ":workspace": id, ...hashes });
    },
  },
  signedImages: {
    table: "claims",
    key: ["id"],
    filter: ({ id }) => reading(["id"], BY_WORKSPACE, { ":workspace": id }),
    filesOf: ({ id }) => [String(id)],
  },
  batches: {
    table: "batches",
    key: ["id"],
    filter: ({ id }) => reading(["id"], BY_WORKSPACE, { ":workspace": id }),
    filesOf: ({ id }) => archiveFormatSchema.options.map((format) => downloadKey({ batchId: String(id), format })),
  },
  jobs: {
    table: "jobs",
    key: ["id"],
    filter: ({ id }) =>
      // The response that created the workspace is in a record of the operator's workspace.
      reading(["id", "format", "storedAs", "leaseUntilMs"], `${BY_WORKSPACE} OR contains(answer, :workspace)`, {
        ":workspace": id,
      }),
    filesOf: filesOfJob,
    isFree: ({ leaseUntilMs }, nowMs) => typeof leaseUntilMs !== "number" || leaseUntilMs <= nowMs,
    condition: (nowMs) => ({
      ConditionExpression: "attribute_not_exists(leaseUntilMs) OR leaseUntilMs <= :now",
      ExpressionAttributeValues: { ":now": nowMs },
    }),
  },
  deliveries: {
    table: "webhooks",
    key: ["id", "item"],
    filter: ({ id }) =>
      reading(["id", "item"], `id = :workspace OR ${BY_WORKSPACE} OR occurrence.workspaceId = :workspace`, {
        ":workspace": id,
      }),
  },
  limits: {
    table: "limits",
    key: ["id"],
    filter: ({ id, keyIds }) => {
      const owners = Object.fromEntries([id, ...keyIds].map((owner, index) => [`:owner${index}`, owner]));
      const anyOwner = Object.keys(owners).map((name) => `contains(id, ${name})`);
      return reading(["id"], anyOwner.join(" OR "), owners);
    },
  },
};

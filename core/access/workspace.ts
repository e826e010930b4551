/** A workspace: the owner of templates, API keys, jobs, and credits. */
import * as z from "zod";
import { planNameSchema } from "../contract/plans.js";
import type { IdempotencyRecord } from "../idempotency/idempotency-record.js";
import { apiKeyRecordSchema } from "./api-key-record.js";
import { deletionSchema } from "./deletion/deletion.js";

/** An API key in the list of its workspace. */
export const keyEntrySchema = apiKeyRecordSchema.omit({ workspaceId: true, plan: true, lastUsedAtMs: true });
export type KeyEntry = z.infer<typeof keyEntrySchema>;

export const workspaceSummarySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  plan: planNameSchema,
  createdAtMs: z.int(),
});
export type WorkspaceSummary = z.infer<typeof workspaceSummarySchema>;

/**
 * The workspace item also lists the keys. One consistent read gets all of them, and one condition on `revision` protects
 * the rules about all keys together: their maximum number, at least one with `admin`, and the same plan in all records.
 */
export const workspaceSchema = workspaceSummarySchema.extend({
  keys: z.array(keyEntrySchema),
  /** Incremented by each change. A change is written only if the revision is still the one that was read. */
  revision: z.int(),
  /** Present while the workspace is being deleted. It then has no keys. */
  deletion: deletionSchema.optional(),
});
export type Workspace = z.infer<typeof workspaceSchema>;

/** A change of plan. The balance of the month changes by the difference. */
export interface CreditChange {
  /** UTC, `2026-11`. */
  readonly month: string;
  /** The credits of the previous plan. They open the month if it has had no debit yet. */
  readonly before: number;
  readonly after: number;
}

export interface WorkspaceStore {
  /**
   * Writes a workspace and its keys in one transaction. Resolves to `false`, with no change, if the ID exists.
   *
   * @param record the idempotency record of the request, which is written in the same transaction
   * @throws Error, with no change, if one of the keys exists. AlreadyRecordedError, with no change, if the record exists.
   */
  create(workspace: Workspace, record?: IdempotencyRecord): Promise<boolean>;
  find(id: string): Promise<Workspace | undefined>;
  /** Lists all workspaces, oldest first. Eventually consistent. */
  list(): Promise<readonly WorkspaceSummary[]>;
  /**
   * Writes the new state of a workspace, the records of its keys, and its credits in one transaction. Resolves to
   * `false`, with no change, if the stored revision is not that of `before`.
   *
   * @param record the idempotency record of the request, which is written in the same transaction
   * @throws Error, with no change, if a new key exists, or if a key whose plan changes does not exist.
   *   AlreadyRecordedError, with no change, if the record exists.
   */
  replace(before: Workspace, after: Workspace, credits?: CreditChange, record?: IdempotencyRecord): Promise<boolean>;
}

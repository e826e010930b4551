/** A workspace: the owner of templates, keys and jobs. */
import * as z from "zod";
import { planNameSchema } from "../contract/plans.js";
import { apiKeyRecordSchema } from "./api-key-record.js";

/** A key as its workspace lists it. */
export const keyEntrySchema = apiKeyRecordSchema.omit({ workspaceId: true, plan: true });
export type KeyEntry = z.infer<typeof keyEntrySchema>;

export const workspaceSummarySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  plan: planNameSchema,
  createdAtMs: z.int(),
});
export type WorkspaceSummary = z.infer<typeof workspaceSummarySchema>;

/**
 * The keys stand in the workspace too: one consistent read then tells them all, and one condition guards whatever must
 * hold of them together (how many there are, that one may administer, that all bear the workspace's plan).
 */
export const workspaceSchema = workspaceSummarySchema.extend({
  keys: z.array(keyEntrySchema),
  /** Raised by each change; a change is written only onto the state that it was decided on. */
  revision: z.int(),
});
export type Workspace = z.infer<typeof workspaceSchema>;

/** A change of plan within a month: the month's balance moves by the difference. */
export interface CreditChange {
  /** UTC, `2026-11`. */
  readonly month: string;
  /** What the month grants by the plan of before, for a month that nothing has been taken from yet. */
  readonly before: number;
  readonly after: number;
}

export interface WorkspaceStore {
  /** Stores a workspace with its keys, at once; resolves to false and changes nothing where it is there already. */
  create(workspace: Workspace): Promise<boolean>;
  find(id: string): Promise<Workspace | undefined>;
  /** All of them, oldest first. One made a moment ago may still be missing. */
  list(): Promise<readonly WorkspaceSummary[]>;
  /**
   * Writes what became of a workspace, the records of its keys and its credits, at once. Resolves to false and changes
   * nothing when the stored workspace is no longer the one of `before`.
   */
  replace(before: Workspace, after: Workspace, credits?: CreditChange): Promise<boolean>;
}

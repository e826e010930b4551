/** A workspace: the owner of templates, keys and jobs. */
import * as z from "zod";
import { planNameSchema } from "../contract/plans.js";

export const workspaceSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  plan: planNameSchema,
  createdAtMs: z.int(),
});
export type Workspace = z.infer<typeof workspaceSchema>;

export interface WorkspaceStore {
  /** Stores a workspace; one that is there already is left as it is. */
  put(workspace: Workspace): Promise<void>;
}

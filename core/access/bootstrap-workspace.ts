/** Creates the first workspace and its first API key, at deploy time. */
import { createApiKey, hashApiKey, isApiKey } from "./api-key.js";
import { FIRST_PLAN } from "../contract/plans.js";
import { deriveUuid } from "../shared/derive-uuid.js";
import type { KeyEntry, WorkspaceStore } from "./workspace.js";

/** The secret that stores the plain text of the first key. The service stores it nowhere else. */
export interface FirstKeyVault {
  /** The stored text. Before the first run, it is a placeholder. */
  read(): Promise<string>;
  write(key: string): Promise<void>;
}

/** The ID of the first workspace, stored with the workspaces. */
export interface FirstWorkspaceRecord {
  /** Resolves to `undefined` before the first run on these tables. */
  read(): Promise<string | undefined>;
  write(workspaceId: string): Promise<void>;
}

export interface BootstrapDependencies {
  readonly workspaces: Pick<WorkspaceStore, "create">;
  readonly firstWorkspace: FirstWorkspaceRecord;
  readonly vault: FirstKeyVault;
  readonly now: () => number;
}

/** The ID of the workspace that the first run of a deployment creates. */
export const firstWorkspaceId = (deploymentId: string): string => deriveUuid("first-workspace", deploymentId);

/**
 * Creates the first workspace and key. Idempotent: a later run does not reset the name or plan of the workspace, and
 * does not restore a revoked first key. Resolves to the workspace ID. The first run derives it from `deploymentId`. A
 * new deployment that uses the tables of an earlier deployment finds that deployment's workspace.
 */
export async function bootstrapWorkspace(dependencies: BootstrapDependencies, deploymentId: string): Promise<string> {
  const { workspaces, firstWorkspace, vault, now } = dependencies;
  const recorded = await firstWorkspace.read();
  const id = recorded ?? firstWorkspaceId(deploymentId);
  const hash = hashApiKey(await firstKey(vault));
  const key: KeyEntry = {
    hash,
    keyId: deriveUuid("api-key", hash),
    name: "First key",
    scopes: ["render", "templates", "admin", "operator"],
    createdAtMs: now(),
  };
  await workspaces.create({ id, name: "Default", plan: FIRST_PLAN, createdAtMs: now(), keys: [key], revision: 1 });
  if (recorded === undefined) await firstWorkspace.write(id);
  return id;
}

async function firstKey(vault: FirstKeyVault): Promise<string> {
  const stored = await vault.read();
  if (isApiKey(stored)) return stored;
  const key = createApiKey();
  await vault.write(key);
  return key;
}

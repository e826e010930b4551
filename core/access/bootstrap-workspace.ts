/** Makes the first workspace and its first API key, at deploy time. */
import { createApiKey, hashApiKey, isApiKey } from "./api-key.js";
import { FIRST_PLAN } from "../contract/plans.js";
import { deriveUuid } from "../shared/derive-uuid.js";
import type { KeyEntry, WorkspaceStore } from "./workspace.js";

/** Where the first key's plain text is kept: the one place besides its owner that knows it. */
export interface FirstKeyVault {
  /** The text kept there; before the first run that is a placeholder. */
  read(): Promise<string>;
  write(key: string): Promise<void>;
}

export interface BootstrapDependencies {
  readonly workspaces: Pick<WorkspaceStore, "create">;
  readonly vault: FirstKeyVault;
  readonly now: () => number;
}

/**
 * Running it again changes nothing: neither the name and plan that the workspace has got since, nor is the first key back
 * once it was revoked. Resolves to the workspace's id, which follows from `deploymentId`.
 */
export async function bootstrapWorkspace(dependencies: BootstrapDependencies, deploymentId: string): Promise<string> {
  const { workspaces, vault, now } = dependencies;
  const id = deriveUuid("first-workspace", deploymentId);
  const hash = hashApiKey(await firstKey(vault));
  const key: KeyEntry = {
    hash,
    keyId: deriveUuid("api-key", hash),
    name: "First key",
    scopes: ["render", "templates", "admin", "operator"],
    createdAtMs: now(),
  };
  await workspaces.create({ id, name: "Default", plan: FIRST_PLAN, createdAtMs: now(), keys: [key], revision: 1 });
  return id;
}

async function firstKey(vault: FirstKeyVault): Promise<string> {
  const kept = await vault.read();
  if (isApiKey(kept)) return kept;
  const key = createApiKey();
  await vault.write(key);
  return key;
}

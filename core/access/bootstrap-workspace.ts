/** Makes the first workspace and its first API key, at deploy time. */
import { createApiKey, hashApiKey, isApiKey } from "./api-key.js";
import type { ApiKeyStore } from "./authenticate.js";
import { FIRST_PLAN } from "../contract/plans.js";
import { deriveUuid } from "../shared/derive-uuid.js";
import type { WorkspaceStore } from "./workspace.js";

/** Where the first key's plain text is kept: the one place besides its owner that knows it. */
export interface FirstKeyVault {
  /** The text kept there; before the first run that is a placeholder. */
  read(): Promise<string>;
  write(key: string): Promise<void>;
}

export interface BootstrapDependencies {
  readonly workspaces: WorkspaceStore;
  readonly apiKeys: ApiKeyStore;
  readonly vault: FirstKeyVault;
  readonly now: () => number;
}

/** Running it again changes nothing. Resolves to the workspace's id, which follows from `deploymentId`. */
export async function bootstrapWorkspace(dependencies: BootstrapDependencies, deploymentId: string): Promise<string> {
  const { workspaces, apiKeys, vault, now } = dependencies;
  const workspaceId = deriveUuid("first-workspace", deploymentId);
  await workspaces.put({ id: workspaceId, name: "Default", plan: FIRST_PLAN, createdAtMs: now() });
  const key = await firstKey(vault);
  await apiKeys.put({
    hash: hashApiKey(key),
    keyId: deriveUuid("api-key", hashApiKey(key)),
    workspaceId,
    name: "First key",
    scopes: ["render", "templates", "admin", "operator"],
    plan: FIRST_PLAN,
    createdAtMs: now(),
  });
  return workspaceId;
}

async function firstKey(vault: FirstKeyVault): Promise<string> {
  const kept = await vault.read();
  if (isApiKey(kept)) return kept;
  const key = createApiKey();
  await vault.write(key);
  return key;
}

/** Reads and rotates the secrets that sign deliveries. */
import { ServiceError } from "../contract/errors.js";
import type { WebhookSecretBody } from "../contract/webhooks-api.js";
import type { KeyRing } from "../signing/key-ring.js";
import type { Endpoint } from "./endpoint.js";
import { findEndpoint } from "./endpoints.js";
import type { WebhookSettingsStore } from "./ports.js";
import { newSecretPair, presentSecrets, rotatedPair, type SecretPair } from "./secret-pair.js";

export interface SecretDependencies {
  readonly webhooks: Pick<WebhookSettingsStore, "find" | "addSecrets" | "replaceSecrets" | "replaceEndpointSecrets">;
  readonly keyRing: KeyRing;
  readonly now: () => number;
}

/** Resolves to the secret of a workspace. The first call creates it. */
export async function ensureSecrets(
  {
    webhooks,
    keyRing,
    now,
  }: Pick<SecretDependencies, "keyRing" | "now"> & {
    readonly webhooks: Pick<WebhookSettingsStore, "addSecrets">;
  },
  workspaceId: string,
  stored: SecretPair | undefined,
): Promise<SecretPair> {
  return stored ?? (await webhooks.addSecrets(workspaceId, newSecretPair(keyRing, workspaceId, now())));
}

export async function getWebhookSecret(
  dependencies: SecretDependencies,
  workspaceId: string,
): Promise<WebhookSecretBody> {
  const { webhooks, keyRing, now } = dependencies;
  const { secrets } = await webhooks.find(workspaceId);
  const pair = await ensureSecrets(dependencies, workspaceId, secrets);
  return presentSecrets(keyRing, workspaceId, pair, now());
}

/** @throws ServiceError `INTERNAL` if another rotation comes first in every attempt */
export async function rotateWebhookSecret(
  dependencies: SecretDependencies,
  workspaceId: string,
): Promise<WebhookSecretBody> {
  const { webhooks, keyRing, now } = dependencies;
  return await retried(async () => {
    const { secrets } = await webhooks.find(workspaceId);
    const before = await ensureSecrets(dependencies, workspaceId, secrets);
    const after = rotatedPair(keyRing, workspaceId, before, now());
    if (!(await webhooks.replaceSecrets(workspaceId, before, after))) return undefined;
    return presentSecrets(keyRing, workspaceId, after, now());
  });
}

/** @throws ServiceError `NOT_FOUND` */
export async function getEndpointSecret(
  { webhooks, keyRing, now }: SecretDependencies,
  workspaceId: string,
  endpointId: string,
): Promise<WebhookSecretBody> {
  const { secrets } = await findEndpoint(webhooks, workspaceId, endpointId);
  return presentSecrets(keyRing, endpointId, secrets, now());
}

/** @throws ServiceError `NOT_FOUND`, and `INTERNAL` if another rotation comes first in every attempt */
export async function rotateEndpointSecret(
  { webhooks, keyRing, now }: SecretDependencies,
  workspaceId: string,
  endpointId: string,
): Promise<WebhookSecretBody> {
  return await retried(async () => {
    const endpoint: Endpoint = await findEndpoint(webhooks, workspaceId, endpointId);
    const after = rotatedPair(keyRing, endpointId, endpoint.secrets, now());
    if (!(await webhooks.replaceEndpointSecrets(endpoint, after))) return undefined;
    return presentSecrets(keyRing, endpointId, after, now());
  });
}

const ROTATION_ATTEMPTS = 5;

/** Repeats a change until its condition holds. */
async function retried<T>(change: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 1; attempt <= ROTATION_ATTEMPTS; attempt += 1) {
    const result = await change();
    if (result !== undefined) return result;
  }
  throw new ServiceError("INTERNAL", "The secret is being rotated by other requests. Try again.");
}

/** The secret of a workspace or an endpoint and, during a rotation, the previous secret. */
import * as z from "zod";
import { SECRET_OVERLAP_MS } from "../contract/limits.js";
import type { WebhookSecretBody } from "../contract/webhooks-api.js";
import type { KeyRing } from "../signing/key-ring.js";
import { createWebhookSecret } from "../signing/webhook-signature.js";
import { openSecret, wrappedSecretSchema, wrapSecret } from "../signing/wrap-secret.js";

export const secretPairSchema = z.object({
  current: wrappedSecretSchema,
  createdAtMs: z.int(),
  previous: wrappedSecretSchema.optional(),
  /** Until this time, the previous secret also signs. */
  previousUntilMs: z.int().optional(),
});
export type SecretPair = z.infer<typeof secretPairSchema>;

/** @param owner the workspace ID, or the ID of the endpoint */
export function newSecretPair(ring: KeyRing, owner: string, nowMs: number): SecretPair {
  return { current: wrapSecret(ring, owner, createWebhookSecret()), createdAtMs: nowMs };
}

/**
 * Returns the pair after a rotation. A second rotation during the first one drops the oldest secret at once. So two
 * rotations revoke a leaked secret immediately.
 */
export function rotatedPair(ring: KeyRing, owner: string, pair: SecretPair, nowMs: number): SecretPair {
  return {
    ...newSecretPair(ring, owner, nowMs),
    previous: pair.current,
    previousUntilMs: nowMs + SECRET_OVERLAP_MS,
  };
}

/** Returns the texts of the valid secrets, the current one first. */
export function validSecrets(ring: KeyRing, owner: string, pair: SecretPair, nowMs: number): readonly string[] {
  const { current, previous, previousUntilMs = 0 } = pair;
  const wrapped = previous === undefined || previousUntilMs <= nowMs ? [current] : [current, previous];
  return wrapped.map((one) => openSecret(ring, owner, one));
}

export function presentSecrets(ring: KeyRing, owner: string, pair: SecretPair, nowMs: number): WebhookSecretBody {
  const [secret = "", previous] = validSecrets(ring, owner, pair, nowMs);
  const validUntil = new Date(pair.previousUntilMs ?? 0).toISOString();
  return {
    secret,
    createdAt: new Date(pair.createdAtMs).toISOString(),
    ...(previous !== undefined && { previous: { secret: previous, validUntil } }),
  };
}

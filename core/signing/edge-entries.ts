/**
 * What the edge's key-value store holds of the signing keys: one derived key an entry, and the generations that were raised.
 *
 * Runs at the edge too: only the syntax of CloudFront's JavaScript runtime 2.0.
 */
import type { KeyPurpose } from "./derive-keys.js";

/** The entry of a derived key, `img.k1`. */
export function keyEntry(purpose: KeyPurpose, keyId: string): string {
  return purpose + "." + keyId;
}

/** The entry of the lowest generation at which a template's URLs verify; there is none until it is raised. */
export function generationEntry(templateId: string): string {
  return "generation." + templateId;
}

/** The generation of a template that has never been revoked. */
export const FIRST_GENERATION = 1;

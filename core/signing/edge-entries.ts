/**
 * The names of entries in the key-value store of the edge function: one per derived key, and one per raised generation.
 *
 * Also runs at the edge: use only the syntax of CloudFront's JavaScript runtime 2.0.
 */
import type { KeyPurpose } from "./derive-keys.js";

/** Returns the name of the entry of a derived key, for example `img.k1`. */
export function keyEntry(purpose: KeyPurpose, keyId: string): string {
  return purpose + "." + keyId;
}

/**
 * Returns the name of the entry with the lowest valid signing generation of a template. The entry does not exist until
 * the generation is raised.
 */
export function generationEntry(templateId: string): string {
  return "generation." + templateId;
}

/** The signing generation of a template whose signatures were never revoked. */
export const FIRST_GENERATION = 1;

/**
 * Derives the other keys from a master key of the ring.
 *
 *   image key    = base64url(HMAC-SHA256(master key, "img"))
 *   template key = base64url(HMAC-SHA256(image key, template ID LF generation))
 *   asset key    = base64url(HMAC-SHA256(master key, "asset"))
 *   wrapping key = base64url(HMAC-SHA256(master key, "webhook"))
 *
 * The edge function has image keys and asset keys, never a master key. The owner of a template can get its template key
 * and sign offline. docs/signing.md describes the same derivation for signers in other languages.
 */
import type { SigningCrypto } from "./signing-crypto.js";

/** The purposes of a master key. Each purpose has its own derived key. Only the first two are published to the edge. */
export type KeyPurpose = "img" | "asset" | "webhook";

export function derivePurposeKey(crypto: SigningCrypto, masterKey: string, purpose: KeyPurpose): string {
  return crypto.hmac(masterKey, purpose);
}

/**
 * Derives the key that signs the images of one template at one signing generation. Raising the generation revokes the
 * key.
 */
export function deriveTemplateKey(
  crypto: SigningCrypto,
  imageKey: string,
  templateId: string,
  generation: number,
): string {
  return crypto.hmac(imageKey, templateId + "\n" + String(generation));
}

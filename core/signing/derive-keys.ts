/**
 * The keys that derive from a master key of the ring.
 *
 *   image key    = base64url(HMAC-SHA256(master key, "img"))
 *   template key = base64url(HMAC-SHA256(image key, template id LF generation))
 *   asset key    = base64url(HMAC-SHA256(master key, "asset"))
 *
 * The edge is given image and asset keys, never a master key; the owner of a template can be given its template key and
 * sign without the service. docs/signing.md tells the same to signers in other languages.
 */
import type { SigningCrypto } from "./signing-crypto.js";

/** What a master key is used for. Each purpose has a key of its own. */
export type KeyPurpose = "img" | "asset";

export function derivePurposeKey(crypto: SigningCrypto, masterKey: string, purpose: KeyPurpose): string {
  return crypto.hmac(masterKey, purpose);
}

/** The key that signs the images of one template at one generation; raising the generation revokes it. */
export function deriveTemplateKey(
  crypto: SigningCrypto,
  imageKey: string,
  templateId: string,
  generation: number,
): string {
  return crypto.hmac(imageKey, templateId + "\n" + String(generation));
}

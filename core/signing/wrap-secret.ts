/**
 * Encrypts the secrets of webhooks before they are stored: envelope encryption.
 *
 * Each secret has its own random data key, which encrypts it with AES-256-GCM. The wrapping key encrypts the data key.
 * The wrapping key derives from a master key of the ring (derive-keys.ts), so a copy of the table alone decrypts
 * nothing. Both ciphertexts are bound to the owner of the secret: a secret that is copied to another workspace's item
 * cannot be decrypted there.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import * as z from "zod";
import { derivePurposeKey } from "./derive-keys.js";
import { type KeyRing, masterKeyOf } from "./key-ring.js";
import { nodeCrypto } from "./node-crypto.js";

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
/** NIST SP 800-38D recommends 96 bits for the nonce. The tag has the full 128 bits. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export const wrappedSecretSchema = z.object({
  /** The ID of the master key whose wrapping key encrypts the data key. */
  keyId: z.string(),
  /** The encrypted data key: nonce, tag and ciphertext in base64url. */
  dataKey: z.string(),
  /** The encrypted secret, in the same form. */
  sealed: z.string(),
});
export type WrappedSecret = z.infer<typeof wrappedSecretSchema>;

/**
 * @param owner the owner of the secret: the secret can be decrypted only with the same text
 */
export function wrapSecret(ring: KeyRing, owner: string, secret: string): WrappedSecret {
  const dataKey = randomBytes(KEY_BYTES);
  const wrappingKey = Buffer.from(wrappingKeyOf(ring, ring.current), "base64url");
  return {
    keyId: ring.current,
    dataKey: encrypt(wrappingKey, owner, dataKey),
    sealed: encrypt(dataKey, owner, Buffer.from(secret)),
  };
}

/** @throws Error if the ring has no such key, or if the secret was changed or belongs to another owner */
export function openSecret(ring: KeyRing, owner: string, { keyId, dataKey, sealed }: WrappedSecret): string {
  const wrappingKey = Buffer.from(wrappingKeyOf(ring, keyId), "base64url");
  return decrypt(decrypt(wrappingKey, owner, dataKey), owner, sealed).toString();
}

/** Returns the wrapping key of a key of the ring, or of a revoked key. @throws Error if there is no such key */
export function wrappingKeyOf(ring: KeyRing, keyId: string): string {
  const { wrapping = {} } = ring;
  const kept = Object.hasOwn(wrapping, keyId) ? wrapping[keyId] : undefined;
  return kept ?? derivePurposeKey(nodeCrypto, masterKeyOf(ring, keyId), "webhook");
}

function encrypt(key: Buffer, owner: string, plain: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64url");
}

function decrypt(key: Buffer, owner: string, text: string): Buffer {
  const bytes = Buffer.from(text, "base64url");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  // Without `authTagLength`, Node also accepts shorter tags.
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

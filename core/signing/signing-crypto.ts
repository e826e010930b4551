/**
 * The cryptography that signing needs. node-crypto.ts and the edge function implement it.
 *
 * The UTF-8 bytes of a text are the key, and a result is a text that can be the next key. Keys are never raw bytes,
 * because CloudFront's key-value store cannot store them, and signers in other languages would have to convert them.
 */
export interface SigningCrypto {
  /** Returns HMAC-SHA256 over the UTF-8 bytes of `text`, as base64url without padding. */
  hmac(key: string, text: string): string;
  /** Returns SHA-256 of the UTF-8 bytes of `text`, in lower-case hexadecimal. */
  sha256(text: string): string;
}

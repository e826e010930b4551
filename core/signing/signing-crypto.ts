/**
 * The cryptography that signing needs. node-crypto.ts and the edge function implement it.
 *
 * The UTF-8 bytes of a text are the key, and a result is a text that can be the next key. Keys are never raw bytes,
 * because CloudFront's key-value store cannot store them, and signers in other languages would have to convert them.
 */
export interface SigningCrypto {
  /** base64url, without padding, of HMAC-SHA256 over the UTF-8 bytes of `text`. */
  hmac(key: string, text: string): string;
  /** Lower-case hexadecimal SHA-256 of the UTF-8 bytes of `text`. */
  sha256(text: string): string;
}

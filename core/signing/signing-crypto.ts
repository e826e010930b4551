/**
 * What signing needs of a platform's cryptography; node-crypto.ts and the edge function bring it.
 *
 * Keys are texts whose UTF-8 bytes are the key, and a code comes out as text that can be the next key: so no key is ever
 * raw bytes, which CloudFront's store can't hold and other languages' signers would have to convert.
 */
export interface SigningCrypto {
  /** base64url, without padding, of HMAC-SHA256 over the UTF-8 bytes of `text`. */
  hmac(key: string, text: string): string;
  /** Lower-case hexadecimal SHA-256 of the UTF-8 bytes of `text`. */
  sha256(text: string): string;
}

/** HMAC-SHA256 by Web Crypto. It exists in browsers only on `https` pages and on those of this machine. */

/** A key of Web Crypto. Not every runtime has a global type for it. */
export type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const ALGORITHM = { name: "HMAC", hash: "SHA-256" };

/** Imports the bytes of a key. */
export async function importKey(key: Uint8Array<ArrayBuffer>): Promise<HmacKey> {
  return await crypto.subtle.importKey("raw", key, ALGORITHM, false, ["sign", "verify"]);
}

/** Returns the HMAC of some bytes. */
export async function hmac(key: HmacKey, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.sign(ALGORITHM, key, bytes));
}

/** Returns whether a code is the HMAC of some bytes. The runtime compares in constant time. */
export async function isHmac(
  key: HmacKey,
  code: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  return await crypto.subtle.verify(ALGORITHM, key, code, bytes);
}

/** Returns the UTF-8 bytes of a text. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/**
 * API keys: `irs_`, 43 base62 characters (256 random bits), 6 base62 characters of their CRC-32.
 *
 * The checksum lets a scanner tell a leaked key from noise and refuses a mistyped one without a look-up. Only the
 * SHA-256 is stored: of 256 random bits a plain hash is a sound stored form.
 */
import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "irs_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const KEY_PATTERN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${String(RANDOM_LENGTH + CHECKSUM_LENGTH)}}$`);

/** A fresh key; it is shown once and stored nowhere but as its hash. */
export function createApiKey(): string {
  const random = toBase62(BigInt(`0x${randomBytes(32).toString("hex")}`), RANDOM_LENGTH);
  return PREFIX + random + checksumOf(random);
}

/** Whether the text has the form and checksum of a key. Says nothing about whether such a key exists. */
export function isApiKey(text: string): boolean {
  if (!KEY_PATTERN.test(text)) return false;
  const random = text.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH);
  return text.endsWith(checksumOf(random));
}

/** The stored form: SHA-256 in hexadecimal. */
export function hashApiKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function checksumOf(random: string): string {
  return toBase62(BigInt(crc32(random)), CHECKSUM_LENGTH);
}

/** Fixed width, most significant digit first. 62^43 > 2^256, so 43 digits hold 256 bits. */
function toBase62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 62n) text = (ALPHABET[Number(rest % 62n)] ?? "") + text;
  return text;
}

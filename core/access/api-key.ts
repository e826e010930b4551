/**
 * API keys: `irs_`, 43 base62 characters (256 random bits), and the CRC-32 of these characters as 6 base62 characters.
 *
 * The checksum lets secret scanners recognize a leaked key, and detects a mistyped key without a database read. Only
 * the SHA-256 is stored. A key has 256 random bits, so it needs no salt and no slow hash.
 */
import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "irs_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const KEY_PATTERN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${String(RANDOM_LENGTH + CHECKSUM_LENGTH)}}$`);

/** Creates a random key. Show it once: the service stores only its hash. */
export function createApiKey(): string {
  const random = toBase62(BigInt(`0x${randomBytes(32).toString("hex")}`), RANDOM_LENGTH);
  return PREFIX + random + checksumOf(random);
}

/** Returns whether the text has the format and checksum of a key. Does not check whether the key exists. */
export function isApiKey(text: string): boolean {
  if (!KEY_PATTERN.test(text)) return false;
  const random = text.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH);
  return text.endsWith(checksumOf(random));
}

/** Returns the stored form of a key: its SHA-256 in hexadecimal. */
export function hashApiKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function checksumOf(random: string): string {
  return toBase62(BigInt(crc32(random)), CHECKSUM_LENGTH);
}

/** Returns a fixed number of digits, the most significant first. 43 digits are enough for 256 bits: 62^43 > 2^256. */
function toBase62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 62n) text = (ALPHABET[Number(rest % 62n)] ?? "") + text;
  return text;
}

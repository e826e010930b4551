/** Deterministic IDs. A repeated operation derives the same ID, so it creates nothing twice. */
import { createHash } from "node:crypto";

/** Derives a version 8 UUID (RFC 9562) from the SHA-256 of the parts. */
export function deriveUuid(...parts: readonly string[]): string {
  const bytes = createHash("sha256").update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

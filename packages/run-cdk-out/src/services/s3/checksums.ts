/** The checksums that S3 verifies on upload and returns on download, in Base64. */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

/** A running checksum. Call `value` once, at the end. */
export interface Checksum {
  update(chunk: Uint8Array): void;
  value(): string;
}

const ALGORITHMS: Readonly<Record<string, () => Checksum>> = {
  crc32: () => runningCrc(crc32),
  crc32c: () => runningCrc(crc32c),
  sha1: () => runningHash("sha1"),
  sha256: () => runningHash("sha256"),
};

/**
 * Names after `x-amz-checksum-` in headers. CRC64NVME is missing: the SDK for JavaScript does not send it by default.
 */
export const CHECKSUM_ALGORITHMS = Object.keys(ALGORITHMS);

export function startChecksum(algorithm: string): Checksum | undefined {
  return ALGORITHMS[algorithm]?.();
}

function runningHash(algorithm: string): Checksum {
  const hash = createHash(algorithm);
  return { update: (chunk) => void hash.update(chunk), value: () => hash.digest("base64") };
}

function runningCrc(add: (chunk: Uint8Array, value: number) => number): Checksum {
  let crc = 0;
  return {
    update: (chunk) => void (crc = add(chunk, crc)),
    value() {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(crc);
      return bytes.toString("base64");
    },
  };
}

/** The Castagnoli polynomial with reversed bits (RFC 3720, appendix B.4). */
const CASTAGNOLI = 0x82f63b78;
const CRC32C_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ CASTAGNOLI : crc >>> 1;
  return crc;
});

function crc32c(chunk: Uint8Array, value: number): number {
  let crc = ~value;
  for (const byte of chunk) crc = (CRC32C_TABLE[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}

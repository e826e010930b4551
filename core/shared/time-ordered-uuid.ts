import { randomUUID } from "node:crypto";

/**
 * Returns a version 7 UUID (RFC 9562). It starts with the time, so UUIDs in alphabetical order are in chronological
 * order. 74 of its bits are random.
 *
 * @param random a version 4 UUID that supplies the random bits
 */
export function timeOrderedUuid(atMs: number, random: string = randomUUID()): string {
  const time = atMs.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}

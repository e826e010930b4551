import { randomUUID } from "node:crypto";

/**
 * A UUID of version 7 (RFC 9562): it starts with the time, so that UUIDs in alphabetical order are in the order of their
 * times. 74 of its bits are random.
 *
 * @param random a UUID of version 4 that supplies the random bits
 */
export function timeOrderedUuid(atMs: number, random: string = randomUUID()): string {
  const time = atMs.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}

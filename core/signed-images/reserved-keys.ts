/** The keys of a signed image's query that are not a layer's or a variable's, whatever those are called. */
export const RESERVED_KEYS = [
  "sig",
  "exp",
  "format",
  "version",
  "scale",
  "transparent",
  "layers",
  "variables",
  "nonce",
] as const;

export function isReservedKey(key: string): boolean {
  return RESERVED_KEYS.some((reserved) => reserved === key);
}

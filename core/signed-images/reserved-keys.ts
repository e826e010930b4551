/** Query keys of a signed image that never set a layer or a variable, even if one has the same name. */
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

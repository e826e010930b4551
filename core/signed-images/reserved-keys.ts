/**
 * Query keys of a signed image that never set a layer or a variable, even if one has the same name.
 *
 * A new key starts with an underscore. Names of layers and variables cannot, so it changes the meaning of no existing
 * URL (docs/decisions/0048-lists-and-owner-actions.md).
 */
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
  "_locale",
  "_timeZone",
  "_quality",
  "_about",
] as const;

export function isReservedKey(key: string): boolean {
  return RESERVED_KEYS.some((reserved) => reserved === key);
}

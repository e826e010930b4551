/** Makes a key's text and its stored form. */
import type { Scope } from "../contract/scopes.js";
import { createApiKey, hashApiKey } from "./api-key.js";
import type { KeyEntry } from "./workspace.js";

export interface KeyMaking {
  readonly now: () => number;
  readonly newId: () => string;
}

/** The text is for the answer alone; nothing keeps it. */
export function makeKey(
  { now, newId }: KeyMaking,
  name: string,
  scopes: readonly Scope[],
): { readonly text: string; readonly entry: KeyEntry } {
  const text = createApiKey();
  return { text, entry: { hash: hashApiKey(text), keyId: newId(), name, scopes: [...scopes], createdAtMs: now() } };
}

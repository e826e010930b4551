/** Creates the text of a key and its stored form. */
import type { Scope } from "../contract/scopes.js";
import { createApiKey, hashApiKey } from "./api-key.js";
import type { KeyEntry } from "./workspace.js";

export interface MakeKeyDependencies {
  readonly now: () => number;
  readonly newId: () => string;
}

/** A key, and its text. */
export interface MadeKey {
  readonly text: string;
  readonly entry: KeyEntry;
}

/** Creates a key. Return its text to the caller once: the service does not store it. */
export function makeKey({ now, newId }: MakeKeyDependencies, name: string, scopes: readonly Scope[]): MadeKey {
  const text = createApiKey();
  return { text, entry: { hash: hashApiKey(text), keyId: newId(), name, scopes: [...scopes], createdAtMs: now() } };
}

/** A person who signs in with a link. */
import * as z from "zod";
import { type Scope, scopeSchema } from "../contract/scopes.js";
import type { ApiKeyRecord } from "./api-key-record.js";

/** The name and the scopes that the session has in place of those of its key. */
export const guestSchema = z.object({ name: z.string(), scopes: z.array(scopeSchema) });
export type Guest = z.infer<typeof guestSchema>;

/** Returns the scopes of a guest that the key of the link also has. */
export function guestScopes({ scopes }: Guest, key: Pick<ApiKeyRecord, "scopes">): Scope[] {
  return scopes.filter((scope) => key.scopes.includes(scope));
}

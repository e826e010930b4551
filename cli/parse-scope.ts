import { didYouMean } from "@image-render/engine/suggestions";
import { type Scope, scopeSchema } from "../core/contract/scopes.js";
import { UsageError } from "./usage-error.js";

/** Returns the scope with this name. @throws UsageError that lists the scopes */
export function parseScope(text: string): Scope {
  const scope = scopeSchema.safeParse(text);
  if (scope.success) return scope.data;
  const known = scopeSchema.options;
  throw new UsageError(`There is no scope ${text}. Use ${known.join(", ")}.${didYouMean(text, known)}`);
}

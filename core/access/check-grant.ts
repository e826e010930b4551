/** Checks which scopes a caller may pass on to a new key or sign-in link. */
import { ServiceError } from "../contract/errors.js";
import type { Scope } from "../contract/scopes.js";
import type { Caller } from "./authenticate.js";

/** @throws ServiceError `FORBIDDEN` if `grantable` lacks one of the scopes */
export function checkGrant(by: Caller["by"] | undefined, grantable: readonly Scope[], granted: readonly Scope[]): void {
  const refused = granted.filter((scope) => !grantable.includes(scope));
  if (refused.length === 0) return;
  const names = refused.map((scope) => `\`${scope}\``).join(" and ");
  throw new ServiceError(
    "FORBIDDEN",
    `This ${by === "session" ? "session" : "API key"} cannot grant the scope ${names}.`,
    {
      details: { scopes: refused },
    },
  );
}

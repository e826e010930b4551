/** GET /api/v1/health */
import type { RouteHandler } from "../../shared/http-request.js";

/** The deployed release. */
export interface Release {
  readonly version: string;
  /** Undefined if the stack was not synthesized from a Git repository. */
  readonly commit: string | undefined;
}

export function healthRoute({ version, commit }: Release): RouteHandler<"health"> {
  const body = { status: "ok" as const, version, ...(commit !== undefined && { commit }) };
  return async ({ respond }) => Promise.resolve(respond(200, body));
}

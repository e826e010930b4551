/** GET /api/v1/health */
import type { RouteHandler } from "../../shared/http-request.js";

export function healthRoute(): RouteHandler<"health"> {
  return async ({ respond }) => Promise.resolve(respond(200, { status: "ok" }));
}

/** GET /api/v1/health */
import { ROUTES } from "../../../core/contract/routes.js";
import { jsonAnswer } from "../../shared/http-answer.js";
import type { RouteHandler } from "../../shared/http-app.js";

export function healthRoute(): RouteHandler {
  return async () => Promise.resolve(jsonAnswer(200, ROUTES.health.answers[200].parse({ status: "ok" })));
}

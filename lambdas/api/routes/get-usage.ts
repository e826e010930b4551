/** GET /api/v1/usage */
import { getUsage } from "../../../core/billing/get-usage.js";
import type { BalanceStore } from "../../../core/billing/month-balance.js";
import type { RouteHandler } from "../../shared/http-request.js";

export function getUsageRoute(balances: BalanceStore, now: () => number): RouteHandler<"getUsage"> {
  return async ({ caller, respond }) => respond(200, await getUsage(balances, caller, now()));
}

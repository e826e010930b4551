/** The one operation of Lambda's API that a running application calls: GetAccountSettings. */
import { startHttpService } from "./http-service.js";
import type { Service } from "./service.js";

/** The quota of most accounts (Lambda quotas, "Concurrent executions"). New accounts can have 10. */
const DEFAULT_CONCURRENCY = 1_000;

/** Starts the service. Reserved concurrency does not reduce the unreserved concurrency that it reports. */
export async function startLambdaApi(accountConcurrency: number = DEFAULT_CONCURRENCY): Promise<Service> {
  return startHttpService(async ({ method, url }, response) => {
    const known = method === "GET" && /^\/2016-08-19\/account-settings\/?$/.test(url ?? "");
    const body = known
      ? settingsOf(accountConcurrency)
      : { Message: `The local service does not implement ${method} ${url}.` };
    response.writeHead(known ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
    await Promise.resolve();
  });
}

function settingsOf(concurrency: number) {
  return { AccountLimit: { ConcurrentExecutions: concurrency, UnreservedConcurrentExecutions: concurrency } };
}

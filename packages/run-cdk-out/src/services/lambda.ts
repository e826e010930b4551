/** The one operation of Lambda's API that a running application calls: GetAccountSettings. */
import { callerOf } from "../denials.js";
import type { FaultPlan } from "../faults/fault-plan.js";
import { ALLOW_ALL, type Authorizer } from "../permissions/aws-call.js";
import { AwsError } from "./aws-error.js";
import { type RequestHandler, startHttpService } from "./http-service.js";
import type { Service } from "./service.js";

/** The quota of most accounts (Lambda quotas, "Concurrent executions"). New accounts can have 10. */
const DEFAULT_CONCURRENCY = 1_000;

const ACCESS_DENIED = { code: "AccessDeniedException", status: 403 };

/** Starts the service. Reserved concurrency does not reduce the unreserved concurrency that it reports. */
export async function startLambdaApi(
  accountConcurrency: number = DEFAULT_CONCURRENCY,
  authorizer: Authorizer = ALLOW_ALL,
  faults?: FaultPlan,
): Promise<Service> {
  const serve: RequestHandler = async ({ method, url, headers }, response) => {
    const send = (status: number, body: object): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    try {
      if (method !== "GET" || !/^\/2016-08-19\/account-settings\/?$/.test(url ?? "")) {
        const message = `The local service does not implement ${method} ${url}.`;
        throw new AwsError("UnknownOperationException", message, 404);
      }
      authorizer.check({ action: "lambda:GetAccountSettings", resource: "*" }, callerOf(headers), ACCESS_DENIED);
      send(200, settingsOf(accountConcurrency));
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      response.setHeader("x-amzn-errortype", error.code);
      send(error.status, { Message: error.message });
    }
    await Promise.resolve();
  };
  return startHttpService(faults?.wrap("lambda", serve) ?? serve);
}

function settingsOf(concurrency: number) {
  return { AccountLimit: { ConcurrentExecutions: concurrency, UnreservedConcurrentExecutions: concurrency } };
}

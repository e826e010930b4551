/** Which functions to start ahead of the first request: those that would keep it waiting. */
import { type FunctionPool } from "../functions/function-types.js";
import { type FunctionRegistry } from "../template/function-registry.js";
import { readFunctionUrl } from "../template/provisioners/functions.js";
import { type ProvisionedStack, resourcesOfType } from "../template/stack.js";
import { queueFedFunctions } from "./event-sources.js";
import { readRoutes } from "./http-fronts.js";

/** A function that is fed by a queue and has at least this memory does real work, and takes long to load. */
const WORKING_MEMORY_MB = 1_024;

/**
 * The pools behind the API's catch-all route and the function URLs, those that do the work behind queues, and those with a
 * debugger port, so that the debugger can connect before the first invocation.
 */
export function poolsToPrewarm(stack: ProvisionedStack, functions: FunctionRegistry): FunctionPool[] {
  const catchAll = readRoutes(stack).filter(({ routeKey }) => routeKey === "$default");
  const urls = resourcesOfType(stack, "AWS::Lambda::Url").map((resource) => readFunctionUrl(resource));
  const answering = [...catchAll.map((route) => route.functionArn), ...urls.map((url) => url.TargetFunctionArn)];
  const working = queueFedFunctions(stack).filter((arn) => functions.pool(arn, arn).spec.memoryMb >= WORKING_MEMORY_MB);
  const debugged = functions.pools().filter(({ spec }) => spec.inspectPort !== undefined);
  return [...new Set([...[...answering, ...working].map((arn) => functions.pool(arn, arn)), ...debugged])];
}

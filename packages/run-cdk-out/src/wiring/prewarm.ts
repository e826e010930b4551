/** Chooses the functions that are started before the first request. */
import type { FunctionPool } from "../functions/function-types.js";
import type { FunctionRegistry } from "../template/function-registry.js";
import { readFunctionUrl } from "../template/provisioners/functions.js";
import { type ProvisionedStack, resourcesOfType } from "../template/stack.js";
import { functionsWithEventSource } from "./event-sources.js";
import { readRoutes } from "./http-fronts.js";

/** A function behind a queue with at least this memory does heavy work, and takes a long time to load. */
const HEAVY_MEMORY_MB = 1_024;

/**
 * Returns the pools behind the catch-all route of the API and the function URLs, those that do heavy work behind
 * queues, and those with a debugger port, so that a debugger can connect before the first invocation.
 */
export function poolsToPrewarm(stack: ProvisionedStack, functions: FunctionRegistry): FunctionPool[] {
  const catchAll = readRoutes(stack).filter(({ routeKey }) => routeKey === "$default");
  const urls = resourcesOfType(stack, "AWS::Lambda::Url").map((resource) => readFunctionUrl(resource));
  const served = [...catchAll.map((route) => route.functionArn), ...urls.map((url) => url.TargetFunctionArn)];
  const working = functionsWithEventSource(stack).filter(
    (arn) => functions.pool(arn, arn).spec.memoryMb >= HEAVY_MEMORY_MB,
  );
  const debugged = functions.pools().filter(({ spec }) => spec.inspectPort !== undefined);
  return [...new Set([...[...served, ...working].map((arn) => functions.pool(arn, arn)), ...debugged])];
}

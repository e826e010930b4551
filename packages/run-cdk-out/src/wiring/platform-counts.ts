/** Reads what the platform counts, for its metrics. */
import type { Edge } from "../fronts/edge/edge.js";
import type { PlatformCounts } from "../metrics/platform-metrics.js";
import type { SqsService } from "../services/sqs.js";
import type { FunctionRegistry } from "../template/function-registry.js";
import { type ProvisionedStack, resourcesOfType } from "../template/stack.js";

export interface CountedParts {
  readonly stack: ProvisionedStack;
  readonly functions: Pick<FunctionRegistry, "pools">;
  readonly sqs: Pick<SqsService, "waitingMessages">;
  readonly edge: Edge | undefined;
}

export function readPlatformCounts({ stack, functions, sqs, edge }: CountedParts): PlatformCounts {
  const queues = resourcesOfType(stack, "AWS::SQS::Queue").map(({ physicalId }) => physicalId.split("/").at(-1) ?? "");
  const edgeFunctions = resourcesOfType(stack, "AWS::CloudFront::Function");
  const functionNames = edgeFunctions.flatMap(({ properties: { Name } }) => (typeof Name === "string" ? [Name] : []));
  return {
    queues,
    waiting: sqs.waitingMessages(),
    throttles: functions.pools().reduce((sum, pool) => sum + pool.stats().throttles, 0),
    edge: edge && { distributionId: edge.distributionId, functionNames, ...edge.stats() },
  };
}

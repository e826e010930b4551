/** Connects queues to functions: the template's event source mappings. */
import * as z from "zod";
import { type EventSourceMapping, startEventSourceMapping } from "../functions/event-source-mapping.js";
import { shareOfProcesses } from "../functions/share-of-processes.js";
import type { FunctionRegistry } from "../template/function-registry.js";
import { flag, ignored, numeric, readProperties } from "../template/properties.js";
import { arnOf, type ProvisionedResource } from "../template/resource.js";
import { type ProvisionedStack, resourcesOfType } from "../template/stack.js";
import { TemplateError } from "../template/template-error.js";

const mappingSchema = z.strictObject({
  FunctionName: z.string(),
  EventSourceArn: z.string(),
  BatchSize: numeric.default(10),
  Enabled: flag.default(true),
  FunctionResponseTypes: z.array(z.literal("ReportBatchItemFailures")).default([]),
  MaximumBatchingWindowInSeconds: numeric.default(0),
  ScalingConfig: z.object({ MaximumConcurrency: numeric.optional() }).default({}),
  ...ignored("KmsKeyArn", "MetricsConfig", "Tags"),
});

export interface EventSourceOptions {
  readonly functions: FunctionRegistry;
  readonly sqsEndpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly onLogLine: (name: string, line: string) => void;
}

/** ARNs of the functions with an event source mapping. */
export function functionsWithEventSource(stack: ProvisionedStack): string[] {
  return readMappings(stack).map(({ fn }) => arnOf(fn));
}

/** Returns each event source mapping with its function and the ARN of its queue. */
export function readMappings(stack: ProvisionedStack) {
  return resourcesOfType(stack, "AWS::Lambda::EventSourceMapping").map((resource) => {
    const { FunctionName, EventSourceArn } = readProperties(resource, mappingSchema);
    const { logicalId } = resource;
    return { logicalId, fn: functionNamed(stack, resource, FunctionName), queueArn: EventSourceArn };
  });
}

/** Starts a poller for each mapping of the stack. */
export function startEventSources(stack: ProvisionedStack, options: EventSourceOptions): EventSourceMapping[] {
  const queues = resourcesOfType(stack, "AWS::SQS::Queue");
  const maximums = maximumsByFunction(stack);
  return resourcesOfType(stack, "AWS::Lambda::EventSourceMapping").map((resource) => {
    const mapping = readProperties(resource, mappingSchema);
    const queue = queues.find(({ attributes }) => attributes["Arn"] === mapping.EventSourceArn);
    if (queue === undefined) {
      throw new TemplateError(
        `${resource.logicalId}.EventSourceArn`,
        `${mapping.EventSourceArn} is not a queue of the stack. Only SQS queues are supported.`,
      );
    }
    const { MaximumConcurrency: maximum } = mapping.ScalingConfig;
    const fn = functionArn(stack, resource, mapping.FunctionName);
    const pool = options.functions.pool(fn, resource.logicalId);
    return startEventSourceMapping({
      queueUrl: queue.physicalId,
      queueArn: mapping.EventSourceArn,
      sqsEndpoint: options.sqsEndpoint,
      credentials: options.credentials,
      batchSize: mapping.BatchSize,
      batchingWindowSeconds: mapping.MaximumBatchingWindowInSeconds,
      reportBatchItemFailures: mapping.FunctionResponseTypes.length > 0,
      enabled: mapping.Enabled,
      pool,
      onLogLine: options.onLogLine,
      ...(maximum !== undefined && {
        maximumConcurrency: shareOfProcesses(pool.spec.maxConcurrency, maximum, maximums.get(fn) ?? []),
      }),
    });
  });
}

/** Returns the maximum concurrency of each event source that has one, by function. */
function maximumsByFunction(stack: ProvisionedStack): Map<string, number[]> {
  const maximums = new Map<string, number[]>();
  for (const resource of resourcesOfType(stack, "AWS::Lambda::EventSourceMapping")) {
    const { FunctionName, ScalingConfig } = readProperties(resource, mappingSchema);
    if (ScalingConfig.MaximumConcurrency === undefined) continue;
    const fn = functionArn(stack, resource, FunctionName);
    maximums.set(fn, [...(maximums.get(fn) ?? []), ScalingConfig.MaximumConcurrency]);
  }
  return maximums;
}

function functionArn(stack: ProvisionedStack, mapping: ProvisionedResource, name: string): string {
  return arnOf(functionNamed(stack, mapping, name));
}

/** Returns the function of a mapping, which contains its name or its ARN. */
function functionNamed(stack: ProvisionedStack, { logicalId }: ProvisionedResource, name: string): ProvisionedResource {
  const named = resourcesOfType(stack, "AWS::Lambda::Function").find(
    ({ physicalId, attributes }) => physicalId === name || attributes["Arn"] === name,
  );
  if (named === undefined) throw new TemplateError(`${logicalId}.FunctionName`, `there is no function ${name}`);
  return named;
}

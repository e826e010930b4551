/**
 * The calls that Lambda makes with the role of a function: it writes logs and traces, and its pollers read queues. No
 * function makes these calls, so the services never see them.
 */
import * as z from "zod";
import { accessKeyIdOf } from "../denials.js";
import { LOCAL_ACCOUNT_ID, LOCAL_REGION } from "../local-account.js";
import type { Permissions } from "../permissions/permissions.js";
import { shortName } from "../template/provisioners/short-name.js";
import type { ProvisionedResource } from "../template/resource.js";
import { type ProvisionedStack, resourcesOfType } from "../template/stack.js";
import { TemplateError } from "../template/template-error.js";
import { readMappings } from "./event-sources.js";

const LOG_ACTIONS = ["logs:CreateLogStream", "logs:PutLogEvents"];
const TRACE_ACTIONS = ["xray:PutTraceSegments", "xray:PutTelemetryRecords"];
/** Lambda refuses an event source mapping without them (Lambda developer guide, "Configuring Amazon SQS permissions"). */
const POLLER_ACTIONS = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"];

const callsSchema = z.object({
  LoggingConfig: z.object({ LogGroup: z.string().optional() }).default({}),
  TracingConfig: z.object({ Mode: z.string().optional() }).default({}),
});

/**
 * Counts the grants for these calls as used. A function without the permission to write logs runs, and its logs are lost.
 *
 * @param onNotice receives a line for each such function
 * @throws TemplateError if a poller may not read its queue, as the creation of the mapping fails on AWS
 */
export function makeServiceCalls(
  stack: ProvisionedStack,
  permissions: Permissions,
  onNotice: (line: string) => void,
): void {
  for (const resource of resourcesOfType(stack, "AWS::Lambda::Function")) {
    const { LoggingConfig, TracingConfig } = callsSchema.parse(resource.properties);
    const caller = accessKeyIdOf(shortName(resource));
    const { LogGroup = `/aws/lambda/${resource.physicalId}` } = LoggingConfig;
    const log = `arn:aws:logs:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:log-group:${LogGroup}:log-stream:local`;
    const missing = LOG_ACTIONS.filter((action) => !permissions.allows({ action, resource: log }, caller));
    if (missing.length > 0)
      onNotice(`${shortName(resource)} may not write logs on AWS: ${missing.join(", ")} is missing`);
    if (TracingConfig.Mode !== "Active") continue;
    for (const action of TRACE_ACTIONS) permissions.allows({ action, resource: "*" }, caller);
  }
  for (const { logicalId, fn, queueArn } of readMappings(stack)) {
    checkPoller(logicalId, queueArn, fn, permissions);
  }
}

function checkPoller(place: string, queueArn: string, fn: ProvisionedResource, permissions: Permissions): void {
  for (const action of POLLER_ACTIONS) {
    if (permissions.allows({ action, resource: queueArn }, accessKeyIdOf(shortName(fn)))) continue;
    const [, name] = action.split(":");
    throw new TemplateError(
      place,
      `the role of ${shortName(fn)} does not have permission to call ${name} on the queue ${queueArn}`,
    );
  }
}

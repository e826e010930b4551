/** CloudFormation's protocol for custom resources: the function puts its response to the URL in the event. */
import type { CloudFormationCustomResourceEvent, Context } from "aws-lambda";
import type { FunctionLog } from "../shared/logger.js";

export interface CustomResourceResult {
  readonly physicalResourceId: string;
  /** Attributes that the template reads with Fn::GetAtt. They must not be secrets. */
  readonly data: Readonly<Record<string, string>>;
}

/**
 * Runs `apply` for each create and update, and reports the result to CloudFormation. A delete always succeeds: what
 * `apply` creates is in tables, which follow their own removal policy.
 */
export async function respondToCustomResource(
  event: CloudFormationCustomResourceEvent,
  context: Context,
  log: FunctionLog,
  apply: () => Promise<CustomResourceResult>,
): Promise<void> {
  const known = "PhysicalResourceId" in event ? event.PhysicalResourceId : undefined;
  try {
    const result = event.RequestType === "Delete" ? { physicalResourceId: known ?? "none", data: {} } : await apply();
    await respond(event, { Status: "SUCCESS", PhysicalResourceId: result.physicalResourceId, Data: result.data });
  } catch (error) {
    log.error("The custom resource failed.", { error });
    const Reason = `${error instanceof Error ? error.message : String(error)} (log stream ${context.logStreamName})`;
    await respond(event, { Status: "FAILED", PhysicalResourceId: known ?? event.RequestId, Reason });
  }
}

async function respond(event: CloudFormationCustomResourceEvent, outcome: Record<string, unknown>): Promise<void> {
  const { StackId, RequestId, LogicalResourceId } = event;
  const body = JSON.stringify({ ...outcome, StackId, RequestId, LogicalResourceId });
  // The presigned URL is signed for an empty content type.
  const response = await fetch(event.ResponseURL, { method: "PUT", body, headers: { "content-type": "" } });
  if (!response.ok) throw new Error(`CloudFormation refused the response with status ${response.status}.`);
}

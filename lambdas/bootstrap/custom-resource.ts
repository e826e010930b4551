/** CloudFormation's custom resource protocol: an event comes in, its answer is PUT to the URL that it names. */
import type { CloudFormationCustomResourceEvent, Context } from "aws-lambda";
import type { FunctionLog } from "../shared/logger.js";

export interface CustomResourceResult {
  readonly physicalResourceId: string;
  /** Attributes that the template reads by Fn::GetAtt; no secrets. */
  readonly data: Readonly<Record<string, string>>;
}

/**
 * Runs `apply` for each create and update, and tells CloudFormation how it went. A delete always succeeds: what the
 * resource made belongs to tables that follow their own removal policy.
 */
export async function answerCustomResource(
  event: CloudFormationCustomResourceEvent,
  context: Context,
  log: FunctionLog,
  apply: () => Promise<CustomResourceResult>,
): Promise<undefined> {
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

async function respond(event: CloudFormationCustomResourceEvent, answer: Record<string, unknown>): Promise<void> {
  const { StackId, RequestId, LogicalResourceId } = event;
  const body = JSON.stringify({ ...answer, StackId, RequestId, LogicalResourceId });
  // The presigned URL is signed for an empty content type.
  const response = await fetch(event.ResponseURL, { method: "PUT", body, headers: { "content-type": "" } });
  if (!response.ok) throw new Error(`CloudFormation refused the answer: ${response.status}`);
}

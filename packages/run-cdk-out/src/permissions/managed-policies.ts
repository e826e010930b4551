/** Policies that AWS manages, with the statements of their current version (AWS managed policy reference guide). */

const allow = (...Action: string[]) => ({ Statement: [{ Effect: "Allow", Action, Resource: "*" }] });

const LOGS = ["logs:CreateLogGroup", "logs:CreateLogStream", "logs:PutLogEvents"];

/** The documents by the path after `policy/`. */
const DOCUMENTS: Readonly<Record<string, unknown>> = {
  "service-role/AWSLambdaBasicExecutionRole": allow(...LOGS),
  "service-role/AWSLambdaSQSQueueExecutionRole": allow(
    "sqs:ReceiveMessage",
    "sqs:DeleteMessage",
    "sqs:GetQueueAttributes",
    ...LOGS,
  ),
  AWSXRayDaemonWriteAccess: allow(
    "xray:PutTraceSegments",
    "xray:PutTelemetryRecords",
    "xray:GetSamplingRules",
    "xray:GetSamplingTargets",
    "xray:GetSamplingStatisticSummaries",
  ),
};

/** Returns the document of a policy that AWS manages. `undefined` if the runner does not know it. */
export function managedPolicy(arn: string): unknown {
  const [, path = ""] = /^arn:aws:iam::aws:policy\/(.+)$/.exec(arn) ?? [];
  return DOCUMENTS[path];
}

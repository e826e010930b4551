/**
 * The alarm on a function's failures.
 *
 * The metric `Errors` of Lambda does not count a handled 500 or a message that stays in its queue, because the invocation
 * itself succeeds. The alarm therefore counts log lines: errors that the code logs, and failures that Lambda logs. A
 * designed 503 of a first view logs no error.
 */
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { FilterPattern } from "aws-cdk-lib/aws-logs";
import type { FunctionDeclaration } from "./function-declaration.js";
import { LogMetric } from "./log-metric.js";

/**
 * What Lambda and its runtime client for Node.js log in plain text: timeouts and crashes (Lambda developer guide,
 * "Troubleshoot execution issues"), and errors that the handler did not catch (`aws-lambda-ric`).
 */
const PLATFORM_FAILURES = [
  "Task timed out",
  "Status: timeout",
  "Status: error",
  "Runtime exited",
  "Invoke Error",
  "Uncaught Exception",
  "Unhandled Promise Rejection",
];

export interface FailureAlarm {
  readonly metric: LogMetric;
  readonly alarm: Alarm;
}

export function makeFailureAlarm(fn: LambdaFunction, { name, alarm }: FunctionDeclaration): FailureAlarm {
  const metric = new LogMetric(fn, "Failures");
  metric.count(fn, "ErrorLines", fn.logGroup, FilterPattern.stringValue("$.level", "=", "ERROR"));
  metric.count(fn, "PlatformFailures", fn.logGroup, FilterPattern.anyTerm(...PLATFORM_FAILURES));
  const description = `The ${name} function logs errors or fails. Runbook: docs/runbook.md#${alarm.runbook}`;
  return { metric, alarm: metric.alarm(fn, "Errors", alarm.errors, description) };
}

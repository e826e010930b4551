/** An alarm that fires when rates are not limited: requests pass when the limiter's table fails. */
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { FilterPattern } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { LIMITER_FAILED } from "../core/contract/log-events.js";
import { LogMetric } from "./log-metric.js";

/** One alarm for all functions that limit rates. */
export function makeLimiterAlarm(scope: Construct, functions: readonly LambdaFunction[]): Alarm {
  const metric = new LogMetric(scope, "LimiterFailures");
  const pattern = FilterPattern.stringValue("$.event", "=", LIMITER_FAILED);
  for (const fn of functions) metric.count(fn, "LimiterFailures", fn.logGroup, pattern);
  const description = "Requests pass without a rate limit. Runbook: docs/runbook.md#limiter-failing";
  return metric.alarm(scope, "LimiterFailing", 1, description);
}

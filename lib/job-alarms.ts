/** Alarms on render jobs, whichever function handles them. */
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { ATTEMPTS_EXHAUSTED } from "../core/contract/log-events.js";
import { LogMetric } from "./log-metric.js";
import type { ServiceFunction } from "./service-function.js";

/** Fires when jobs end because their attempts are used up. One alarm for all functions that end jobs. */
export function makeAttemptsAlarm(scope: Construct, functions: readonly ServiceFunction[]): Alarm {
  const metric = new LogMetric(scope, "AttemptsExhausted");
  const pattern = FilterPattern.stringValue("$.event", "=", ATTEMPTS_EXHAUSTED);
  for (const fn of functions) metric.count(fn, "AttemptsExhausted", fn.logGroup, pattern);
  const description = "Jobs fail because their attempts are used up. Runbook: docs/runbook.md#attempts-exhausted";
  return metric.alarm(scope, "AttemptsExhausted", 1, description);
}

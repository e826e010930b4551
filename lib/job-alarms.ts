/** The alarm on jobs. It counts the renderer's failures, and also jobs whose attempts are used up. */
import { FilterPattern } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { ATTEMPTS_EXHAUSTED } from "../core/deployment/log-events.js";
import { FailureAlarm } from "./failure-alarm.js";
import type { ServiceFunction } from "./service-function.js";

/** The alarm on the renderer and on jobs. */
export const JOB_ALARM = { errors: 1, runbook: "job-errors" } as const;

/** Counts jobs that end because their attempts are used up, whichever function ends them. */
export function countExhaustedAttempts(scope: Construct, functions: readonly ServiceFunction[]): void {
  const alarm = FailureAlarm.of(scope, JOB_ALARM);
  const pattern = FilterPattern.stringValue("$.event", "=", ATTEMPTS_EXHAUSTED);
  for (const fn of functions) alarm.metric.count(fn, "AttemptsExhausted", fn.logGroup, pattern);
  alarm.addCause("Or jobs fail because their attempts are used up.");
}

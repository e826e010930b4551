/**
 * The alarms on function failures.
 *
 * The metric `Errors` of Lambda does not count a handled 500 or a message that stays in its queue, because the
 * invocation itself succeeds. The alarms therefore count log lines: errors that the code logs, and failures that Lambda
 * logs. A designed 503 of a first view logs no error.
 */
import { Lazy, Stack } from "aws-cdk-lib";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { FilterPattern } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { FunctionDeclaration } from "./function-declaration.js";
import { LogMetric, uniqueMetricName } from "./log-metric.js";

/**
 * The failures that Lambda and its runtime client for Node.js log in plain text: timeouts and crashes (Lambda developer
 * guide, "Troubleshoot execution issues"), and errors that the handler did not catch (`aws-lambda-ric`).
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

/**
 * An alarm on the failures of functions. Functions with the same runbook section share one, because each alarm costs
 * $0.10 a month. The log lines name the function.
 */
export class FailureAlarm extends Construct {
  readonly metric: LogMetric;
  readonly #functions: string[] = [];
  readonly #otherCauses: string[] = [];
  readonly #threshold: number;

  private constructor(scope: Construct, id: string, { errors, runbook }: FunctionDeclaration["alarm"]) {
    super(scope, id);
    this.#threshold = errors;
    this.metric = new LogMetric(uniqueMetricName(this, "Failures"));
    const description = Lazy.string({ produce: () => `${this.#causes()} Runbook: docs/runbook.md#${runbook}` });
    this.metric.alarm(this, "Alarm", errors, description);
  }

  /** Returns the alarm that links to a runbook section. The first call creates it. */
  static of(scope: Construct, alarm: FunctionDeclaration["alarm"]): FailureAlarm {
    const stack = Stack.of(scope);
    const id = alarm.runbook.replace(/(^|-)(\w)/g, (_match, _dash, letter: string) => letter.toUpperCase());
    const found = stack.node.tryFindChild(id);
    const shared = found instanceof FailureAlarm ? found : new FailureAlarm(stack, id, alarm);
    if (shared.#threshold !== alarm.errors) {
      throw new Error(
        `The functions of the runbook section ${alarm.runbook} share an alarm, so \`errors\` must be the same in all: ` +
          `${shared.#threshold} or ${alarm.errors}.`,
      );
    }
    return shared;
  }

  /** Counts the log lines that a function writes when it fails. */
  watch(fn: LambdaFunction, name: string): void {
    this.#functions.push(name);
    this.metric.count(fn, "ErrorLines", fn.logGroup, FilterPattern.stringValue("$.level", "=", "ERROR"));
    this.metric.count(fn, "PlatformFailures", fn.logGroup, FilterPattern.anyTerm(...PLATFORM_FAILURES));
  }

  /** Adds a sentence to the description, for lines that the caller adds to the metric. */
  addCause(sentence: string): void {
    this.#otherCauses.push(sentence);
  }

  #causes(): string {
    const [first, ...others] = this.#functions;
    const functions =
      others.length === 0
        ? `The ${first ?? ""} function logs errors or fails.`
        : `One of these functions logs errors or fails: ${this.#functions.join(", ")}.`;
    return [functions, ...this.#otherCauses].join(" ");
  }
}

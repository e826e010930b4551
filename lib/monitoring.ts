/** The alarms that concern several functions or the edge, and the topic for every alarm of the stack. */
import { Duration } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import { AlarmTopic } from "./alarm-topic.js";
import type { Delivery } from "./delivery.js";
import { EdgeAlarms } from "./edge-alarms.js";
import { alarmOnFunctionUrls } from "./function-url-alarm.js";
import { countExhaustedAttempts } from "./job-alarms.js";
import type { ServiceFunction } from "./service-function.js";
import type { Settings } from "./settings.js";

export interface MonitoringProps {
  readonly settings: Settings;
  readonly functions: readonly ServiceFunction[];
  readonly delivery: Pick<Delivery, "distribution" | "edgeFunction">;
}

/** The functions that end jobs whose attempts are used up. */
const JOB_ENDERS = new Set(["renderer", "dead-letter", "sweeper"]);

/** Create it last: only the alarms that exist at that time notify the topic. */
export class Monitoring extends Construct {
  constructor(scope: Construct, id: string, { settings, functions, delivery }: MonitoringProps) {
    super(scope, id);
    countExhaustedAttempts(
      this,
      functions.filter(({ declaration }) => JOB_ENDERS.has(declaration.name)),
    );
    this.#makeThrottleAlarm();
    alarmOnFunctionUrls(this, "FunctionUrlErrors", functions);
    new EdgeAlarms(this, "Edge", delivery);
    new AlarmTopic(this, "Alarms", settings);
  }

  /**
   * Creates an alarm that counts throttles of all functions of the account in this region, because they share one
   * limit. Nothing else shows that a function behind a function URL was throttled. One metric per function would cost
   * as much as one alarm per function.
   */
  #makeThrottleAlarm(): void {
    new Alarm(this, "Throttled", {
      metric: new Metric({
        namespace: "AWS/Lambda",
        metricName: "Throttles",
        statistic: "Sum",
        period: Duration.minutes(5),
      }),
      threshold: 1,
      evaluationPeriods: 2,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: "Lambda throttles functions of this account. Runbook: docs/runbook.md#throttles",
    });
  }
}

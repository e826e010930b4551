/** Metrics, the alarms that concern several functions or the edge, the topic for every alarm, and the dashboard. */
import { Duration } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import { AlarmTopic } from "./alarm-topic.js";
import { Dashboard, type DashboardProps } from "./dashboard.js";
import type { Delivery } from "./delivery.js";
import { EdgeAlarms } from "./edge-alarms.js";
import { alarmOnFunctionUrls } from "./function-url-alarm.js";
import { countExhaustedAttempts } from "./job-alarms.js";
import { ServiceMetrics } from "./service-metrics.js";
import type { Settings } from "./settings.js";

export interface MonitoringProps extends Omit<DashboardProps, "metrics" | "distribution"> {
  readonly settings: Settings;
  readonly delivery: Pick<Delivery, "distribution" | "edgeFunction">;
}

/** The functions that end jobs whose attempts are used up. */
const JOB_ENDERS = new Set(["renderer", "dead-letter", "sweeper"]);

/** Create it last: only the alarms that exist at that time notify the topic. */
export class Monitoring extends Construct {
  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const { settings, functions, delivery } = props;
    countExhaustedAttempts(
      this,
      functions.filter(({ declaration }) => JOB_ENDERS.has(declaration.name)),
    );
    const metrics = new ServiceMetrics(this, "Metrics", functions);
    this.#makeThrottleAlarm();
    alarmOnFunctionUrls(this, "FunctionUrlErrors", functions);
    new EdgeAlarms(this, "Edge", delivery);
    new AlarmTopic(this, "Alarms", settings);
    const { distribution } = delivery;
    if (settings.dashboard) new Dashboard(this, "Dashboard", { ...props, metrics, distribution });
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

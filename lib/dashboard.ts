/**
 * The dashboard of a stage. Each row answers one question: are users served, how fast, what is queued, what fails, and
 * what does it cost today. A dashboard costs $3 a month, so a setting turns it on.
 */
import { Aws, CfnOutput, type CfnResource, Duration, Stack } from "aws-cdk-lib";
import {
  Alarm,
  AlarmStatusWidget,
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  MathExpression,
  Metric,
  SingleValueWidget,
  TextWidget,
  TextWidgetBackground,
} from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import type { MetricKey } from "../core/deployment/metrics.js";
import { QUEUE_NAMES, type QueueName } from "../core/contract/render-queues.js";
import type { Delivery } from "./delivery.js";
import { queueMetrics } from "./queue-with-dead-letters.js";
import type { Rendering } from "./rendering.js";
import type { RestApi } from "./rest-api.js";
import type { ServiceFunction } from "./service-function.js";
import type { ServiceMetrics } from "./service-metrics.js";
import type { Webhooks } from "./webhooks.js";

export interface DashboardProps {
  readonly metrics: ServiceMetrics;
  readonly functions: readonly ServiceFunction[];
  readonly rendering: Pick<Rendering, "queues" | "deadLetters">;
  readonly webhooks: Pick<Webhooks, "deadLetters">;
  readonly restApi: Pick<RestApi, "httpApi">;
  readonly distribution: Delivery["distribution"];
}

/** CloudFront's metrics are in this region, whichever region the stack is in. A widget can read another region. */
const EDGE_REGION = "us-east-1";
const PERIOD = Duration.minutes(5);
const DAY = Duration.days(1);
/** A dashboard has 24 columns. */
const THIRD = 8;
const HEIGHT = 6;
/** The percentiles that a row of stages shows. */
const MEDIAN = "p50";
const SLOWEST = "p95";

const STAGES = {
  StageQueued: "waiting in the queue",
  StageLoad: "loading images",
  StagePicture: "drawing and encoding",
  StageStore: "storing",
} as const satisfies Partial<Record<MetricKey, string>>;

const REFUSALS = {
  RefusedKey: "key not accepted",
  RefusedCredits: "no credits left",
  RefusedLimit: "too many requests",
  RefusedContent: "content not valid",
} as const satisfies Partial<Record<MetricKey, string>>;

export class Dashboard extends Construct {
  readonly #props: DashboardProps;

  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    this.#props = props;
    const { stackName } = Stack.of(this);
    // Dashboards of all regions share their names.
    const dashboardName = `${stackName}-${Aws.REGION}`;
    new CloudWatchDashboard(this, "Dashboard", {
      dashboardName,
      defaultInterval: Duration.hours(12),
      widgets: [
        [heading("Are users served?")],
        this.#served(),
        [heading("How fast?")],
        this.#fast(),
        [heading("What is queued?")],
        this.#queued(),
        [heading("What fails?")],
        this.#fails(),
        [heading("What does it cost today?")],
        this.#cost(),
      ],
    });
    const url = `https://${Aws.REGION}.console.aws.amazon.com/cloudwatch/home?region=${Aws.REGION}#dashboards/dashboard/${dashboardName}`;
    new CfnOutput(Stack.of(this), "DashboardUrl", { value: url, description: "The dashboard in CloudWatch" });
  }

  #served(): IWidget[] {
    const { httpApi } = this.#props.restApi;
    const responses = [
      httpApi.metricCount({ label: "requests to the API", statistic: "Sum", period: PERIOD }),
      this.#sumOfUrls("UrlRequestCount", "requests to function URLs"),
    ];
    const failures = [
      httpApi.metricServerError({ label: "5xx of the API", statistic: "Sum", period: PERIOD }),
      this.#sumOfUrls("Url5xxCount", "5xx of function URLs"),
    ];
    const edge = [this.#edgeMetric("Requests", "Sum", "requests of viewers")];
    const edgeFailures = [this.#edgeMetric("5xxErrorRate", "Average", "5xx (%)")];
    return [
      new AlarmStatusWidget({ title: "Alarms", alarms: this.#alarms(), width: THIRD, height: HEIGHT }),
      graph("Requests to functions, and their 5xx", responses, failures),
      new GraphWidget({
        ...{ title: "Viewers at the edge", width: THIRD, height: HEIGHT, region: EDGE_REGION },
        ...{ left: edge, right: edgeFailures, leftYAxis: { min: 0 }, rightYAxis: { min: 0, max: 100 } },
      }),
    ];
  }

  #fast(): IWidget[] {
    const stages = (statistic: string): IMetric[] =>
      Object.entries(STAGES).map(([key, label]) => this.#metric(key as MetricKey, { label, statistic }));
    return [
      graph("Time of a picture by stage, median (ms)", stages(MEDIAN)),
      graph("Time of a picture by stage, 95th percentile (ms)", stages(SLOWEST)),
      graph("Cold starts", [this.#metric("ColdStarts", { label: "functions started" })]),
    ];
  }

  #queued(): IWidget[] {
    const { queues, deadLetters } = this.#props.rendering;
    const all = QUEUE_NAMES.map((name) => [name, queueMetrics(queues[name])] as const);
    const label = (name: QueueName) => ({ label: name });
    const deadLetter = queueMetrics(deadLetters).visibleMessages.with({ label: "renders", statistic: "Maximum" });
    const webhooks = queueMetrics(this.#props.webhooks.deadLetters).visibleMessages;
    return [
      graph(
        "Age of the oldest message (s)",
        all.map(([name, { oldestMessageAge }]) => oldestMessageAge.with(label(name))),
      ),
      graph(
        "Messages that wait",
        all.map(([name, { visibleMessages }]) => visibleMessages.with({ ...label(name), statistic: "Maximum" })),
      ),
      graph("Dead letters", [deadLetter, webhooks.with({ label: "webhooks", statistic: "Maximum" })]),
    ];
  }

  #fails(): IWidget[] {
    const pictures = this.#metric("StagePicture", { label: "pictures", statistic: "SampleCount" });
    const failed = this.#metric("RendersFailed", { label: "failed" });
    const attempts = this.#metric("WebhookAttempts", { label: "attempts", statistic: "SampleCount" });
    const accepted = this.#metric("WebhookAttempts", { label: "accepted (share)", statistic: "Average" });
    const refused = Object.entries(REFUSALS).map(([key, label]) => this.#metric(key as MetricKey, { label }));
    return [
      graph("Renders", [pictures, failed]),
      new GraphWidget({
        ...{ title: "Webhooks", width: THIRD, height: HEIGHT, left: [attempts], right: [accepted] },
        ...{ leftYAxis: { min: 0 }, rightYAxis: { min: 0, max: 1 } },
      }),
      graph("Refused requests by reason", refused),
    ];
  }

  /** The quantities that determine the bill. `irs cost` and the page "Operations" turn them into an amount. */
  #cost(): IWidget[] {
    const pictures = this.#metric("StagePicture", { label: "pictures", statistic: "SampleCount", period: DAY });
    const credits = this.#metric("Credits", { label: "credits", period: DAY });
    const webhooks = this.#metric("WebhookAttempts", { label: "webhooks", statistic: "SampleCount", period: DAY });
    const views = this.#edgeMetric("Requests", "Sum", "requests of viewers").with({ period: DAY });
    const traffic = this.#edgeMetric("BytesDownloaded", "Sum", "bytes to viewers").with({ period: DAY });
    const size = { width: THIRD, height: 4, setPeriodToTimeRange: false };
    return [
      new SingleValueWidget({ title: "Work of today (UTC)", metrics: [pictures, credits, webhooks], ...size }),
      new SingleValueWidget({
        ...{ title: "Traffic of today (UTC)", metrics: [views, traffic], region: EDGE_REGION, ...size },
      }),
      new SingleValueWidget({ title: "Cache share of today (UTC)", metrics: [this.#cacheShare(DAY)], ...size }),
    ];
  }

  /**
   * Returns the percentage of viewers' requests that no function served: the edge responded from its cache or from the bucket.
   * CloudFront's own `CacheHitRate` costs $0.30 a month for each of eight metrics, and these metrics are free.
   */
  #cacheShare(period: Duration): IMetric {
    const requests = this.#edgeMetric("Requests", "Sum", "requests of viewers").with({ period });
    const api = this.#props.restApi.httpApi.metricCount({ statistic: "Sum", period });
    const urls = this.#functionUrlMetrics("UrlRequestCount", period);
    const served = ["FILL(api, 0)", ...Object.keys(urls).map((id) => `FILL(${id}, 0)`)].join(" + ");
    return new MathExpression({
      expression: `100 * (1 - (${served}) / requests)`,
      usingMetrics: { requests, api, ...urls },
      label: "served without a function (%)",
      period,
    });
  }

  #metric(key: MetricKey, change: { label: string; statistic?: string; period?: Duration }): Metric {
    return this.#props.metrics.metric(key).with(change);
  }

  #edgeMetric(metricName: string, statistic: string, label: string): Metric {
    const { distributionId } = this.#props.distribution;
    const dimensionsMap = { DistributionId: distributionId, Region: "Global" };
    const source = { namespace: "AWS/CloudFront", region: EDGE_REGION, period: PERIOD };
    return new Metric({ ...source, metricName, statistic, label, dimensionsMap });
  }

  #sumOfUrls(metricName: string, label: string): IMetric {
    const usingMetrics = this.#functionUrlMetrics(metricName, PERIOD);
    // The metric of a function without requests has no value. Without FILL, the sum would have none either.
    const expression = Object.keys(usingMetrics)
      .map((id) => `FILL(${id}, 0)`)
      .join(" + ");
    return new MathExpression({ expression, usingMetrics, label, period: PERIOD });
  }

  /** Returns a metric of each function behind a URL, by its ID in an expression. */
  #functionUrlMetrics(metricName: string, period: Duration): Record<string, IMetric> {
    const behindUrls = this.#props.functions.filter(({ url }) => url !== undefined);
    const prefix = metricName.toLowerCase();
    return Object.fromEntries(
      behindUrls.map((fn, index) => [`${prefix}${index}`, fn.metric(metricName, { statistic: "Sum", period })]),
    );
  }

  /** Returns the alarms that exist in every region. */
  #alarms(): Alarm[] {
    const alarms = Stack.of(this)
      .node.findAll()
      .filter((construct) => construct instanceof Alarm);
    return alarms.filter(
      ({ node: { defaultChild } }) => (defaultChild as CfnResource).cfnOptions.condition === undefined,
    );
  }
}

function heading(text: string): IWidget {
  return new TextWidget({
    ...{ markdown: `## ${text}`, width: 24, height: 1, background: TextWidgetBackground.TRANSPARENT },
  });
}

function graph(title: string, left: IMetric[], right: IMetric[] = []): IWidget {
  const axes = { leftYAxis: { min: 0 }, rightYAxis: { min: 0 } };
  return new GraphWidget({ title, left, right, width: THIRD, height: HEIGHT, ...axes });
}

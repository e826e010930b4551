/** The figures of a deployment: metrics and alarms of CloudWatch. */
import {
  CloudWatchClient,
  GetMetricDataCommand,
  type GetMetricDataCommandOutput,
  type Metric,
  paginateDescribeAlarms,
} from "@aws-sdk/client-cloudwatch";
import { METRIC_NAMESPACE, type MetricKey, metricNameOf } from "../core/deployment/metrics.js";
import type { FigurePoint, FigureQuery, FigureRange, FigureStore } from "../core/operations/ports.js";

export interface FiguresOptions {
  readonly stackName: string;
  /** Resolves to the ID of the distribution. */
  readonly distributionId: () => Promise<string>;
  /** @default clients of the function's region and of us-east-1 */
  readonly clients?: FigureClients;
}

export interface FigureClients {
  readonly region: CloudWatchClient;
  /** CloudFront publishes its metrics in us-east-1, whichever region the stack is in. */
  readonly edge: CloudWatchClient;
}

const EDGE_REGION = "us-east-1";

export function createFigures({ stackName, distributionId, clients = makeClients() }: FiguresOptions): FigureStore {
  return {
    async read(queries, range) {
      const atEdge = (query: FigureQuery): boolean => query.source.kind === "edge";
      const distribution = queries.some(atEdge) ? await distributionId() : "";
      const metrics = queries.map((query) => metricOf(query, stackName, distribution));
      const indexes = queries.map((_query, index) => index);
      const read = async (client: CloudWatchClient, wanted: readonly number[]) =>
        await readMetrics(client, wanted, (index) => metrics[index] ?? {}, queries, range);
      const [own, edge] = await Promise.all([
        read(
          clients.region,
          indexes.filter((index) => !atEdge(queries[index] as FigureQuery)),
        ),
        read(
          clients.edge,
          indexes.filter((index) => atEdge(queries[index] as FigureQuery)),
        ),
      ]);
      return indexes.map((index) => own.get(index) ?? edge.get(index) ?? []);
    },

    async raisedAlarms() {
      const alarms: { name: string; description: string }[] = [];
      const pages = paginateDescribeAlarms(
        { client: clients.region },
        { AlarmNamePrefix: `${stackName}-`, StateValue: "ALARM", AlarmTypes: ["MetricAlarm"] },
      );
      for await (const { MetricAlarms = [] } of pages) {
        for (const { AlarmName: name = "", AlarmDescription: description = "" } of MetricAlarms) {
          alarms.push({ name, description });
        }
      }
      return alarms;
    },
  };
}

function makeClients(): FigureClients {
  return { region: new CloudWatchClient({}), edge: new CloudWatchClient({ region: EDGE_REGION }) };
}

function metricOf({ source }: FigureQuery, stackName: string, distributionId: string): Metric {
  switch (source.kind) {
    case "service":
      return { Namespace: METRIC_NAMESPACE, MetricName: metricNameOf(stackName, source.metric as MetricKey) };
    case "queue":
      return {
        Namespace: "AWS/SQS",
        MetricName: source.metric,
        Dimensions: [{ Name: "QueueName", Value: source.queue }],
      };
    case "edge":
      return {
        Namespace: "AWS/CloudFront",
        MetricName: source.metric,
        Dimensions: [
          { Name: "DistributionId", Value: distributionId },
          { Name: "Region", Value: "Global" },
        ],
      };
  }
}

/** Resolves to the points of the queries at these indexes. The ID of a query in the request contains its index. */
async function readMetrics(
  client: CloudWatchClient,
  indexes: readonly number[],
  metric: (index: number) => Metric,
  queries: readonly FigureQuery[],
  { startMs, endMs, periodSeconds }: FigureRange,
): Promise<ReadonlyMap<number, readonly FigurePoint[]>> {
  if (indexes.length === 0) return new Map();
  const output = await client.send(
    new GetMetricDataCommand({
      StartTime: new Date(startMs),
      EndTime: new Date(endMs),
      ScanBy: "TimestampAscending",
      MetricDataQueries: indexes.map((index) => ({
        Id: `m${index}`,
        MetricStat: { Metric: metric(index), Period: periodSeconds, Stat: queries[index]?.statistic },
      })),
    }),
  );
  return new Map((output.MetricDataResults ?? []).map((result) => [Number(result.Id?.slice(1)), pointsOf(result)]));
}

type Result = NonNullable<GetMetricDataCommandOutput["MetricDataResults"]>[number];

function pointsOf({ Timestamps = [], Values = [] }: Result): FigurePoint[] {
  return Timestamps.map((at, index) => ({ startMs: at.getTime(), value: Values[index] ?? 0 }));
}

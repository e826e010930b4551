import { CloudWatchClient, DescribeAlarmsCommand, GetMetricDataCommand } from "@aws-sdk/client-cloudwatch";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createFigures } from "../../aws/figures.js";

const region = new CloudWatchClient({ region: "eu-central-1" });
const edge = new CloudWatchClient({ region: "us-east-1" });
const [regionMock, edgeMock] = [mockClient(region), mockClient(edge)];
const range = { startMs: 0, endMs: 3_600_000, periodSeconds: 3_600 };
const figures = createFigures({
  stackName: "ImageRender-prod",
  distributionId: async () => "E1",
  clients: { region, edge },
});

beforeEach(() => {
  regionMock.reset();
  edgeMock.reset();
});

describe("createFigures", () => {
  test("metrics of the edge are read in us-east-1, all others in the stack's region, and the order of the queries is kept", async () => {
    const at = [new Date(0)];
    regionMock.on(GetMetricDataCommand).resolves({
      MetricDataResults: [
        { Id: "m2", Timestamps: at, Values: [3] },
        { Id: "m0", Timestamps: at, Values: [1] },
      ],
    });
    edgeMock.on(GetMetricDataCommand).resolves({ MetricDataResults: [{ Id: "m1", Timestamps: at, Values: [2] }] });
    const points = await figures.read(
      [
        { source: { kind: "service", metric: "Credits" }, statistic: "Sum" },
        { source: { kind: "edge", metric: "Requests" }, statistic: "Sum" },
        { source: { kind: "queue", queue: "q", metric: "ApproximateAgeOfOldestMessage" }, statistic: "Maximum" },
      ],
      range,
    );
    expect(points).toEqual([1, 2, 3].map((value) => [{ startMs: 0, value }]));
    const [own] = regionMock.commandCalls(GetMetricDataCommand).map(({ args: [{ input }] }) => input);
    expect(own?.MetricDataQueries?.map(({ MetricStat }) => MetricStat?.Metric)).toEqual([
      { Namespace: "ImageRender", MetricName: "Credits-ImageRender-prod" },
      {
        Namespace: "AWS/SQS",
        MetricName: "ApproximateAgeOfOldestMessage",
        Dimensions: [{ Name: "QueueName", Value: "q" }],
      },
    ]);
    const [atEdge] = edgeMock.commandCalls(GetMetricDataCommand).map(({ args: [{ input }] }) => input);
    expect(atEdge?.MetricDataQueries?.[0]?.MetricStat?.Metric?.Dimensions).toEqual([
      { Name: "DistributionId", Value: "E1" },
      { Name: "Region", Value: "Global" },
    ]);
  });

  test("a query without values has no points, and no request goes to a region without queries", async () => {
    regionMock.on(GetMetricDataCommand).resolves({ MetricDataResults: [] });
    const query = { source: { kind: "service", metric: "Credits" }, statistic: "Sum" } as const;
    expect(await figures.read([query], range)).toEqual([[]]);
    expect(edgeMock.calls()).toEqual([]);
  });

  test("the raised alarms of the stack are read from all pages", async () => {
    regionMock
      .on(DescribeAlarmsCommand)
      .resolvesOnce({ MetricAlarms: [{ AlarmName: "a", AlarmDescription: "A." }], NextToken: "next" })
      .resolvesOnce({ MetricAlarms: [{ AlarmName: "b", AlarmDescription: "B." }] });
    expect(await figures.raisedAlarms()).toEqual([
      { name: "a", description: "A." },
      { name: "b", description: "B." },
    ]);
    const [first] = regionMock.commandCalls(DescribeAlarmsCommand).map(({ args: [{ input }] }) => input);
    expect(first).toMatchObject({ AlarmNamePrefix: "ImageRender-prod-", StateValue: "ALARM" });
  });
});

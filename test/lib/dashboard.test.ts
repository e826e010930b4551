import { describe, expect, test } from "@jest/globals";
import { resourcesOf, synthesize, type TemplateJson } from "./synthesize.js";

const template = await synthesize({ dashboard: true });

interface Widget {
  readonly type: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly properties: {
    readonly title?: string;
    readonly markdown?: string;
    readonly region?: unknown;
    readonly metrics?: readonly (readonly unknown[])[];
    readonly alarms?: readonly string[];
  };
}

const widgets = widgetsOf(template);
const titled = widgets.filter(({ type }) => type !== "text");

/** The body of the dashboard. A reference in it becomes `<logical ID>`. */
function widgetsOf(from: TemplateJson): Widget[] {
  const [[, resource] = []] = resourcesOf(from, "AWS::CloudWatch::Dashboard");
  const { "Fn::Join": [, parts] = ["", []] } = (resource?.Properties.DashboardBody ?? {}) as {
    "Fn::Join"?: [string, unknown[]];
  };
  const text = parts.map((part) => (typeof part === "string" ? part : `<${referenceOf(part)}>`)).join("");
  return (JSON.parse(text) as { widgets: Widget[] }).widgets;
}

function referenceOf(part: unknown): string {
  const { Ref, "Fn::GetAtt": getAtt } = part as { Ref?: string; "Fn::GetAtt"?: [string, string] };
  return Ref ?? getAtt?.join(".") ?? "";
}

/** The metrics of a widget: namespace, name, and dimensions. Expressions are left out. */
function metricsOf({ properties: { metrics = [] } }: Widget) {
  return metrics
    .filter(([first]) => typeof first === "string")
    .map((entry) => {
      const [namespace = "", name = "", ...dimensions] = entry.filter((part) => typeof part === "string");
      return { namespace, name, dimensions };
    });
}

const emitted = new Set(
  resourcesOf(template, "AWS::Logs::MetricFilter").flatMap(([, { Properties }]) =>
    (Properties.MetricTransformations as { MetricNamespace: string; MetricName: string }[]).map(
      ({ MetricNamespace, MetricName }) => `${MetricNamespace} ${MetricName}`,
    ),
  ),
);

/** The metrics that AWS publishes without a price, by namespace (the metrics reference of each service). */
const FROM_AWS: Readonly<
  Record<string, { readonly names: readonly string[]; readonly type: string; readonly dimension: string }>
> = {
  "AWS/SQS": {
    names: ["ApproximateAgeOfOldestMessage", "ApproximateNumberOfMessagesVisible"],
    type: "AWS::SQS::Queue",
    dimension: "QueueName",
  },
  "AWS/Lambda": {
    names: ["UrlRequestCount", "Url5xxCount"],
    type: "AWS::Lambda::Function",
    dimension: "FunctionName",
  },
  "AWS/ApiGateway": { names: ["Count", "5xx"], type: "AWS::ApiGatewayV2::Api", dimension: "ApiId" },
  "AWS/CloudFront": {
    names: ["Requests", "5xxErrorRate", "BytesDownloaded"],
    type: "AWS::CloudFront::Distribution",
    dimension: "DistributionId",
  },
};

describe("the dashboard", () => {
  test("a stack has no dashboard by default, because it costs $3 a month", async () => {
    const plain = await synthesize();
    expect(resourcesOf(plain, "AWS::CloudWatch::Dashboard")).toEqual([]);
    expect(plain.Outputs).not.toHaveProperty("DashboardUrl");
    expect(template.Outputs).toHaveProperty("DashboardUrl");
  });

  test("each row of the dashboard answers one question of an operator", () => {
    const questions = widgets.filter(({ type }) => type === "text").map(({ properties }) => properties.markdown);
    expect(questions).toEqual([
      "## Are users served?",
      "## How fast?",
      "## What is queued?",
      "## What fails?",
      "## What does it cost today?",
    ]);
  });

  test("the widgets of the dashboard fill rows of 24 columns and do not overlap", () => {
    const rows = Map.groupBy(widgets, ({ y }) => y);
    for (const row of rows.values()) {
      const places = row.map(({ x, width }) => [x, width] as const).sort(([a], [b]) => a - b);
      let end = 0;
      for (const [x, width] of places) {
        expect(x).toBe(end);
        end = x + width;
      }
      expect(end).toBe(24);
      expect(new Set(row.map(({ height }) => height)).size).toBe(1);
    }
    const tops = [...rows.keys()].sort((a, b) => a - b);
    for (const [index, top] of tops.entries()) {
      const height = rows.get(top)?.[0]?.height ?? 0;
      if (index + 1 < tops.length) expect(tops[index + 1]).toBe(top + height);
    }
  });

  test.each(titled.map((widget) => [widget.properties.title, widget] as const))(
    "the widget %s shows only metrics that the stack emits",
    (_title, widget) => {
      const metrics = metricsOf(widget);
      expect(metrics.length + (widget.properties.alarms?.length ?? 0)).toBeGreaterThan(0);
      for (const { namespace, name, dimensions } of metrics) {
        if (namespace === "ImageRender") {
          expect(emitted).toContain(`ImageRender ${name}`);
          expect(dimensions).toEqual([]);
          continue;
        }
        const source = FROM_AWS[namespace];
        expect(source?.names).toContain(name);
        const of = Object.fromEntries(dimensions.map((text, index) => [text, dimensions[index + 1]])) as Record<
          string,
          string
        >;
        const [, id = ""] = /^<([^.>]+)/.exec(of[source?.dimension ?? ""] ?? "") ?? [];
        expect(template.Resources[id]?.Type).toBe(source?.type);
      }
    },
  );

  test("widgets with metrics of CloudFront read us-east-1, where CloudFront publishes them, and all others the stack's region", () => {
    for (const widget of titled) {
      const fromEdge =
        metricsOf(widget).every(({ namespace }) => namespace === "AWS/CloudFront") && widget.type !== "alarm";
      const entries = (widget.properties.metrics ?? []).filter(([namespace]) => namespace === "AWS/CloudFront");
      // A widget with metrics of both regions names us-east-1 beside each metric of CloudFront.
      if (!fromEdge) for (const entry of entries) expect(entry.at(-1)).toMatchObject({ region: "us-east-1" });
      expect([widget.properties.title, widget.properties.region]).toEqual([
        widget.properties.title,
        fromEdge ? "us-east-1" : widget.type === "alarm" ? undefined : "<AWS::Region>",
      ]);
    }
  });

  test("the cache share is the part of viewers' requests that neither the HTTP API nor a function behind a URL served", () => {
    const widget = titled.find(({ properties }) => properties.title?.startsWith("Cache share"));
    const [[share] = []] = widget?.properties.metrics ?? [];
    const { expression } = share as { expression: string };
    const urls = resourcesOf(template, "AWS::Lambda::Url").map((_url, index) => `urlrequestcount${index}`);
    const served = ["api", ...urls].map((id) => `FILL(${id}, 0)`).join(" + ");
    expect(expression).toBe(`100 * (1 - (${served}) / requests)`);
  });

  test("the dashboard shows the state of every alarm that exists in every region", () => {
    const shown = titled.flatMap(({ properties }) => properties.alarms ?? []);
    const everywhere = resourcesOf(template, "AWS::CloudWatch::Alarm").filter(([, one]) => one.Condition === undefined);
    expect(shown.sort()).toEqual(everywhere.map(([id]) => `<${id}.Arn>`).sort());
  });

  test("every metric that the service pays for is on the dashboard, except the metrics that only alarms read", () => {
    const shown = new Set(titled.flatMap(metricsOf).map(({ namespace, name }) => `${namespace} ${name}`));
    const missing = [...emitted].filter((name) => !shown.has(name));
    expect(missing.filter((name) => !name.startsWith("ImageRender Failures-"))).toEqual([]);
  });
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { estimateCost } from "../../core/cost/estimate.js";
import { CAUSED_ALARMS, withoutHash } from "../support/caused-alarms.js";
import { alarmMetricsOf, idleCostOf, totalOf } from "./idle-cost.js";
import { metricFiltersOn, referencesIn, resourcesOf, synthesize } from "./synthesize.js";

const template = await synthesize();
const alarms = resourcesOf(template, "AWS::CloudWatch::Alarm");

describe("the alarms", () => {
  const runbook = readFileSync("docs/runbook.md", "utf8");
  const anchorOf = (title: string): string => title.toLowerCase().replace(/ /g, "-");
  const anchors = [...runbook.matchAll(/^## (.+)$/gm)].map(([, title]) => anchorOf(title ?? ""));

  test.each(alarms)("the alarm %s links to a section of the runbook", (_id, { Properties }) => {
    const [, anchor] = /docs\/runbook\.md#([a-z-]+)/.exec(String(Properties.AlarmDescription)) ?? [];
    expect(anchors).toContain(anchor);
  });

  test("the runbook has exactly one section for each alarm or group of alarms, and names no alarm that does not exist", () => {
    const linked = alarms.map(
      ([, { Properties }]) => /docs\/runbook\.md#([a-z-]+)/.exec(String(Properties.AlarmDescription))?.[1],
    );
    const sections = anchors.filter(
      (anchor) => !["logs", "metrics", "alarms", "signed-urls-are-refused", "a-region-is-lost"].includes(anchor),
    );
    expect([...new Set(linked)].sort()).toEqual(sections.sort());
  });

  test("a test causes the fault behind each alarm on the local service, and sees it raised and clear", () => {
    expect(alarms.map(([id]) => withoutHash(id)).sort()).toEqual([...CAUSED_ALARMS].sort());
  });

  test("each section of the runbook says what users see, where to look and how to fix it", () => {
    const linked = alarms.map(
      ([, { Properties }]) => /docs\/runbook\.md#([a-z-]+)/.exec(String(Properties.AlarmDescription))?.[1],
    );
    const sections = runbook.split(/^## /m).slice(1);
    for (const section of sections.filter((text) => linked.includes(anchorOf(text.split("\n")[0] ?? ""))))
      for (const part of ["**Users see:**", "**Look:**", "**Fix:**"]) expect(section).toContain(`\n${part} `);
  });

  test("every function has an alarm, and functions of one kind share it, because each alarm costs $0.10 a month", () => {
    const descriptions = alarms.map(([, { Properties }]) => String(Properties.AlarmDescription));
    expect(descriptions.filter((text) => /logs errors or fails/.test(text)).sort()).toEqual([
      "One of these functions logs errors or fails: api, edge-keeper, stream, preview, image, render-now, mcp. Runbook: docs/runbook.md#request-errors",
      "One of these functions logs errors or fails: dead-letter, sweeper, webhook, archive, archived-files, file-audit, workspace-remover, bootstrap. Runbook: docs/runbook.md#background-errors",
      "The renderer function logs errors or fails. Or jobs fail because their attempts are used up. Runbook: docs/runbook.md#job-errors",
    ]);
  });

  test("the runbook has a part for each function within the section of its alarm", () => {
    const parts = [...runbook.matchAll(/^### (.+) errors$/gm)].map(([, part = ""]) => part.replaceAll(" ", "-"));
    const functions = readdirSync("lambdas").filter((folder) => existsSync(`lambdas/${folder}/handler.ts`));
    expect(parts).toEqual(expect.arrayContaining(functions));
  });

  test("the alarm on jobs counts jobs whose attempts are used up, whichever function ends them", () => {
    const counted = resourcesOf(template, "AWS::Logs::MetricFilter").filter(([, { Properties }]) =>
      String(Properties.FilterPattern).includes("job-attempts-exhausted"),
    );
    expect(counted).toHaveLength(3);
    const names = counted.map(([, filter]) => (filter.Properties.MetricTransformations as { MetricName: string }[])[0]);
    const watching = alarms.filter(([, alarm]) => names.some((one) => one?.MetricName === alarm.Properties.MetricName));
    expect(watching.map(([, alarm]) => String(alarm.Properties.AlarmDescription))).toEqual([
      expect.stringContaining("attempts are used up"),
    ]);
  });

  test("the alarm of the api function also counts 5xx that the HTTP API returns without the function", () => {
    const [stage] = resourcesOf(template, "AWS::ApiGatewayV2::Stage");
    const settings = stage?.[1].Properties.AccessLogSettings as { Format: string; DestinationArn: unknown };
    expect(JSON.parse(settings.Format)).toMatchObject({ status: "$context.status" });
    const [counted] = metricFiltersOn(template, referencesIn(settings.DestinationArn)[0] ?? "");
    expect(counted?.filter).toBe('{ $.status = "5*" }');
    const watching = alarms.filter(([, alarm]) => alarm.Properties.MetricName === counted?.metricName);
    expect(watching.map(([, alarm]) => alarm.Properties.AlarmDescription)).toEqual([
      expect.stringMatching(/: api, .* Runbook: docs\/runbook\.md#request-errors$/),
    ]);
  });

  test("a function URL that returns a few 5xx raises no alarm, because a first view may end in a designed 503", () => {
    const [alarm, ...others] = alarms.filter(([, { Properties }]) =>
      JSON.stringify(Properties).includes("Url5xxCount"),
    );
    expect(others).toEqual([]);
    expect(alarm?.[1].Properties).toMatchObject({ Threshold: 20, EvaluationPeriods: 3 });
  });

  test("the alarm on 5xx of function URLs adds up those of every function with a URL", () => {
    const [alarm] = alarms.filter(([, { Properties }]) => JSON.stringify(Properties).includes("Url5xxCount"));
    const withUrl = resourcesOf(template, "AWS::Lambda::Url").flatMap(([, { Properties }]) =>
      referencesIn(Properties.TargetFunctionArn),
    );
    const metrics = alarm?.[1].Properties.Metrics as { Id: string; Expression?: string; MetricStat?: unknown }[];
    expect(metrics.flatMap(({ MetricStat }) => referencesIn(MetricStat)).sort()).toEqual(withUrl.sort());
    const ids = metrics.filter(({ MetricStat }) => MetricStat !== undefined).map(({ Id }) => Id);
    const formula = metrics.find(({ Expression }) => Expression !== undefined)?.Expression;
    expect(formula).toBe(ids.map((id) => `FILL(${id}, 0)`).join(" + "));
  });

  test("the alarms on CloudFront exist in us-east-1 only, because its metrics are there", () => {
    const atEdge = alarms.filter(([, { Properties }]) => Properties.Namespace === "AWS/CloudFront");
    expect(atEdge.map(([, { Properties }]) => Properties.MetricName).sort()).toEqual([
      "5xxErrorRate",
      "FunctionExecutionErrors",
    ]);
    const { Conditions } = template;
    for (const [, { Condition = "", Properties }] of atEdge) {
      expect(Conditions?.[Condition]).toEqual({ "Fn::Equals": [{ Ref: "AWS::Region" }, "us-east-1"] });
      expect(Properties.Dimensions).toContainEqual({ Name: "Region", Value: "Global" });
    }
    const unconditional = alarms.filter(([, { Condition }]) => Condition === undefined);
    expect(unconditional).toHaveLength(alarms.length - 2);
  });

  test("every alarm notifies the operator's topic if there is one", async () => {
    const alarmed = await synthesize({ alarmTopicArn: "arn:aws:sns:us-east-1:111122223333:operators" });
    for (const [, { Properties }] of resourcesOf(alarmed, "AWS::CloudWatch::Alarm")) {
      expect(Properties.AlarmActions).toEqual(["arn:aws:sns:us-east-1:111122223333:operators"]);
    }
    expect(resourcesOf(alarmed, "AWS::SNS::Topic")).toEqual([]);
    expect(alarmed.Outputs).not.toHaveProperty("AlarmSubscribeCommand");
  });

  test("without a topic in the settings, the stack has one that every alarm notifies, and says how to subscribe", () => {
    const [[topic] = [""]] = resourcesOf(template, "AWS::SNS::Topic");
    for (const [, { Properties }] of alarms) {
      expect([Properties.AlarmActions, Properties.OKActions]).toEqual([[{ Ref: topic }], [{ Ref: topic }]]);
    }
    const { Value } = template.Outputs["AlarmSubscribeCommand"] ?? {};
    expect(JSON.stringify(Value)).toContain(" --topic-arn ");
    expect(referencesIn(Value)).toEqual(["AWS::Region", topic]);
  });

  test("CloudWatch may publish to the stack's own topic, although its policy replaces the default one", () => {
    const [[, policy] = []] = resourcesOf(template, "AWS::SNS::TopicPolicy");
    const { Statement } = policy?.Properties.PolicyDocument as { Statement: Record<string, unknown>[] };
    expect(Statement).toContainEqual(
      expect.objectContaining({
        Effect: "Allow",
        Action: "sns:Publish",
        Principal: { Service: "cloudwatch.amazonaws.com" },
        Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
      }),
    );
  });
});

const cost = idleCostOf(template);
const readme = readFileSync("README.md", "utf8").replaceAll("\n", " ");
const dollars = (amount: number): string => `$${amount.toFixed(2)}`;

describe("the cost of an idle stage", () => {
  test("an idle stage costs at most $5.50 a month", () => {
    expect(totalOf(cost)).toBeLessThanOrEqual(5.5);
  });

  test("the README states the cost of an idle stage as it follows from the template", () => {
    const [, total] = /an idle stage costs (\$[\d.]+) a month/.exec(readme) ?? [];
    expect(total).toBe(dollars(totalOf(cost)));
    const secrets = resourcesOf(template, "AWS::SecretsManager::Secret").length;
    const parts = {
      [`${alarms.length} alarms on ${alarmMetricsOf(template)} metrics`]: cost.alarms,
      [`${secrets} secrets`]: cost.secrets,
      "polling of the queues": cost.polling,
      "the scheduled functions": cost.schedules,
    };
    const rows = [...readme.matchAll(/\| ([^|]+) \| (\$\d\.\d\d) \|/g)].map(([, part, amount]) => [part, amount]);
    expect(rows).toEqual(Object.entries(parts).map(([part, amount]) => [part, dollars(amount)]));
  });

  test("irs cost knows what an idle stage costs, as it follows from the template", () => {
    const lines = estimateCost({ renders: 0, views: 0, webhooks: 0 }, { seconds: 0.3, kilobytes: 150 });
    const costs = Object.fromEntries(lines.map((line) => [line.name, line.dollars.toFixed(2)]));
    const { alarms: alarmCost, secrets, polling, schedules } = cost;
    const expected = Object.entries({ alarms: alarmCost, secrets, polling, schedules });
    expect(costs).toEqual(Object.fromEntries(expected.map(([name, amount]) => [name, amount.toFixed(2)])));
  });

  test("an event source with a maximum concurrency is polled more than one without", () => {
    const mappings = resourcesOf(template, "AWS::Lambda::EventSourceMapping").map(([, { Properties }]) => Properties);
    const limited = mappings.filter((properties) => "ScalingConfig" in properties);
    expect([limited.length, mappings.length - limited.length]).toEqual([6, 1]);
    // 0.9 million receives a month with five pollers, 0.36 million with two, at $0.40 per million.
    expect(cost.polling).toBeCloseTo(6 * 0.36 + 0.144, 6);
  });
});

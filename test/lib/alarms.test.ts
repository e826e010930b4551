import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { metricFiltersOn, referencesIn, resourcesOf, synthesize } from "./synthesize.js";

const template = synthesize();
const alarms = resourcesOf(template, "AWS::CloudWatch::Alarm");

describe("the alarms", () => {
  const runbook = readFileSync("docs/runbook.md", "utf8");
  const anchors = [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    (title ?? "").toLowerCase().replace(/ /g, "-"),
  );

  test.each(alarms)("the alarm %s links to a section of the runbook", (_id, { Properties }) => {
    const [, anchor] = /docs\/runbook\.md#([a-z-]+)/.exec(String(Properties.AlarmDescription)) ?? [];
    expect(anchors).toContain(anchor);
  });

  test("the runbook has exactly one section for each alarm or group of alarms, and names no alarm that does not exist", () => {
    const linked = alarms.map(
      ([, { Properties }]) => /docs\/runbook\.md#([a-z-]+)/.exec(String(Properties.AlarmDescription))?.[1],
    );
    const sections = anchors.filter((anchor) => anchor !== "runbook" && anchor !== "signed-urls-are-refused");
    expect([...new Set(linked)].sort()).toEqual(sections.sort());
  });

  test("the stack has 20 alarms, because each costs $0.10 a month", () => {
    expect(alarms).toHaveLength(20);
  });

  test("the alarm of the api function also counts 5xx that the HTTP API returns without the function", () => {
    const [stage] = resourcesOf(template, "AWS::ApiGatewayV2::Stage");
    const settings = stage?.[1].Properties.AccessLogSettings as { Format: string; DestinationArn: unknown };
    expect(JSON.parse(settings.Format)).toMatchObject({ status: "$context.status" });
    const [counted] = metricFiltersOn(template, referencesIn(settings.DestinationArn)[0] ?? "");
    expect(counted?.filter).toBe('{ $.status = "5*" }');
    const watching = alarms.filter(([, alarm]) => alarm.Properties.MetricName === counted?.metricName);
    expect(watching.map(([, alarm]) => alarm.Properties.AlarmDescription)).toEqual([
      "The api function logs errors or fails. Runbook: docs/runbook.md#api-errors",
    ]);
  });

  test("no alarm counts the responses of the function URLs, because a first view may end in a designed 503", () => {
    const metrics = alarms.map(([, { Properties }]) => String(Properties.MetricName));
    expect(metrics.filter((name) => /Url|5xx/i.test(name))).toEqual([]);
  });

  test("every alarm notifies the operator's topic if there is one", () => {
    const alarmed = synthesize({ alarmTopicArn: "arn:aws:sns:us-east-1:111122223333:operators" });
    for (const [, { Properties }] of resourcesOf(alarmed, "AWS::CloudWatch::Alarm")) {
      expect(Properties.AlarmActions).toEqual(["arn:aws:sns:us-east-1:111122223333:operators"]);
    }
  });
});

/** Checks that docs/security-review.md is correct and complete. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { CHECKOV_FINDINGS } from "../../lib/security/checkov-findings.js";
import { LINT_FINDINGS } from "../../lib/security/lint-findings.js";
import { NAG_FINDINGS, PREFIX_FINDINGS, RULE_DEAD_LETTERS } from "../../lib/security/nag-findings.js";
import { checkSecurityRules, resourcesOf, synthesize } from "./synthesize.js";

const report = await checkSecurityRules();
const template = await synthesize();
const SETTINGS_FOR_AUDITORS = {
  domainNames: ["images.example.com"],
  certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222-3333-4444-555555555555",
  webAclArn: "arn:aws:wafv2:us-east-1:123456789012:global/webacl/images/11111111-2222-3333-4444-555555555555",
  accessLogBucket: "logs.example.com",
};

/** The part of a finding's name that names the prefix of the bucket: `AwsSolutions-IAM5[Resource::<Bucket.Arn>/img/*]`. */
const prefixIn = (rule: string) => /<\w+\.Arn>\/(.*\*)\]$/.exec(rule)?.[1];

describe("cdk-nag", () => {
  test("each finding of cdk-nag has a reason in the security review", () => {
    expect(report.open).toEqual([]);
  });

  test("each reason in the security review belongs to a finding of cdk-nag", () => {
    const whole = report.accepted.filter((rule) => prefixIn(rule) === undefined).sort();
    expect(whole).toEqual([...NAG_FINDINGS, RULE_DEAD_LETTERS].map(({ rule }) => rule).sort());
    const prefixes = report.accepted.flatMap((rule) => prefixIn(rule) ?? []).sort();
    expect(PREFIX_FINDINGS.map(({ on }) => `${/`(.*)`/.exec(on)?.[1] ?? ""}*`).sort()).toEqual(prefixes);
  });

  test("a stack with a web ACL, access logs and its own domain has no findings about them", async () => {
    const { open, accepted } = await checkSecurityRules(SETTINGS_FOR_AUDITORS);
    expect(open).toEqual([]);
    const gone = report.accepted.filter((rule) => !accepted.includes(rule));
    expect(gone.sort()).toEqual(["AwsSolutions-CFR2", "AwsSolutions-CFR3", "AwsSolutions-CFR4"]);
  });
});

describe("the answers", () => {
  const findings = [...NAG_FINDINGS, RULE_DEAD_LETTERS, ...PREFIX_FINDINGS, ...CHECKOV_FINDINGS, ...LINT_FINDINGS];

  test("each answer of the security review names a file that exists, and each reference an existing row", () => {
    const rules = findings.map(({ rule }) => rule);
    for (const { rule, answer, enforcedBy } of findings) {
      expect([rule, existsSync(enforcedBy)]).toEqual([rule, true]);
      const [, other] = /^See (\S+)\.$/.exec(answer) ?? [];
      if (other !== undefined) expect(rules).toContain(other);
    }
  });

  test("cfn-lint ignores exactly the rules of the security review", () => {
    const ignored = [...readFileSync(".cfnlintrc", "utf8").matchAll(/^ {2}- ([A-Z]\d{4})$/gm)].map(([, rule]) => rule);
    expect(ignored).toEqual(LINT_FINDINGS.map(({ rule }) => rule));
  });

  test("the actions on all resources only read, and are those that the security review names", () => {
    const actions = resourcesOf(template, "AWS::IAM::Policy").flatMap(([, { Properties }]) => {
      const { Statement } = Properties.PolicyDocument as { Statement: { Action: string[]; Resource: unknown }[] };
      return Statement.filter(({ Resource }) => Resource === "*").flatMap(({ Action }) => Action);
    });
    expect([...new Set(actions)].sort()).toEqual([
      "cloudwatch:DescribeAlarms",
      "cloudwatch:GetMetricData",
      "lambda:GetAccountSettings",
    ]);
  });

  test("every queue is encrypted with keys of SQS", () => {
    for (const [id, { Properties }] of resourcesOf(template, "AWS::SQS::Queue"))
      expect([id, Properties.SqsManagedSseEnabled]).toEqual([id, true]);
  });

  test("every table except that of limits can be restored to a point in time", () => {
    const without = resourcesOf(template, "AWS::DynamoDB::GlobalTable").filter(
      ([, { Properties }]) => !JSON.stringify(Properties.Replicas).includes('"PointInTimeRecoveryEnabled":true'),
    );
    expect(without.map(([id]) => id)).toEqual(["StorageLimits4233148F"]);
  });

  test("the function URL of signed images needs an IAM signature, and the three others need the origin secret", () => {
    const withoutIam = resourcesOf(template, "AWS::Lambda::Url").filter(
      ([, { Properties }]) => Properties.AuthType !== "AWS_IAM",
    );
    const functions = withoutIam.map(([, { Properties }]) => {
      const { "Fn::GetAtt": getAtt } = Properties.TargetFunctionArn as { "Fn::GetAtt": [string, string] };
      return getAtt[0];
    });
    expect(functions.sort()).toEqual([
      "FunctionsRenderNowB99AC02F",
      "RestApiPreviewFunction97D7EEFC",
      "RestApiStreamAD4F233F",
    ]);
    for (const id of functions)
      expect(template.Resources[id]?.Properties).toMatchObject({
        Environment: { Variables: { ORIGIN_SECRET: { Ref: "AccessOriginSecret09FAC01F" } } },
      });
  });

  test("no variable of a function contains the value of a secret", () => {
    for (const [id, { Properties }] of resourcesOf(template, "AWS::Lambda::Function"))
      expect([id, JSON.stringify(Properties.Environment)]).toEqual([
        id,
        expect.not.stringContaining("{{resolve:secretsmanager"),
      ]);
  });
});

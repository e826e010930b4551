import { describe, expect, test } from "@jest/globals";
import { referencesIn, resourcesOf, synthesize } from "./synthesize.js";

const template = await synthesize();

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

/** Returns what a function may do to resources, except what all do: write their log, and read their queue. */
function statementsOf(prefix: string): readonly Statement[] {
  const fn = resourcesOf(template, "AWS::Lambda::Function").find(([id]) => id.startsWith(prefix))?.[1];
  const [role = ""] = referencesIn(fn?.Properties.Role);
  return resourcesOf(template, "AWS::IAM::Policy")
    .filter(([, policy]) => referencesIn(policy.Properties.Roles).includes(role))
    .flatMap(([, policy]) => (policy.Properties.PolicyDocument as { Statement: Statement[] }).Statement)
    .filter(({ Action }) => !/^logs:|^sqs:(?!Send)/.test([Action].flat()[0] ?? ""));
}

/** Returns one entry for each action on each resource. */
const pairsOf = (statements: readonly Statement[]): readonly string[] =>
  statements.flatMap(({ Action, Resource }) =>
    [Action].flat().flatMap((action) => referencesIn(Resource).map((id) => `${action} on ${id}`)),
  );

describe("the permissions of the webhook function", () => {
  const own = statementsOf("FunctionsWebhook");

  test("the webhook function has the fewest permissions of all functions that take requests, messages or schedules, because users choose whom it calls", () => {
    // Archive and FileAudit call nobody and take nothing from users: they copy pictures within the bucket, or mark jobs.
    // Mcp has no permission at all, and calls only the service itself.
    const isOfUsers = (id: string) => !/^Functions(Archive|FileAudit|Mcp)/.test(id);
    const names = resourcesOf(template, "AWS::Lambda::Function")
      .map(([id]) => id)
      .filter(isOfUsers);
    const counts = names.map((id) => [id, pairsOf(statementsOf(id)).length] as const);
    const [fewest] = [...counts].sort(([, a], [, b]) => a - b);
    expect(fewest?.[0]).toMatch(/^FunctionsWebhook/);
  });

  test("the webhook function can reach no bucket, no bus, no API key and no credit", () => {
    const reached = new Set(
      own.flatMap(({ Resource }) => referencesIn(Resource)).map((id) => id.replace(/[0-9A-F]{8}$/, "")),
    );
    expect([...reached].sort()).toEqual([
      "AccessSigningKeys",
      "StorageBatches",
      "StorageJobs",
      "StorageLimits",
      "StorageWebhooks",
      "WebhooksWebhookDeadLetters",
      "WebhooksWebhookQueue",
    ]);
  });

  test("the webhook function reaches the slots of deliveries in the limits table, and no rate limit", () => {
    const onLimits = own.filter(({ Resource }) => referencesIn(Resource)[0]?.startsWith("StorageLimits"));
    expect(onLimits.map(({ Condition }) => Condition)).toEqual([
      { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["slot#webhooks#*"] } },
    ]);
  });

  test("the webhook function may change two attributes of a job, and no others", () => {
    const updates = own.filter(
      ({ Action, Resource }) =>
        [Action].flat().includes("dynamodb:UpdateItem") && referencesIn(Resource)[0]?.startsWith("StorageJobs"),
    );
    expect(updates.map(({ Condition }) => Condition)).toEqual([
      {
        "ForAllValues:StringEquals": { "dynamodb:Attributes": ["id", "webhookDeliveredAtMs", "webhookLastError"] },
        StringEqualsIfExists: { "dynamodb:ReturnValues": ["NONE", "UPDATED_OLD", "UPDATED_NEW"] },
      },
    ]);
  });
});

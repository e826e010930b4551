import { expect, test } from "@jest/globals";
import { referencesIn, resourcesOf, synthesize } from "./synthesize.js";

const template = await synthesize();

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

const ONLY_LAST_USE = {
  "ForAllValues:StringEquals": { "dynamodb:Attributes": ["hash", "lastUsedAtMs"] },
  StringEqualsIfExists: { "dynamodb:ReturnValues": ["NONE", "UPDATED_OLD", "UPDATED_NEW"] },
};

test("of the functions that authenticate callers, only the API may change more of a key than its last use", () => {
  const updates = resourcesOf(template, "AWS::IAM::Policy").flatMap(([id, policy]) =>
    (policy.Properties.PolicyDocument as { Statement: Statement[] }).Statement.filter(
      ({ Action, Resource }) =>
        [Action].flat().includes("dynamodb:UpdateItem") && referencesIn(Resource)[0]?.startsWith("StorageApiKeys"),
    ).map(({ Condition }) => [id.replace(/(Role|ServiceRole).*$/, ""), Condition] as const),
  );
  const whole = updates.filter(([, condition]) => condition === undefined).map(([name]) => name);
  expect(whole).toEqual([expect.stringMatching(/^RestApi/)]);
  const limited = updates.filter(([, condition]) => condition !== undefined);
  expect(limited.map(([, condition]) => condition)).toEqual(limited.map(() => ONLY_LAST_USE));
  // The functions for streams, renders, previews and signing keys.
  expect(limited).toHaveLength(4);
});

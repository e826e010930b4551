import { describe, expect, test } from "@jest/globals";
import { Permissions } from "../../src/permissions/permissions.js";
import type { Platform } from "../../src/template/platform.js";
import type { Identity, ResolvedResource } from "../../src/template/resource.js";
import { provisionStack, resourcesOfType } from "../../src/template/stack.js";
import { templateSchema } from "../../src/template/template.js";

const facts = { stackName: "Stack", idSeed: "Stack", stackId: "arn:stack", edgeDomain: "127.0.0.1:4000" };

/** Provisions a template with types that have only an identity. `custom` provisions custom resources. */
function provision(
  template: Record<string, unknown>,
  custom: (resource: ResolvedResource) => Identity = () => ({ physicalId: "custom", attributes: {} }),
) {
  const platform = {
    secrets: { read: (id: string) => (id === "Key" ? "s3cret" : undefined) },
    permissions: new Permissions({ enforced: true, denials: [] }),
  } as Platform;
  const customResources = { provision: async (resource: ResolvedResource) => custom(resource) };
  return provisionStack(templateSchema.parse(template), facts, { platform, customResources });
}

const role = (properties: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => ({
  Type: "AWS::IAM::Role",
  Properties: properties,
  ...more,
});

test("names of resources are the same in every run, differ between resources, and can be given", async () => {
  const template = { Resources: { A: role(), B: role(), C: role({ RoleName: "Given" }) } };
  const ids = async () => [...(await provision(template)).resources.values()].map(({ physicalId }) => physicalId);
  const [a, b, c] = await ids();
  expect(await ids()).toEqual([a, b, c]);
  expect(a).toMatch(/^Stack-A-[A-Z0-9]{12}$/);
  expect(a).not.toBe(b);
  expect(c).toBe("Given");
});

test("references, parameters, pseudo parameters, mappings and secrets are resolved", async () => {
  const stack = await provision({
    Parameters: { Stage: { Type: "String", Default: "local" } },
    Mappings: { Runtimes: { "us-east-1": { node: "nodejs24.x" } } },
    Resources: {
      Topic: { Type: "AWS::SNS::Topic", Properties: { TopicName: { "Fn::Sub": "${Stage}-${Other}" } } },
      Other: role({ RoleName: "other" }),
      Secretive: role({ RoleName: "{{resolve:secretsmanager:Key:SecretString:::}}" }),
    },
    Outputs: {
      Topic: { Value: { Ref: "Topic" } },
      Runtime: { Value: { "Fn::FindInMap": ["Runtimes", { Ref: "AWS::Region" }, "node"] } },
      Secret: { Value: { Ref: "Secretive" } },
      Names: { Value: { "Fn::Join": ["/", [{ Ref: "AWS::StackName" }, { Ref: "AWS::AccountId" }]] } },
    },
  });
  expect(stack).toMatchObject({
    outputs: {
      Topic: "arn:aws:sns:us-east-1:000000000000:local-other",
      Runtime: "nodejs24.x",
      Secret: "s3cret",
      Names: "Stack/000000000000",
    },
  });
});

test("resources and outputs with a false condition do not exist", async () => {
  const template = {
    Conditions: { Off: { "Fn::Equals": ["a", "b"] } },
    Resources: { A: role(), B: role({}, { Condition: "Off" }) },
    Outputs: { B: { Value: { Ref: "B" }, Condition: "Off" }, A: { Value: "a" } },
  };
  const stack = await provision(template);
  expect([...stack.resources.keys()]).toEqual(["A"]);
  expect(stack.outputs).toEqual({ A: "a" });
  await expect(
    provision({ ...template, Resources: { ...template.Resources, C: role({ X: { Ref: "B" } }) } }),
  ).rejects.toThrow("C.X.Ref: there is no resource or parameter B");
});

test("a custom resource is provisioned after all that it refers to, and Data of its response become its attributes", async () => {
  const seen: ResolvedResource[] = [];
  const stack = await provision(
    {
      Resources: {
        Custom: {
          Type: "Custom::Thing",
          Properties: { ServiceToken: "arn:f", Role: { "Fn::GetAtt": ["Role", "Arn"] } },
        },
        Role: role({ RoleName: "r" }),
      },
      Outputs: { Id: { Value: { "Fn::GetAtt": "Custom.Id" } } },
    },
    (resource) => {
      seen.push(resource);
      return { physicalId: "p", attributes: { Id: "id-1" } };
    },
  );
  expect(seen[0]?.properties["Role"]).toBe("arn:aws:iam::000000000000:role/r");
  expect(stack.outputs["Id"]).toBe("id-1");
  expect(resourcesOfType(stack, "Custom::Thing")).toHaveLength(1);
});

describe("unsupported templates", () => {
  test("an unknown resource type stops the start with an error that names it", async () => {
    await expect(provision({ Resources: { Db: { Type: "AWS::RDS::DBInstance" } } })).rejects.toThrow(
      "Db: run-cdk-out does not support the resource type AWS::RDS::DBInstance",
    );
  });

  test("if several resources fail, the failure that caused the others is thrown", async () => {
    const resources = {
      Last: role({ X: { Ref: "Middle" } }),
      Middle: role({ X: { Ref: "First" } }),
      First: role({ X: { "Fn::GetAtt": ["Independent", "Nothing"] } }),
      Independent: role(),
    };
    await expect(provision({ Resources: resources })).rejects.toThrow(
      "First.X.Fn::GetAtt: Independent has no attribute Nothing",
    );
  });

  test.each([
    ["AWS::SSM::Parameter::Value<String>", "/path"],
    ["String", undefined],
  ])("a parameter of the type %s without a plain default stops the start", async (Type, Default) => {
    const template = { Parameters: { P: { Type, Default } }, Resources: { A: role({ X: { Ref: "P" } }) } };
    await expect(provision(template)).rejects.toThrow(
      "Parameters.P: has no value: run-cdk-out supports only parameters with a default",
    );
  });

  test("a missing secret stops the start with the place that refers to it", async () => {
    const template = { Resources: { A: role({ X: "{{resolve:secretsmanager:gone}}" }) } };
    await expect(provision(template)).rejects.toThrow("A.X: the secret gone does not exist");
  });
});

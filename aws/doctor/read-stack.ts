/** A deployed stack: its state, its resources, and what its template says. */
import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  paginateListStackResources,
} from "@aws-sdk/client-cloudformation";
import * as z from "zod";
import type { WantedConcurrency } from "../../core/deployment/concurrency.js";
import type { DeployedStack } from "./account-facts.js";
import type { ClientConfig } from "./client-config.js";

const BOOTSTRAP_TYPE = "Custom::Bootstrap";
const templateSchema = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});
const concurrencySchema = z.object({
  RendererConcurrency: z.coerce.number(),
  ConcurrencyIsReserved: z.stringbool(),
  WebhookConcurrency: z.coerce.number(),
});
type Resources = z.output<typeof templateSchema>["Resources"];

export async function readStack(config: ClientConfig, name: string): Promise<DeployedStack | undefined> {
  const client = new CloudFormationClient(config);
  const status = await statusOf(client, name);
  if (status === undefined) return undefined;
  const { TemplateBody = "" } = await client.send(
    new GetTemplateCommand({ StackName: name, TemplateStage: "Original" }),
  );
  const { Resources } = templateSchema.parse(JSON.parse(TemplateBody));
  const names = await namesByType(client, name);
  return {
    status,
    concurrency: concurrencyOf(Resources),
    alarms: names.get("AWS::CloudWatch::Alarm") ?? [],
    logGroups: names.get("AWS::Logs::LogGroup") ?? [],
    edgeFunctions: (names.get("AWS::CloudFront::Function") ?? []).map((arn) => arn.split("/").at(-1) ?? arn),
    distributionId: names.get("AWS::CloudFront::Distribution")?.[0],
    runtimes: runtimesOf(Resources),
  };
}

async function statusOf(client: CloudFormationClient, name: string): Promise<string | undefined> {
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: name }));
    return Stacks[0]?.StackStatus;
  } catch (error) {
    // CloudFormation has no error of its own for a missing stack.
    if (error instanceof Error && error.name === "ValidationError" && error.message.includes("does not exist"))
      return undefined;
    throw error;
  }
}

async function namesByType(client: CloudFormationClient, name: string): Promise<ReadonlyMap<string, string[]>> {
  const names = new Map<string, string[]>();
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName: name }))
    for (const { ResourceType = "", PhysicalResourceId } of StackResourceSummaries)
      if (PhysicalResourceId !== undefined)
        names.set(ResourceType, [...(names.get(ResourceType) ?? []), PhysicalResourceId]);
  return names;
}

function concurrencyOf(resources: Resources): WantedConcurrency | undefined {
  const bootstrap = Object.values(resources).find(({ Type }) => Type === BOOTSTRAP_TYPE);
  const { success, data } = concurrencySchema.safeParse(bootstrap?.Properties);
  if (!success) return undefined;
  return {
    renders: data.RendererConcurrency,
    isReserved: data.ConcurrencyIsReserved,
    webhooks: data.WebhookConcurrency,
  };
}

function runtimesOf(resources: Resources): readonly string[] {
  const functions = Object.values(resources).filter(({ Type }) => Type === "AWS::Lambda::Function");
  const runtimes = functions.flatMap(({ Properties: { Runtime } }) => (typeof Runtime === "string" ? [Runtime] : []));
  return [...new Set(runtimes)].sort();
}

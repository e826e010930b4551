import { describe, expect, test } from "@jest/globals";
import { referencesIn, resourcesOf, synthesize } from "./synthesize.js";

const template = synthesize();

describe("the renderer's concurrency", () => {
  const reservedIn = (settings: Record<string, unknown>) =>
    resourcesOf(synthesize(settings), "AWS::Lambda::Function")
      .filter(([, { Properties }]) => "ReservedConcurrentExecutions" in Properties)
      .map(([id, { Properties }]) => [id, Properties.ReservedConcurrentExecutions]);

  test("no function reserves concurrency by default, because AWS refuses it in new accounts", () => {
    for (const [, { Properties }] of resourcesOf(template, "AWS::Lambda::Function"))
      expect(Properties).not.toHaveProperty("ReservedConcurrentExecutions");
  });

  test("the setting rendererReservedConcurrency reserves concurrency for the renderer only", () => {
    expect(reservedIn({ rendererReservedConcurrency: "60" })).toEqual([["RenderingRenderer94A4DE46", 60]]);
  });

  test("the custom resource receives the concurrency of all queues together, and whether it is reserved", () => {
    const [[, resource] = []] = resourcesOf(template, "Custom::Bootstrap");
    expect(resource?.Properties).toMatchObject({ RendererConcurrency: "54", ConcurrencyIsReserved: "false" });
  });
});

describe("the concurrency of webhooks", () => {
  /** The maximum concurrency of the event source, and the share of a workspace. */
  const webhooksIn = (stack: typeof template) => {
    const [[fn, resource] = ["", undefined]] = resourcesOf(stack, "AWS::Lambda::Function").filter(([id]) =>
      id.startsWith("FunctionsWebhook"),
    );
    const [mapping] = resourcesOf(stack, "AWS::Lambda::EventSourceMapping")
      .map(([, { Properties }]) => Properties)
      .filter(({ FunctionName }) => referencesIn(FunctionName).includes(fn));
    const { Variables } = resource?.Properties.Environment as { Variables: Record<string, unknown> };
    return [mapping?.ScalingConfig, mapping?.BatchSize, Variables.WORKSPACE_DELIVERIES];
  };

  test("ten invocations deliver 100 webhooks at the same time by default, a quarter of them for one workspace", () => {
    expect(webhooksIn(template)).toEqual([{ MaximumConcurrency: 10 }, 10, "25"]);
  });

  test("the share of a workspace follows the setting webhookConcurrency, up to 100 deliveries", () => {
    expect(webhooksIn(synthesize({ webhookConcurrency: "2" }))).toEqual([{ MaximumConcurrency: 2 }, 10, "5"]);
    expect(webhooksIn(synthesize({ webhookConcurrency: "500" }))).toEqual([{ MaximumConcurrency: 500 }, 10, "100"]);
  });
});

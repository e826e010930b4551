import { describe, expect, test } from "@jest/globals";
import { resourcesOf, synthesize } from "./synthesize.js";

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

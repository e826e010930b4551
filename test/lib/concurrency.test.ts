import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { concurrencyWarning } from "../../lambdas/bootstrap/concurrency-warning.js";
import { settingsSchema } from "../../lib/settings.js";
import { referencesIn, resourcesOf, synthesize } from "./synthesize.js";

const template = await synthesize();

describe("the renderer's concurrency", () => {
  const reservedIn = async (settings: Record<string, unknown>) =>
    resourcesOf(await synthesize(settings), "AWS::Lambda::Function")
      .filter(([, { Properties }]) => "ReservedConcurrentExecutions" in Properties)
      .map(([id, { Properties }]) => [id, Properties.ReservedConcurrentExecutions]);

  test("no function reserves concurrency by default, because AWS refuses it in new accounts", () => {
    for (const [, { Properties }] of resourcesOf(template, "AWS::Lambda::Function"))
      expect(Properties).not.toHaveProperty("ReservedConcurrentExecutions");
  });

  test("the renderer receives one job at a time from each of its four queues", () => {
    const [[renderer] = [""]] = resourcesOf(template, "AWS::Lambda::Function").filter(([id]) =>
      id.startsWith("RenderingRenderer"),
    );
    const sizes = resourcesOf(template, "AWS::Lambda::EventSourceMapping")
      .filter(([, { Properties }]) => referencesIn(Properties.FunctionName).includes(renderer))
      .map(([, { Properties }]) => Properties.BatchSize);
    expect(sizes).toEqual([1, 1, 1, 1]);
  });

  test("the setting rendererReservedConcurrency reserves concurrency for the renderer only", async () => {
    expect(await reservedIn({ rendererReservedConcurrency: "60" })).toEqual([["RenderingRenderer94A4DE46", 60]]);
  });

  test("the custom resource receives the concurrency of all queues together, whether it is reserved, and that of webhooks", () => {
    const [[, resource] = []] = resourcesOf(template, "Custom::Bootstrap");
    expect(resource?.Properties).toMatchObject({
      RendererConcurrency: "54",
      ConcurrencyIsReserved: "false",
      WebhookConcurrency: "10",
    });
  });
});

describe("what docs/deploy.md says about the account's concurrency", () => {
  const [, section = ""] = /### Lambda concurrency\n([\s\S]*?)\n###/.exec(readFileSync("docs/deploy.md", "utf8")) ?? [];
  const text = section.replaceAll(/\s+/g, " ");
  const QUEUES = ["interactive", "standard", "bulk", "heavy"].map((name) => `${name}Concurrency`);
  /** The limit of an account that AWS has just created. */
  const FRESH_ACCOUNT = 10;

  /** The smallest value that a setting accepts. */
  function leastOf(name: string): number {
    const values = Array.from({ length: 20 }, (_, value) => value);
    return values.find((value) => settingsSchema.safeParse({ [name]: value }).success) ?? Infinity;
  }
  const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

  test("the page lists every setting of concurrency with its default", () => {
    const defaults = settingsSchema.parse({}) as Readonly<Record<string, unknown>> as Readonly<
      Record<string, number | undefined>
    >;
    const names = Object.keys(settingsSchema.shape).filter((name) => /Concurrency$/.test(name));
    expect(names).toEqual(expect.arrayContaining(QUEUES));
    for (const name of names) expect(section).toContain(`| \`${name}\` | ${defaults[name] ?? "none"} |`);
  });

  test("the page says how many executions the defaults need", () => {
    const defaults = settingsSchema.parse({}) as Readonly<Record<string, unknown>>;
    const renders = sum(QUEUES.map((name) => Number(defaults[name])));
    const webhooks = Number(defaults["webhookConcurrency"]);
    const [, needed, ...parts] =
      /needs (\d+) unreserved executions: (\d+) for renders of the four queues, (\d+) for webhooks, and (\d+) for/.exec(
        text,
      ) ?? [];
    expect(parts.map(Number)).toEqual([renders, webhooks, expect.any(Number)]);
    expect(Number(needed)).toBe(sum(parts.map(Number)));
    expect(concurrencyWarning({ total: 1000, unreserved: 0 }, { renders, webhooks, isReserved: false })).toContain(
      `needs ${needed} unreserved`,
    );
    expect(text).toContain(`is less than ${needed}, request a higher quota`);
  });

  test("the page names all five settings for an account with 10 executions, and says what remains", () => {
    const [, advice = ""] = /If you must deploy before that, set (.*?) to 2 each/.exec(text) ?? [];
    const settings = [...QUEUES, "webhookConcurrency"];
    for (const name of settings) expect(advice).toContain(`\`${name}\``);
    expect(settings.map(leastOf)).toEqual([2, 2, 2, 2, 2]);
    const renders = sum(QUEUES.map(leastOf));
    const webhooks = leastOf("webhookConcurrency");
    expect(text).toContain(
      `The four queues then use ${renders} of ${FRESH_ACCOUNT} executions at most, and webhooks ${webhooks}.`,
    );
    expect(text).toContain(`${FRESH_ACCOUNT - renders - webhooks} executions remain for requests`);
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

  test("the share of a workspace follows the setting webhookConcurrency, up to 100 deliveries", async () => {
    expect(webhooksIn(await synthesize({ webhookConcurrency: "2" }))).toEqual([{ MaximumConcurrency: 2 }, 10, "5"]);
    expect(webhooksIn(await synthesize({ webhookConcurrency: "500" }))).toEqual([
      { MaximumConcurrency: 500 },
      10,
      "100",
    ]);
  });
});

import { expect, test } from "@jest/globals";
import { estimateCost, totalOf } from "../../../core/cost/estimate.js";
import { parsePlan } from "../../../cli/cost/parse-plan.js";
import { OPERATIONS } from "../../../docs/openapi/example-operations.js";
import { ContractServer } from "../contract-server.js";
import { makeFolder, run, runWith } from "../support.js";

const SIZE = { seconds: 0.3, kilobytes: 150 };

test.each([
  ["10,000 renders, 1 M views", { renders: 10_000, views: 1_000_000, webhooks: 0 }],
  ["1.5k renders and 2 million views", { renders: 1_500, views: 2_000_000, webhooks: 0 }],
  ["1 render; 500 webhooks", { renders: 1, views: 0, webhooks: 500 }],
])("the plan %p is read", (text, plan) => {
  expect(parsePlan(text)).toEqual(plan);
});

test("a part of a plan that is not a number with a known term is refused with an example", async () => {
  const folder = makeFolder({});
  const { code, errors } = await run(folder, "cost", "10,000 rendres");
  expect(code).toBe(2);
  expect(errors).toContain(
    '"10,000 rendres" is not a part of a plan. Did you mean "renders"? Write a number and one of',
  );
  expect((await run(folder, "cost", "many renders")).code).toBe(2);
  expect((await run(folder, "cost", "1 render", "--seconds", "0")).errors).toContain(
    "--seconds must be a number above 0",
  );
});

test("a million cached views of 100 KB cost the requests at the edge and 100 GB of traffic", () => {
  const lines = estimateCost({ renders: 0, views: 1e6, webhooks: 0 }, { seconds: 1, kilobytes: 100 });
  const views = lines.filter(({ group }) => group === "views");
  // 1.00 for the requests, 0.10 for the edge function and 0.03 for the reads of its keys; 100 GB at 0.085.
  expect(views.map(({ name, dollars }) => [name, dollars])).toEqual([
    ["CloudFront", expect.closeTo(1.13, 6)],
    ["traffic", expect.closeTo(8.5, 6)],
  ]);
});

const metricsOf = (plan: Parameters<typeof estimateCost>[0]) =>
  estimateCost(plan, SIZE)
    .filter(({ group }) => group === "metrics")
    .map(({ name, dollars }) => [name, dollars]);

test("metrics cost $4.50 in a month with work in every hour, less with work in fewer hours, and nothing without work", () => {
  const work = { renders: 1e6, views: 0, webhooks: 0 };
  expect(metricsOf(work)).toEqual([["metrics", expect.closeTo(4.5, 9)]]);
  expect(metricsOf({ ...work, renders: 72, webhooks: 1 })).toEqual([["metrics", expect.closeTo(0.45, 9)]]);
  expect(metricsOf({ ...work, busyHours: 146 })).toEqual([["metrics", expect.closeTo(0.9, 9)]]);
  expect(metricsOf({ renders: 0, views: 1e6, webhooks: 0 })).toEqual([]);
});

test("a dashboard costs $3 a month, and irs cost adds it with --dashboard", async () => {
  expect(metricsOf({ renders: 0, views: 0, webhooks: 0, dashboard: true })).toEqual([["dashboard", 3]]);
  const { text } = await run(makeFolder({}), "cost", "1 render", "--dashboard");
  expect(text).toMatch(/^metrics +dashboard +1 dashboard +\$ ?3\.00$/m);
  expect((await run(makeFolder({}), "cost", "1 render")).text).not.toContain("dashboard");
});

test("a render of one second costs one second of Lambda more than a render that takes no time", () => {
  const plan = { renders: 1e6, views: 0, webhooks: 0 };
  const [short, long] = [0, 1].map((seconds) => totalOf(estimateCost(plan, { ...SIZE, seconds })));
  // 1,769 MB for a million seconds at 0.0000133334 for each GB-second.
  expect((long ?? 0) - (short ?? 0)).toBeCloseTo((1_769 / 1_024) * 13.3334, 3);
});

test("irs cost prints the bill of a plan by line, with the date of its prices and a total", async () => {
  const { code, text } = await run(makeFolder({}), "cost", "10,000 renders, 1 M views");
  expect(code).toBe(0);
  expect(text).toMatch(
    /^A month with 10,000 renders, 1,000,000 views, by the plan\.\nPrices of AWS in us-east-1 of 20\d\d-\d\d,/,
  );
  expect(text).toMatch(/^views +traffic +150 GB +\$12\.75$/m);
  expect(text).toMatch(/^idle +secrets +3 secrets +\$ ?1\.20$/m);
  const dollars = (name: string): number => Number(new RegExp(`^${name} +\\$ ?([\\d.]+)$`, "m").exec(text)?.[1]);
  expect(dollars("total")).toBeCloseTo(
    ["all idle", "all renders", "all views", "all metrics", "all storage"].map(dollars).reduce((a, b) => a + b),
    1,
  );
});

test("irs cost --json prints one line with the plan, the lines and the sum", async () => {
  const { text } = await run(makeFolder({}), "cost", "2 renders", "--json");
  const body = JSON.parse(text) as { lines: { dollars: number }[]; dollars: number };
  expect(body).toMatchObject({ region: "us-east-1", plan: { renders: 2, views: 0, webhooks: 0 }, seconds: 0.3 });
  expect(body.dollars).toBeCloseTo(
    body.lines.reduce((sum, { dollars }) => sum + dollars, 0),
    9,
  );
});

test("irs cost without a plan takes the renders of the month from the usage, and says what it cannot know", async () => {
  const server = await ContractServer.start();
  try {
    const spent = { month: "2020-02", credits: { granted: 5_000, spent: 4_000, remaining: 1_000 } };
    const usual = JSON.parse((await runWith(server.env, makeFolder({}), "usage", "--json")).text) as object;
    server.nextResponses.push({ status: 200, body: { ...usual, ...spent } });
    const { code, text, errors } = await runWith(server.env, makeFolder({}), "cost");
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(text).toContain("A month with 4,000 renders, by 4000 credits of this workspace in 100 % of 2020-02.");
    expect(text).toContain("Stored views run no function, so the service does not count them.");
  } finally {
    await server.close();
  }
});

test("irs cost --yesterday prints the bill of the whole deployment, which the service computes from its metrics", async () => {
  const server = await ContractServer.start();
  try {
    server.nextResponses.push({ status: 200, body: OPERATIONS });
    const { code, text, errors } = await runWith(server.env, makeFolder({}), "cost", "--yesterday", "--dashboard");
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(text).toContain("had 4,120 pictures, 2 failed renders, 91,300 views, 402 webhooks.");
    expect(text).toMatch(/^Lambda +2,340 GB-seconds +\$ ?0\.03$/m);
    expect(text).toMatch(/^dashboard +1 dashboard +\$ ?0\.10$/m);
    expect(text).toMatch(/^total +\$ ?0\.13$/m);
  } finally {
    await server.close();
  }
});

test("irs cost --yesterday refuses a plan, because it counts what has happened", async () => {
  const { code, errors } = await run(makeFolder({}), "cost", "1 render", "--yesterday");
  expect(code).toBe(2);
  expect(errors).toContain("--yesterday counts what has happened. Leave the plan out.");
});

import { describe, expect, test } from "@jest/globals";
import type { PlannedFault } from "run-cdk-out/faults";
import { casesOf, combine, identityOf, shuffled } from "./choose-cases.js";
import { type FaultCase, nameOf } from "./fault-runs.js";
import type { Scenario } from "./scenario.js";

const scenarioNamed = (name: string): Scenario => ({ name, reaches: [], run: async () => Promise.resolve({}) });
const RENDER = scenarioNamed("render");
const BATCH = scenarioNamed("batch");

const fault = (functionName: string, occurrence = 1): PlannedFault => ({
  ...{ functionName, action: "dynamodb:PutItem", occurrence, kind: "kill-after" },
});
const single = (scenario: Scenario, functionName: string, occurrence = 1): FaultCase => ({
  ...{ scenario, faults: [fault(functionName, occurrence)], cold: false },
});
const namesOf = (cases: Iterable<FaultCase>): string[][] => [...cases].map(({ faults }) => faults.map(nameOf));
const firstOf = (cases: Generator<FaultCase, void>, count: number): FaultCase[] =>
  Array.from({ length: count }, () => cases.next().value).filter((one) => one !== undefined);

describe("combine", () => {
  test("faults of different functions of a scenario are tried in one run, at most three of them", () => {
    const singles = ["api", "renderer", "webhook", "sweeper"].map((name) => single(RENDER, name));
    expect(combine(singles).map(({ faults }) => faults.length)).toEqual([3, 1]);
  });

  test("a run has one fault of a function, and one of all functions that render jobs", () => {
    const singles = [
      single(RENDER, "api"),
      single(RENDER, "api", 2),
      single(RENDER, "image"),
      single(RENDER, "renderer"),
    ];
    expect(combine(singles).map(({ faults }) => faults.map(({ functionName }) => functionName))).toEqual([
      ["api", "image"],
      ["api", "renderer"],
    ]);
  });

  test("faults of different scenarios are never in one run", () => {
    expect(combine([single(RENDER, "api"), single(BATCH, "renderer")])).toHaveLength(2);
  });
});

describe("casesOf", () => {
  const learned = [1, 2, 3, 4].flatMap((occurrence) => [
    ...[single(RENDER, "api", occurrence), single(RENDER, "webhook", occurrence), single(BATCH, "api", occurrence)],
  ]);
  const fresh = { seed: 7, tried: new Set<string>(), combinations: 0 };

  test("each fault comes once before any fault comes again", () => {
    const first = namesOf(firstOf(casesOf(learned, fresh), combine(learned).length));
    expect(first.flat()).toHaveLength(learned.length);
  });

  test("a fault that was tried before does not come again among the single ones", () => {
    const tried = new Set(learned.slice(1).map(identityOf));
    const [first] = firstOf(casesOf(learned, { ...fresh, tried }), 1);
    expect(first).toEqual(learned[0]);
  });

  test("after the single faults come endless combinations, which differ by seed", () => {
    const tried = new Set(learned.map(identityOf));
    const after = (seed: number) => namesOf(firstOf(casesOf(learned, { ...fresh, seed, tried }), 30));
    expect(after(1)).toEqual(after(1));
    expect(after(1)).not.toEqual(after(2));
  });

  test("without any fault there is no case", () => {
    expect([...casesOf([], fresh)]).toEqual([]);
  });
});

test("shuffled keeps each item, in the same order for the same seed", () => {
  const items = Array.from({ length: 50 }, (_, index) => index);
  expect(shuffled(items, 3)).toEqual(shuffled(items, 3));
  expect(shuffled(items, 3)).not.toEqual(items);
  expect([...shuffled(items, 3)].sort((one, other) => one - other)).toEqual(items);
});

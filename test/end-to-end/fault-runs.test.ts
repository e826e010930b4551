/** The most telling part of `npm run test:faults`, as much of it as fits into the time of this test. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { combine } from "../faults/choose-cases.js";
import { FaultRuns, nameOf } from "../faults/fault-runs.js";
import { FaultStack } from "../faults/fault-stack.js";
import { SCENARIOS } from "../faults/scenarios/index.js";
import { TELLING_CASES, tellingCases } from "../faults/telling-cases.js";

/** The time for all cases. A busy machine tries only the first ones. */
const BUDGET_MS = 35_000;

const stack = new FaultStack();

beforeAll(async () => {
  await stack.start();
});
afterAll(async () => {
  await stack.stop();
});

test("each function of the stack is in at least one scenario", async () => {
  const functions = [...(await stack.invocations()).keys()].sort();
  expect(functions.length).toBeGreaterThan(10);
  expect([...new Set(SCENARIOS.flatMap(({ reaches }) => reaches))].sort()).toEqual(functions);
});

test("no job, credit, batch end, event or webhook is lost or doubled when calls to AWS fail and functions are killed", async () => {
  const startedMs = performance.now();
  const runs = new FaultRuns(stack);
  const found: string[] = [];
  let [planned, fired] = [0, 0];
  for (const one of combine(tellingCases(TELLING_CASES))) {
    if (performance.now() - startedMs > BUDGET_MS) break;
    const result = await runs.try(one);
    planned += one.faults.length;
    fired += result.fired.length;
    const name = `${one.scenario.name}: ${one.faults.map(nameOf).join(", ")}`;
    found.push(...result.findings.map((finding) => `${name}: ${finding}`));
  }
  process.stdout.write(`${fired} faults tried in ${Math.round(performance.now() - startedMs)} ms.\n`);
  expect(found).toEqual([]);
  // A cancellation, for example, can come before or after the render.
  expect(fired).toBeGreaterThan(planned / 2);
});

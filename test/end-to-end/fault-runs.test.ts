/** The most telling part of `npm run test:faults`, as much of it as fits into the time of this test. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { FaultRuns, nameOf } from "../faults/fault-runs.js";
import { FaultStack } from "../faults/fault-stack.js";
import { tellingCases } from "../faults/telling-cases.js";

const MAX_CASES = 300;
/** The time for all cases. A busy machine tries only the first ones. */
const BUDGET_MS = 35_000;

const stack = new FaultStack();

beforeAll(async () => {
  await stack.start();
});
afterAll(async () => {
  await stack.stop();
});

test("no job, credit, batch end, event or webhook is lost or doubled when calls to AWS fail and functions are killed", async () => {
  const startedMs = performance.now();
  const runs = new FaultRuns(stack);
  const found: string[] = [];
  let [tried, fired] = [0, 0];
  for (const one of tellingCases(MAX_CASES)) {
    if (performance.now() - startedMs > BUDGET_MS) break;
    const result = await runs.try(one);
    tried += 1;
    fired += result.fired;
    const name = `${one.scenario.name}: ${one.faults.map(nameOf).join(", ")}`;
    found.push(...result.findings.map((finding) => `${name}: ${finding}`));
  }
  process.stdout.write(`${fired} faults tried in ${Math.round(performance.now() - startedMs)} ms.\n`);
  expect(found).toEqual([]);
  // A cancellation, for example, can come before or after the render.
  expect(fired).toBeGreaterThan(tried / 2);
});

import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { PlannedFault } from "run-cdk-out/faults";
import { FaultLog, type RunLine } from "./fault-log.js";

let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fault-log-"));
  file = join(folder, "faults.log");
});
afterEach(() => rmSync(folder, { recursive: true }));

const fault = (functionName: string, kind: PlannedFault["kind"]): PlannedFault => ({
  ...{ functionName, action: "dynamodb:PutItem", occurrence: 1, kind },
});
const run = (...fired: PlannedFault[]): RunLine => ({
  ...{ scenario: "render", cold: false, planned: fired, fired, ms: 5, findings: [] },
});

test("a log that is opened again has the scenarios that were learned and all runs", () => {
  const log = new FaultLog(file);
  const learned = { learned: "render", cold: false, faults: [fault("api", "timeout")] };
  log.addLearned(learned);
  log.addRun(run(fault("api", "timeout"), fault("webhook", "reset")));
  const again = new FaultLog(file);
  expect([again.learned, again.tried]).toEqual([[learned], 2]);
  expect(again.runs).toEqual(log.runs);
});

test("a line that was cut when the process ended is not read", () => {
  new FaultLog(file).addRun(run(fault("api", "timeout")));
  appendFileSync(file, '{"scenario":"render","cold":fal');
  expect(new FaultLog(file).runs).toHaveLength(1);
});

test("the faults that have happened are counted by function and by kind, the most frequent first", () => {
  const log = new FaultLog();
  log.addRun(run(fault("api", "timeout"), fault("webhook", "reset")));
  log.addRun({ ...run(fault("webhook", "timeout")), planned: [fault("webhook", "timeout"), fault("api", "reset")] });
  expect(log.countBy("functionName")).toEqual([
    ["webhook", 2],
    ["api", 1],
  ]);
  expect(log.countBy("kind")).toEqual([
    ["timeout", 2],
    ["reset", 1],
  ]);
});

import { describe, expect, test } from "@jest/globals";
import type { Outcome } from "../measure/order.js";
import { confirm } from "./confirm.js";

const taking = (cpuMs: number): Outcome => ({ measured: { cpuMs, childBytes: 0, functionBytes: 0 } });
/** Returns a finding if a render takes 300 ms or more. */
const judge = (outcome: Outcome) =>
  "measured" in outcome && outcome.measured.cpuMs < 300 ? undefined : `estimate: ${JSON.stringify(outcome)}`;

/** Confirms the first of some runs with the others. */
async function confirmed(...runs: Outcome[]) {
  const [first = taking(0), ...others] = runs;
  const again = () => Promise.resolve(others.shift() ?? taking(0));
  return { ...(await confirm(first, judge, again)), left: others.length };
}

describe("confirm", () => {
  test("a time that three runs show is a finding", async () => {
    const { finding, refuted } = await confirmed(taking(500), taking(400), taking(300));
    expect(finding).toBe(judge(taking(300)));
    expect(refuted).toBeUndefined();
  });

  test("one run within the limit refutes the runs before it", async () => {
    const result = await confirmed(taking(500), taking(200), taking(600));
    expect(result).toEqual({ outcome: taking(200), finding: undefined, refuted: judge(taking(500)), left: 1 });
  });

  test("a case runs once if it has no finding, or a finding that does not depend on other work", async () => {
    expect(await confirmed(taking(100), taking(600))).toEqual({ outcome: taking(100), finding: undefined, left: 1 });
    const crash: Outcome = { ended: "crash", detail: "SIGABRT" };
    const again = () => Promise.reject(new Error("It ran again."));
    expect(await confirm(crash, () => "crash: the process ended", again)).toMatchObject({ outcome: crash });
  });
});

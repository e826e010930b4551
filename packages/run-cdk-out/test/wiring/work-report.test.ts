import { describe, expect, test } from "@jest/globals";
import { MACHINE_CLOCK } from "../../src/clock/clock.js";
import type { FunctionPool } from "../../src/functions/function-types.js";
import { untilAtRest, type WorkParts } from "../../src/wiring/work-report.js";

/** A stack with one function and one queue, whose numbers change from one look to the next. */
function stackOf(looks: { busy: number; ready: number }[]) {
  const seen = { queueReads: 0 };
  const next = () => looks[0] ?? { busy: 0, ready: 0 };
  const pool = {
    spec: { name: "worker" },
    stats: () => ({ busy: next().busy }),
  } as unknown as FunctionPool;
  const parts: WorkParts = {
    functions: { pools: () => [pool] },
    sources: [{ queueName: "jobs", enabled: true, stats: () => ({ running: 0 }) }] as unknown as WorkParts["sources"],
    clock: MACHINE_CLOCK,
    sqs: {
      waitingMessages: () => {
        seen.queueReads += 1;
        const { ready } = looks.shift() ?? { ready: 0 };
        return ready === 0 ? [] : [{ queue: "jobs", ready, hidden: 0, inFlight: 0, nextMs: null, oldestSentMs: 0 }];
      },
    },
    bus: undefined,
  };
  return { parts, seen };
}

describe("untilAtRest", () => {
  test("a stack with messages that a function could get is not at rest until it was idle at two looks", async () => {
    const { parts, seen } = stackOf([
      { busy: 0, ready: 2 },
      { busy: 0, ready: 0 },
      { busy: 0, ready: 1 },
    ]);
    expect(await untilAtRest(parts, 60_000)).toMatchObject({ atRest: true, running: [], queues: [] });
    expect(seen.queueReads).toBe(5);
  });

  test("a function that runs longer than the caller waits is named in the report", async () => {
    const { parts, seen } = stackOf(Array.from({ length: 9 }, () => ({ busy: 1, ready: 0 })));
    expect(await untilAtRest(parts, 20)).toMatchObject({ atRest: false, running: ["worker"] });
    // While a function runs, the queues are not read.
    expect(seen.queueReads).toBe(1);
  });
});

/** Jobs that change at given times of a controlled clock, and the reads and pauses of their followers. */
import type { Job } from "../../../core/renders/job.js";
import { queuedJob, START_MS } from "../../support/render-fixture.js";

/** A change of the job, and its time after the creation of the job. `undefined` means that the job is deleted. */
export type Change = readonly [afterMs: number, change: Partial<Job> | undefined];

export const done = (afterMs: number): Change => [
  afterMs,
  { status: "done", finishedAtMs: START_MS + afterMs, bytes: 3 },
];

/** @param staleMs the age of the state that an eventually consistent read returns */
export function createFollowFixture(changes: readonly Change[] = [], { staleMs = 0 } = {}) {
  const clock = { nowMs: START_MS };
  const pauses: number[] = [];
  const reads: string[] = [];
  let timeline = changes;
  let createdAtMs = START_MS;

  function stateAt(nowMs: number): Job | undefined {
    const past = timeline.filter(([afterMs]) => createdAtMs + afterMs <= nowMs).map(([, change]) => change);
    return past.reduce<Job | undefined>(
      (job, change) => (job === undefined || change === undefined ? undefined : { ...job, ...change }),
      queuedJob({ createdAtMs }),
    );
  }
  const read = (kind: string, ageMs: number) => async () => {
    reads.push(kind);
    return stateAt(clock.nowMs - ageMs);
  };

  return {
    clock,
    pauses,
    reads,
    dependencies: {
      jobs: { find: read("consistent", 0), peek: read("eventually consistent", staleMs) },
      now: () => clock.nowMs,
      pause: async (ms: number) => {
        pauses.push(ms);
        clock.nowMs += ms;
      },
    },
    /** Starts a new job of the same template now and returns it. The job ends after this time. */
    nextJob(endsAfterMs: number): Job {
      pauses.length = 0;
      createdAtMs = clock.nowMs;
      timeline = [[endsAfterMs, { status: "done", finishedAtMs: createdAtMs + endsAfterMs }]];
      return queuedJob({ createdAtMs });
    },
  };
}

import { describe, expect, test } from "@jest/globals";
import { RETRY_SECONDS } from "../../../core/deployment/webhook-schedule.js";
import { retryDelayMs } from "../../../core/webhooks/retry-schedule.js";

describe("the retry schedule", () => {
  test("the schedule of the contract is 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 11 h", () => {
    expect(RETRY_SECONDS).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 39_600]);
  });

  test("jitter delays an attempt by up to a fifth, and never makes it earlier", () => {
    const delays = [0, 0.5, 1].map((value) => retryDelayMs({ tries: 2, schedule: [5, 300], random: () => value }));
    expect(delays).toEqual([300_000, 330_000, 360_000]);
  });

  test("there is no attempt after the last delay of the schedule, even if the receiver asks for one", () => {
    expect(retryDelayMs({ tries: 3, schedule: [5, 300], retryAfterMs: 1_000, random: () => 0 })).toBeUndefined();
  });
});

import { describe, expect, test } from "@jest/globals";
import { StageTimes, unmeasured } from "../../../core/shared/stage-times.js";

describe("the stages of a request", () => {
  test("the header Server-Timing names each stage with its milliseconds, even one that failed", async () => {
    let nowMs = 0;
    const times = new StageTimes(() => nowMs);
    times.add("admission", 2.04);
    const drawn = await times.measure("draw", () => {
      nowMs += 12.5;
      return Promise.resolve("picture");
    });
    const failed = times.measure("store", () => {
      nowMs += 3;
      return Promise.reject(new Error("no bucket"));
    });
    await expect(failed).rejects.toThrow("no bucket");
    expect(drawn).toBe("picture");
    expect(times.header()).toBe("admission;dur=2.0, draw;dur=12.5, store;dur=3.0");
  });

  test("a stage that nobody measures returns its result", async () => {
    expect(await unmeasured("draw", () => Promise.resolve("picture"))).toBe("picture");
  });
});

import { once } from "node:events";
import { describe, expect, test } from "@jest/globals";
import { createImageTimeBudget } from "../../../core/previews/image-time-budget.js";

describe("createImageTimeBudget", () => {
  test("the signal of a preview aborts with a public message when the time is over", async () => {
    const budget = createImageTimeBudget(5);
    const reason = await budget.run(async () => {
      const signal = budget.signal();
      if (signal === undefined) throw new Error("There is no signal.");
      await once(signal, "abort");
      return signal.reason as unknown;
    });
    expect(reason).toMatchObject({
      message: "The images of the preview did not load within 0.005 seconds.",
      retryable: true,
    });
  });

  test("each preview has its own signal, and there is no signal outside of a preview", async () => {
    const budget = createImageTimeBudget(60_000);
    const run = () => budget.run(async () => Promise.resolve(budget.signal()));
    const [first, second] = await Promise.all([run(), run()]);
    expect(first).toBeDefined();
    expect(second).toBeDefined();
    expect(first).not.toBe(second);
    expect(budget.signal()).toBeUndefined();
  });
});

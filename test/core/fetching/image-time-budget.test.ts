import { once } from "node:events";
import { describe, expect, test } from "@jest/globals";
import { createImageTimeBudget } from "../../../core/fetching/image-time-budget.js";

describe("createImageTimeBudget", () => {
  test("the signal of a render aborts with a public message when the time for images is over", async () => {
    const run = createImageTimeBudget(5);
    const reason = await run(async (signalOf) => {
      const signal = signalOf();
      await once(signal, "abort");
      return signal.reason as unknown;
    });
    expect(reason).toMatchObject({
      message: "The images of the picture did not load within 0.005 seconds.",
      retryable: true,
    });
  });

  test("the time begins when the first image asks for it, not while the render waits for its turn", async () => {
    const run = createImageTimeBudget(1);
    const [before, later] = await run(async (signalOf) => {
      // This is longer than the time for images.
      const turn = performance.now() + 50;
      while (performance.now() < turn) await new Promise(setImmediate);
      const signal = signalOf();
      const aborted = signal.aborted;
      if (!aborted) await once(signal, "abort");
      return [aborted, signalOf() === signal];
    });
    expect([before, later]).toEqual([false, true]);
  });

  test("each render has its own time for images", async () => {
    const run = createImageTimeBudget(60_000);
    const signal = () => run((own) => Promise.resolve(own()));
    const [first, second] = await Promise.all([signal(), signal()]);
    expect(first).not.toBe(second);
    expect([first.aborted, second.aborted]).toEqual([false, false]);
  });
});

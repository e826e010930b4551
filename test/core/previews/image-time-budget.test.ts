import { once } from "node:events";
import { describe, expect, test } from "@jest/globals";
import { createImageTime } from "../../../core/previews/image-time.js";

describe("the time that the images of a preview have together", () => {
  test("ends with a fault whose words an author may read", async () => {
    const time = createImageTime(5);
    const reason = await time.run(async () => {
      const signal = time.signal();
      if (signal === undefined) throw new Error("There is no signal.");
      await once(signal, "abort");
      return signal.reason as unknown;
    });
    expect(reason).toMatchObject({
      message: "The images together did not come within the 0.005 seconds of a preview.",
      retryable: true,
    });
  });

  test("is each render's own, and there is none outside of one", async () => {
    const time = createImageTime(60_000);
    const [first, second] = await Promise.all([1, 2].map(() => time.run(async () => Promise.resolve(time.signal()))));
    expect(first).toBeDefined();
    expect(second).toBeDefined();
    expect(first).not.toBe(second);
    expect(time.signal()).toBeUndefined();
  });
});

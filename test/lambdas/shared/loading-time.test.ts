import { expect, test } from "@jest/globals";
import { createLoadingTime } from "../../../lambdas/shared/loading-time.js";

test("loads that run at the same time count once, even if one of them fails", async () => {
  let nowMs = 0;
  const loading = createLoadingTime(() => nowMs);
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const one = loading.during(() => first.promise);
  nowMs = 10;
  const two = loading.during(() => second.promise);
  nowMs = 30;
  first.resolve("a");
  expect(await one).toBe("a");
  nowMs = 50;
  second.reject(new Error("lost"));
  await expect(two).rejects.toThrow("lost");
  nowMs = 500;
  expect(await loading.during(async () => "b")).toBe("b");
  expect(loading.totalMs()).toBe(50);
});

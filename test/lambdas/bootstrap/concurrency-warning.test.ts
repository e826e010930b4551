import { expect, test } from "@jest/globals";
import { concurrencyWarning } from "../../../lambdas/bootstrap/concurrency-warning.js";

const wanted = { renders: 40, isReserved: false, webhooks: 10 };

test("there is no warning if the account has room for renders, webhooks, and requests", () => {
  expect(concurrencyWarning({ total: 1000, unreserved: 100 }, wanted)).toBe("none");
});

test("the warning for a new account names its limit, what the stack needs, and the guide", () => {
  const warning = concurrencyWarning({ total: 10, unreserved: 10 }, wanted);
  expect(warning).toContain("can run 10 Lambda invocations at the same time");
  expect(warning).toContain("needs 100 unreserved");
  expect(warning).toContain("docs/deploy.md#before-the-first-deployment");
});

test("concurrency that other functions have reserved does not count", () => {
  expect(concurrencyWarning({ total: 1000, unreserved: 99 }, wanted)).not.toBe("none");
});

test("renders with a reservation of their own need no unreserved concurrency", () => {
  expect(concurrencyWarning({ total: 200, unreserved: 60 }, { ...wanted, isReserved: true })).toBe("none");
});

test("webhooks need room in addition to the requests, even if renders have a reservation of their own", () => {
  expect(concurrencyWarning({ total: 200, unreserved: 59 }, { ...wanted, isReserved: true })).toContain(
    "needs 60 unreserved",
  );
});

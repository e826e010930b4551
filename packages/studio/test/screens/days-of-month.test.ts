import { expect, test } from "@jest/globals";
import { usage } from "../../src/messages/en/usage.js";
import { daysOfMonth } from "../../src/screens/usage/days-of-month.js";

test("a month has all of its days, including those on which nothing was spent", () => {
  const days = daysOfMonth("2028-02", [{ date: "2028-02-29", spent: 3, refunded: 1 }]);
  expect(days).toHaveLength(29);
  expect(days[0]).toEqual({ date: "2028-02-01", spent: 0, refunded: 0 });
  expect(days[28]).toEqual({ date: "2028-02-29", spent: 3, refunded: 1 });
});

test("the bar of a day says what was spent, and what was refunded if anything was", () => {
  expect(usage.barLabel("1 March", 1, 0)).toBe("1 March: 1 credit");
  expect(usage.barLabel("1 March", 2, 1)).toBe("1 March: 2 credits, 1 refunded");
});

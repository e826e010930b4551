import { describe, expect, test } from "@jest/globals";
import { planRatesSchema, rateOf } from "../../../core/contract/rate-limits.js";

const RATE = { perSecond: 1, burst: 5 };
const LIMITS = {
  create: { refusal: "Too many requests." },
  tools: { refusal: "Too many calls of tools.", byDefault: { perSecond: 3, burst: 9 } },
  status: { refusal: "Too many requests.", everyPlan: { perSecond: 2, burst: 20 } },
};

describe("the declarations of rate limits", () => {
  const schema = planRatesSchema<"create" | "tools">(LIMITS);

  test("a plan from before a limit has the default rate of the limit", () => {
    expect(schema.parse({ create: RATE })).toEqual({ create: RATE, tools: { perSecond: 3, burst: 9 } });
  });

  test("a plan can set the rate of a limit that has a default", () => {
    expect(schema.parse({ create: RATE, tools: RATE })).toEqual({ create: RATE, tools: RATE });
  });

  test("a plan must set the rate of a limit without a default, and cannot set one that every plan has", () => {
    expect(schema.safeParse({ tools: RATE }).success).toBe(false);
    expect(schema.parse({ create: RATE, status: RATE })).not.toHaveProperty("status");
  });

  test("the rate of a key is that of its plan, except for the status of jobs", () => {
    const rates = { create: RATE, read: { perSecond: 7, burst: 8 }, write: RATE, preview: RATE };
    expect(rateOf(rates, "read")).toEqual({ perSecond: 7, burst: 8 });
    expect(rateOf(rates, "status")).toEqual({ perSecond: 2, burst: 20 });
  });
});

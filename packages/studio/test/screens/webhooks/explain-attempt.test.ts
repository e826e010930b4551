import type { WebhookDelivery } from "@image-render/client";
import { describe, expect, test } from "@jest/globals";
import { attemptAdvice } from "../../../src/messages/en/webhooks.js";
import { adviseOn, describeDelivery, lastFailureAt, shortUrl } from "../../../src/screens/webhooks/explain-attempt.js";

const attempt = (error: string | undefined, status?: number, at = "2026-03-02T09:30:00.000Z") => ({
  at,
  durationMs: 12,
  ...(status !== undefined && { status }),
  ...(error !== undefined && { error }),
});
const deliveryTo = (endpointId: string, attempts: WebhookDelivery["attempts"]): WebhookDelivery => ({
  eventId: "3d5b.done",
  event: "render.completed",
  occurredAt: "2026-03-02T09:30:00.000Z",
  endpointId,
  url: "https://hooks.example.com/renders",
  status: "pending",
  attempts,
});

describe("the advice on an attempt", () => {
  test.each([
    [299, "client"],
    [300, "redirect"],
    [399, "redirect"],
    [400, "client"],
    [401, "unauthorized"],
    [403, "unauthorized"],
    [404, "missing"],
    [405, "method"],
    [410, "gone"],
    [429, "limited"],
    [499, "client"],
    [500, "server"],
  ] as const)("of status %d is that of “%s”", (status, name) => {
    expect(adviseOn(attempt("a.example failed.", status))).toBe(attemptAdvice[name]);
  });

  test.each([
    ["a.example did not send a complete response within 15 seconds.", "timeout"],
    ["The certificate of a.example is not valid.", "certificate"],
    ["The name a.example cannot be resolved.", "unknownHost"],
    ["a.example cannot be reached.", "unreachable"],
    ["a.example returned a redirect, which is not allowed here.", "redirect"],
  ] as const)("“%s” is explained without a status", (error, name) => {
    expect(adviseOn(attempt(error))).toBe(attemptAdvice[name]);
  });

  test("is not given for a success, or for an error that says enough", () => {
    expect(adviseOn(attempt(undefined, 204))).toBeUndefined();
    expect(adviseOn(attempt("The response is too long."))).toBeUndefined();
  });
});

describe("a delivery in words", () => {
  test("is retrying after its first attempt, and waiting before it", () => {
    expect(describeDelivery({ status: "pending", attempts: [] }).label).toBe("Waiting");
    expect(describeDelivery({ status: "pending", attempts: [attempt("no", 503)] }).label).toBe("Retrying");
  });

  test("is failed after the last attempt, and delivered after one that succeeded", () => {
    const attempts = [attempt(undefined, 204)];
    expect(describeDelivery({ status: "delivered", attempts })).toEqual({ kind: "success", label: "Delivered" });
    expect(describeDelivery({ status: "failed", attempts: [] })).toEqual({ kind: "danger", label: "Failed" });
  });

  test("names its target without the usual scheme", () => {
    expect(shortUrl("https://hooks.example.com/a?b=1")).toBe("hooks.example.com/a?b=1");
    expect(shortUrl("http://127.0.0.1:8080/a")).toBe("http://127.0.0.1:8080/a");
  });
});

test("the last failure of an endpoint is the latest failed attempt at it, not at another one", () => {
  const log = [
    deliveryTo("one", [
      attempt("first", 500, "2026-03-02T09:30:00.000Z"),
      attempt("last", 502, "2026-03-02T09:35:00.000Z"),
    ]),
    deliveryTo("two", [attempt("other", 500, "2026-03-02T09:40:00.000Z")]),
    deliveryTo("one", [attempt(undefined, 204, "2026-03-02T09:45:00.000Z")]),
  ];
  expect(lastFailureAt(log, "one")?.error).toBe("last");
  expect(lastFailureAt(log, "three")).toBeUndefined();
});

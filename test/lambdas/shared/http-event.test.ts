import { expect, test } from "@jest/globals";
import { arrivedAtMs, type HttpEvent } from "../../../lambdas/shared/http-event.js";

const NOW_MS = Date.UTC(2026, 10, 24, 12);

test.each([
  ["when the edge received it", String(NOW_MS - 4_000), NOW_MS - 2_300, NOW_MS - 4_000],
  ["when the function URL received it, without the edge", undefined, NOW_MS - 2_300, NOW_MS - 2_300],
  ["not later than now, if the clocks of both are ahead", String(NOW_MS + 50), NOW_MS + 40, NOW_MS],
  ["now, if nothing says it", undefined, undefined, NOW_MS],
  ["when the function URL received it, if the header is no number", "soon", NOW_MS - 1, NOW_MS - 1],
])("a request has reached the service %s", (_when, atEdge, timeEpoch, expected) => {
  const headers = atEdge === undefined ? {} : { "x-irs-since": atEdge };
  expect(arrivedAtMs({ headers, requestContext: { timeEpoch } } as unknown as HttpEvent, NOW_MS)).toBe(expected);
});

import { expect, test } from "@jest/globals";
import { arrivedAtMs, type HttpEvent, sessionCookies } from "../../../lambdas/shared/http-event.js";

const NOW_MS = Date.UTC(2026, 10, 24, 12);

test.each([
  ["when the edge received it", String(NOW_MS - 4_000), NOW_MS - 2_300, NOW_MS - 4_000],
  ["when the function URL received it, without the edge", undefined, NOW_MS - 2_300, NOW_MS - 2_300],
  ["not later than now, if the clocks of both are ahead", String(NOW_MS + 50), NOW_MS + 40, NOW_MS],
  ["now, if nothing says it", undefined, undefined, NOW_MS],
  ["when the function URL received it, if the header is not a number", "soon", NOW_MS - 1, NOW_MS - 1],
])("a request has reached the service %s", (_when, atEdge, timeEpoch, expected) => {
  const headers = atEdge === undefined ? {} : { "x-irs-since": atEdge };
  expect(arrivedAtMs({ headers, requestContext: { timeEpoch } } as unknown as HttpEvent, NOW_MS)).toBe(expected);
});

const namesAndValues = (...cookies: string[]) =>
  sessionCookies({ cookies } as unknown as HttpEvent).map(({ name, value }) => `${name} is ${value}`);

test("the session cookie with the prefix comes before the one with the old name", () => {
  expect(namesAndValues("irs_session=old", "theme=dark", "__Host-irs_session=new")).toEqual([
    "__Host-irs_session is new",
    "irs_session is old",
  ]);
  expect(namesAndValues("theme=dark; irs_session=old")).toEqual(["irs_session is old"]);
});

test("a session cookie that occurs more than once is ignored", () => {
  expect(namesAndValues("__Host-irs_session=a", "__Host-irs_session=b", "irs_session=old")).toEqual([
    "irs_session is old",
  ]);
});

test("cookies whose names only look like the session cookie are ignored", () => {
  expect(namesAndValues("__host-irs_session=a", "__Secure-irs_session=b", "xirs_session=c", "irs_session2=d")).toEqual(
    [],
  );
  expect(sessionCookies({} as HttpEvent)).toEqual([]);
});

import { expect, test } from "@jest/globals";
import { type HttpEvent, sessionCookies } from "../../../lambdas/shared/http-event.js";

const namesAndValues = (...cookies: string[]) =>
  sessionCookies({ cookies } as unknown as HttpEvent).map(({ name, value }) => `${name} is ${value}`);

test("the session cookie with the prefix comes before the one with the old name", () => {
  expect(namesAndValues("irs_session=old", "theme=dark", "__Host-irs_session=new")).toEqual([
    "__Host-irs_session is new",
    "irs_session is old",
  ]);
  expect(namesAndValues("theme=dark; irs_session=old")).toEqual(["irs_session is old"]);
});

test("a session cookie that occurs more than once counts as none", () => {
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

import { describe, expect, test } from "@jest/globals";
import { FetchFailure } from "../src/fetch-failure.js";
import { nextHop, type PreviousHop } from "../src/next-hop.js";

const WITH_LOOPBACK = { allowLoopback: true };

function hopFrom(url: string, addressClass: "public" | "loopback"): PreviousHop {
  return {
    target: { url: new URL(url), addressClass, addresses: [] },
    request: {
      method: "GET",
      headers: {},
      body: undefined,
      maxBytes: 0,
      onOverflow: "fail",
      signal: new AbortController().signal,
    },
    policy: WITH_LOOPBACK,
  };
}

function redirectTo(location: string) {
  return { status: 302, headers: { location }, bytes: Buffer.alloc(0) };
}

describe("redirects with allowLoopback", () => {
  test.each(["https://127.0.0.1:3000/", "https://localhost/", "http://127.0.0.1:3000/", "https://[::1]/"])(
    "a redirect from a public server to loopback is rejected: %s",
    (location) => {
      expect(() => nextHop(hopFrom("https://pictures.example/", "public"), redirectTo(location))).toThrow(FetchFailure);
    },
  );

  test("after a redirect from a public server, a name must not resolve to loopback", () => {
    const next = nextHop(hopFrom("https://pictures.example/", "public"), redirectTo("https://rebind.example/"));
    expect(next.policy).toEqual({ allowLoopback: false });
  });

  test("after a redirect from loopback to a public server and back, loopback is no longer allowed", () => {
    const out = nextHop(hopFrom("http://127.0.0.1:3000/", "loopback"), redirectTo("https://pictures.example/"));
    const target = { url: out.url, addressClass: "public" as const, addresses: [] };
    const back = nextHop({ ...out, target }, redirectTo("https://rebind.example/"));
    expect(out.policy).toEqual({ allowLoopback: true });
    expect(back.policy).toEqual({ allowLoopback: false });
  });
});

import { describe, expect, test } from "@jest/globals";
import { FetchFault } from "../../../core/fetching/fetch-fault.js";
import { nextHop, type PastHop } from "../../../core/fetching/next-hop.js";

const WITH_LOOPBACK = { allowLoopback: true };

function hopFrom(url: string, addressClass: "public" | "loopback"): PastHop {
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

describe("where a redirect may lead, with loopback allowed", () => {
  test.each(["https://127.0.0.1:3000/", "https://localhost/", "http://127.0.0.1:3000/", "https://[::1]/"])(
    "a public server can't redirect to this machine: %s",
    (location) => {
      expect(() => nextHop(hopFrom("https://pictures.example/", "public"), redirectTo(location))).toThrow(FetchFault);
    },
  );

  test("a name that a public server redirects to may no longer resolve to loopback", () => {
    const next = nextHop(hopFrom("https://pictures.example/", "public"), redirectTo("https://rebind.example/"));
    expect(next.policy).toEqual({ allowLoopback: false });
  });

  test("a detour over the public internet does not win the leave back", () => {
    const out = nextHop(hopFrom("http://127.0.0.1:3000/", "loopback"), redirectTo("https://pictures.example/"));
    const target = { url: out.url, addressClass: "public" as const, addresses: [] };
    const back = nextHop({ ...out, target }, redirectTo("https://rebind.example/"));
    expect(out.policy).toEqual({ allowLoopback: true });
    expect(back.policy).toEqual({ allowLoopback: false });
  });
});

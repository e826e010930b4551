import { describe, expect, test } from "@jest/globals";
import { edgeWith } from "./edge-fixture.js";

const ask = edgeWith();

describe("requests for web pages", () => {
  test.each([
    ["/", "/site/index.html"],
    ["/docs", "/site/docs/index.html"],
    ["/docs/", "/site/docs/index.html"],
    ["/docs/signing", "/site/docs/signing.html"],
    ["/docs/signing/", "/site/docs/signing.html"],
    ["/docs/guides/tickets", "/site/docs/guides/tickets.html"],
    ["/docs/signing.md", "/site/docs/signing.md"],
    ["/llms.txt", "/site/llms.txt"],
    ["/llms-full.txt", "/site/llms-full.txt"],
    ["/assets/a/page", "/site/assets/index.html"],
    ["/docs/a.b/c.js", "/site/docs/a.b/c.js"],
    ["/assets/home.0123.css", "/site/assets/home.0123.css"],
  ])(
    "a request for %s goes to the bucket as %s, and to the api function if there is no such file",
    async (path, key) => {
      for (const method of ["GET", "HEAD"]) {
        const { returned, origin } = await ask(`${path}?acl=&x=1`, { method, headers: { authorization: "Bearer k" } });
        expect([returned.uri, returned.querystring]).toEqual([key, {}]);
        expect(returned.headers["x-irs-target"]).toEqual({ value: path });
        expect(origin).toEqual({
          kind: "group",
          group: {
            originIds: [{ originId: "bucket" }, { originId: "api" }],
            failoverCriteria: { statusCodes: [403, 404] },
          },
        });
      }
    },
  );

  test.each(["/", "/docs", "/assets/home.0123.css"])("returns 405 for POST to %s", async (path) => {
    const { returned, code, origin } = await ask(path, { method: "POST" });
    expect([returned.statusCode, code, origin]).toEqual([405, "METHOD_NOT_ALLOWED", undefined]);
    expect(returned.headers["allow"]).toEqual({ value: "GET, HEAD" });
  });

  test.each(["/docsx", "/index.html", "/llms.txt/", "/robots.txt", "/Docs", "/api/docs", "//docs"])(
    "%s is not a page",
    async (path) => {
      const { returned, origin } = await ask(path);
      expect([returned.uri, origin]).toEqual([path, undefined]);
    },
  );
});

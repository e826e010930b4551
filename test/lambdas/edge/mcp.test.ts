import { describe, expect, test } from "@jest/globals";
import { edgeWith, SETTINGS } from "./edge-fixture.js";

const ask = edgeWith({});
const CHALLENGE =
  'Bearer resource_metadata="$/.well-known/oauth-protected-resource/mcp", scope="render templates admin"';

describe("the MCP server at the edge", () => {
  test.each(["POST", "GET", "DELETE"])(
    "%s without a key returns 401 with the challenge of RFC 6750",
    async (method) => {
      const { returned, code } = await ask("/mcp", { method });
      expect([returned.statusCode, code]).toEqual([401, "UNAUTHORIZED"]);
      expect(returned.headers).toMatchObject({
        "www-authenticate": { value: "Bearer" },
        "cache-control": { value: "no-store" },
      });
    },
  );

  test("with an authorization server, the challenge names the metadata at the viewer's own address", async () => {
    const { returned } = await edgeWith({}, false, { ...SETTINGS, mcpChallenge: CHALLENGE })("/mcp", {
      method: "POST",
    });
    expect(returned.headers["www-authenticate"]?.value).toBe(
      'Bearer resource_metadata="https://images.example.com/.well-known/oauth-protected-resource/mcp", scope="render templates admin"',
    );
  });

  test("a request with a key, a preflight and the metadata reach the function", async () => {
    for (const [uri, asked] of [
      ["/mcp", { method: "POST", headers: { authorization: "Bearer irs_x" } }],
      ["/mcp", { method: "OPTIONS" }],
      ["/.well-known/oauth-protected-resource/mcp", {}],
    ] as const) {
      expect((await ask(uri, asked)).returned).toMatchObject({ uri });
    }
  });
});

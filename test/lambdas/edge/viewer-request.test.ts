import { describe, expect, test } from "@jest/globals";
import { parse } from "acorn";
import { type EdgeRequest, viewerRequest } from "../../../lambdas/edge/viewer-request.js";
import { bundleEdgeCode, MAX_EDGE_CODE_BYTES } from "../../../lib/edge-code.js";

function eventWith(headers: Record<string, string>, method = "POST") {
  const valued = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]));
  const request: EdgeRequest = { method, uri: "/api/v1/render", querystring: {}, headers: valued, cookies: {} };
  return { context: { requestId: "edge-1" }, request };
}

describe("the edge function", () => {
  test("strips a viewer's own trusted headers and sets the true ones", () => {
    const event = eventWith({
      host: "images.example.com",
      authorization: "Bearer k",
      "x-irs-base-url": "https://evil.example",
      "x-irs-authorization": "Bearer stolen",
      "x-irs-origin-secret": "guess",
      "x-irs-anything": "1",
    });
    const answer = viewerRequest(event, "https") as EdgeRequest;
    expect(answer.headers).toEqual({
      host: { value: "images.example.com" },
      authorization: { value: "Bearer k" },
      "x-irs-base-url": { value: "https://images.example.com" },
      "x-irs-request-id": { value: "edge-1" },
      "x-irs-authorization": { value: "Bearer k" },
    });
  });

  test("invents no authorization", () => {
    const answer = viewerRequest(eventWith({ host: "h" }, "GET"), "http") as EdgeRequest;
    expect(answer.headers).not.toHaveProperty("x-irs-authorization");
    expect(answer.headers["x-irs-base-url"]).toEqual({ value: "http://h" });
  });

  test("answers a body over 5 MB itself, with the contract's error", () => {
    const answer = viewerRequest(eventWith({ host: "h", "content-length": String(5 * 1024 * 1024 + 1) }), "https");
    expect(answer).toMatchObject({ statusCode: 413, body: { encoding: "text" } });
    const body = JSON.parse((answer as { body: { data: string } }).body.data) as Record<string, unknown>;
    expect(body).toEqual({
      error: "A request body holds at most 5 MB.",
      message: "A request body holds at most 5 MB.",
      code: "PAYLOAD_TOO_LARGE",
      requestId: "edge-1",
    });
    expect(viewerRequest(eventWith({ host: "h", "content-length": String(5 * 1024 * 1024) }), "https")).toHaveProperty(
      "uri",
    );
  });
});

/** Syntax that CloudFront's JavaScript runtime 2.0 does not document: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html */
const UNSUPPORTED = new Set([
  "ForOfStatement",
  "ObjectPattern",
  "ArrayPattern",
  "ClassDeclaration",
  "ClassExpression",
  "ChainExpression",
  "ExportNamedDeclaration",
  "ExportDefaultDeclaration",
  "ImportExpression",
  "YieldExpression",
  "MetaProperty",
]);

function nodeTypes(node: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) node.forEach((child) => nodeTypes(child, found));
  else if (node !== null && typeof node === "object") {
    const { type } = node as { type?: unknown };
    if (typeof type === "string") found.add(type);
    Object.values(node).forEach((child) => nodeTypes(child, found));
  }
  return found;
}

describe("the bundled edge code", () => {
  const code = bundleEdgeCode("https");

  test("is within CloudFront's size", () => {
    expect(Buffer.byteLength(code)).toBeLessThan(MAX_EDGE_CODE_BYTES);
  });

  test("defines a top-level handler and uses only what the runtime documents", () => {
    const program = parse(code, { ecmaVersion: 2022, sourceType: "module" });
    expect([...nodeTypes(program)].filter((type) => UNSUPPORTED.has(type))).toEqual([]);
    expect(program.body).toContainEqual(
      expect.objectContaining({
        type: "FunctionDeclaration",
        id: expect.objectContaining({ name: "handler" }) as unknown,
      }),
    );
  });
});

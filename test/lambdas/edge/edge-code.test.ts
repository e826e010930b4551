import { describe, expect, test } from "@jest/globals";
import { parse } from "acorn";
import { bundleEdgeCode, bundleResponseCode, MAX_EDGE_CODE_BYTES } from "../../../lib/functions/edge.js";
import { SETTINGS } from "./edge-fixture.js";

/**
 * Syntax that CloudFront's JavaScript runtime 2.0 does not document:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */
const UNSUPPORTED = new Set([
  "ForOfStatement",
  "ObjectPattern",
  "ArrayPattern",
  "AssignmentPattern",
  "SpreadElement",
  "ClassDeclaration",
  "ClassExpression",
  "ChainExpression",
  "ExportNamedDeclaration",
  "ExportDefaultDeclaration",
  "ImportExpression",
  "YieldExpression",
  "MetaProperty",
]);
/** Operators that are newer than the editions that the runtime documents. */
const UNSUPPORTED_OPERATORS = new Set(["??", "??=", "||=", "&&="]);
/** Objects that the runtime lacks, and objects of Node.js. */
const UNSUPPORTED_GLOBALS = new Set(["Map", "Set", "WeakMap", "Proxy", "Reflect", "Intl", "process", "require", "URL"]);

interface Node {
  readonly type: string;
  readonly [property: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof (value as { type?: unknown } | null)?.type === "string";
}

/** Visits every node with its parent. */
function walk(value: unknown, parent: Node | undefined, visit: (node: Node, parent: Node | undefined) => void): void {
  if (Array.isArray(value)) value.forEach((child) => walk(child, parent, visit));
  else if (isNode(value)) {
    visit(value, parent);
    for (const child of Object.values(value)) walk(child, value, visit);
  }
}

describe("the bundled edge code", () => {
  const code = bundleEdgeCode(SETTINGS);
  const program = parse(code, { ecmaVersion: 2022, sourceType: "module" }) as unknown as Node & { body: Node[] };
  const nodes: [Node, Node | undefined][] = [];
  walk(program, undefined, (node, parent) => nodes.push([node, parent]));

  test("the edge code is smaller than CloudFront's limit, with room for more", () => {
    expect(MAX_EDGE_CODE_BYTES).toBe(10_240);
    expect(Buffer.byteLength(code)).toBeLessThan(9_800);
  });

  test("the edge code uses only syntax that the runtime documents", () => {
    const used = nodes.map(([node]) => node.type);
    expect(used.filter((type) => UNSUPPORTED.has(type))).toEqual([]);
    const operators = nodes.map(([node]) => node["operator"]);
    expect(operators.filter((operator) => UNSUPPORTED_OPERATORS.has(String(operator)))).toEqual([]);
    const catches = nodes.filter(([node]) => node.type === "CatchClause" && node["param"] === null);
    expect(catches).toEqual([]);
  });

  test("the edge code uses await only in declarations, return statements and expression statements", () => {
    const parents = nodes.filter(([node]) => node.type === "AwaitExpression").map(([, parent]) => parent?.type);
    const allowed = ["VariableDeclarator", "ReturnStatement", "ExpressionStatement"];
    expect(parents.filter((type) => !allowed.includes(type ?? ""))).toEqual([]);
    expect(parents.length).toBeGreaterThan(4);
    const nested = nodes.filter(([node, parent]) => node["async"] === true && parent?.type !== "Program");
    expect(nested).toEqual([]);
  });

  test("the edge code imports only modules of the runtime, in its first line", () => {
    const imported = program.body.filter(({ type }) => type === "ImportDeclaration");
    const sources = imported.map(({ source }) => (source as { value: string }).value);
    expect(sources.sort()).toEqual(["cloudfront", "crypto"]);
    expect(code.startsWith("import ")).toBe(true);
    const names = nodes.filter(([node]) => node.type === "Identifier").map(([{ name }]) => String(name));
    expect(names.filter((name) => UNSUPPORTED_GLOBALS.has(name))).toEqual([]);
  });

  test("the edge code defines one top-level handler", () => {
    const handlers = program.body.filter(
      ({ type, id }) => type === "FunctionDeclaration" && (id as { name: string }).name === "handler",
    );
    expect(handlers).toHaveLength(1);
  });
});

test("the code at viewer response uses only syntax that the runtime documents, and imports nothing", () => {
  const program = parse(bundleResponseCode(), { ecmaVersion: 2022, sourceType: "module" }) as unknown as Node;
  const nodes: Node[] = [];
  walk(program, undefined, (node) => nodes.push(node));
  const types = nodes.map(({ type }) => type);
  expect(types).toContain("FunctionDeclaration");
  expect(types.filter((type) => UNSUPPORTED.has(type) || type === "ImportDeclaration")).toEqual([]);
  expect(nodes.filter(({ operator }) => UNSUPPORTED_OPERATORS.has(String(operator)))).toEqual([]);
});

import { describe, expect, test } from "@jest/globals";
import { availableParallelism } from "node:os";
import type { FunctionPool, FunctionSpec } from "../../src/functions/function-types.js";
import { type FunctionDeclaration, FunctionRegistry } from "../../src/template/function-registry.js";

/** A registry, and the functions that it adds to its host. */
function registry() {
  const added: FunctionSpec[] = [];
  const host = {
    add(spec: FunctionSpec) {
      added.push(spec);
      return { spec } as FunctionPool;
    },
  };
  return { functions: new FunctionRegistry(host), added, host };
}

const declaration = (changes: Partial<FunctionDeclaration> = {}): FunctionDeclaration => ({
  name: "api",
  arn: "arn:api",
  functionName: "api",
  codeDir: "/code",
  handler: "index.handler",
  environment: {},
  layerDirs: [],
  timeoutSeconds: 3,
  memoryMb: 1_769,
  ...changes,
});

function specOf(changes: Partial<FunctionDeclaration>, streaming = false) {
  const { functions, added } = registry();
  functions.declare(declaration(changes));
  if (streaming) functions.markStreaming("arn:api");
  functions.pool("arn:api", "test");
  return added[0];
}

test("the pool of a function is created once, when it is first used", () => {
  const { functions, added } = registry();
  functions.declare(declaration());
  expect(added).toEqual([]);
  expect(functions.pool("arn:api", "Route")).toBe(functions.pool("arn:api", "Rule"));
  expect(functions.pools()).toHaveLength(1);
  expect(added).toHaveLength(1);
});

test("a missing function is an error with the place that refers to it", () => {
  expect(() => registry().functions.pool("arn:gone", "Route")).toThrow("Route: there is no function arn:gone");
});

describe("limits of concurrency", () => {
  test("a function has as many processes as the processors of this machine allow for its memory, and at least two", () => {
    expect(specOf({ memoryMb: 1_769 })?.maxConcurrency).toBe(Math.min(8, Math.max(2, availableParallelism())));
    expect(specOf({ memoryMb: 10_240 })?.maxConcurrency).toBe(
      Math.max(2, Math.floor((availableParallelism() * 1_769) / 10_240)),
    );
  });

  test("a function has no more processes than its reserved concurrency", () => {
    expect(specOf({ reservedConcurrency: 1, memoryMb: 128 })?.maxConcurrency).toBe(1);
  });

  test("a small streaming function has many invocations per process, and other functions have one", () => {
    expect(specOf({ memoryMb: 256 }, true)).toMatchObject({ streaming: true, invocationsPerProcess: 100 });
    expect(specOf({ memoryMb: 1_769 }, true)).not.toHaveProperty("invocationsPerProcess");
    expect(specOf({ memoryMb: 256 })).not.toHaveProperty("invocationsPerProcess");
  });

  test("a large streaming function shares its processes if its template says so, and the number of its processes stays the same", () => {
    const { maxConcurrency } = specOf({ memoryMb: 1_769 }, true) ?? {};
    expect(specOf({ memoryMb: 1_769, sharesProcesses: true }, true)).toMatchObject({
      maxConcurrency,
      invocationsPerProcess: 100,
      spreadsInvocations: true,
    });
    expect(specOf({ memoryMb: 1_769, sharesProcesses: true })).not.toHaveProperty("invocationsPerProcess");
  });
});

test("a function with a debugger port has one process, because two cannot share the port", () => {
  const { added, host } = registry();
  const functions = new FunctionRegistry(host, { inspect: { api: 9229 }, nodeArgs: ["--enable-source-maps"] });
  functions.declare(declaration());
  functions.pool("arn:api", "test");
  expect(added[0]).toMatchObject({ inspectPort: 9229, maxConcurrency: 1, nodeArgs: ["--enable-source-maps"] });
});

test("a function is found by its short name, and an unknown name is an error that lists the names", () => {
  const { functions } = registry();
  functions.declare(declaration());
  functions.declare(declaration({ name: "renderer", arn: "arn:renderer" }));
  expect(functions.poolNamed("renderer")).toBe(functions.pool("arn:renderer", "test"));
  expect(() => functions.poolNamed("rendered")).toThrow("There is no function rendered. The stack has: api, renderer.");
});

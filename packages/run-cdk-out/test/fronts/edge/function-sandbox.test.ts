import { describe, expect, test } from "@jest/globals";
import { createHash, createHmac } from "node:crypto";
import { createRequestEvent } from "../../../src/fronts/edge/function-event.js";
import { type EdgeFunctionOptions, createEdgeFunction } from "../../../src/fronts/edge/function-sandbox.js";

async function run(code: string, options: Partial<EdgeFunctionOptions> = {}, event: unknown = {}): Promise<unknown> {
  const { returned } = await createEdgeFunction({ name: "edge", code, onLog: () => undefined, ...options }).run(event);
  return returned;
}

/** Runs a handler that returns the value of the expression. */
const evaluate = (expression: string, prelude = "") =>
  run(`${prelude}\nfunction handler(event) { return { value: ${expression} }; }`);

describe("what a function can use", () => {
  test("hashes and HMACs in a function equal those of Node", async () => {
    const prelude = `import crypto from 'crypto';\nimport cf from "cloudfront";`;
    for (const algorithm of ["md5", "sha1", "sha256"]) {
      for (const encoding of ["hex", "base64", "base64url"] as const) {
        expect(
          await evaluate(`crypto.createHash('${algorithm}').update('grüß').digest('${encoding}')`, prelude),
        ).toEqual({
          value: createHash(algorithm).update("grüß").digest(encoding),
        });
      }
    }
    const chained = `crypto.createHmac('sha256', crypto.createHmac('sha256', 'key').update('a').digest())
      .update('b').update('c').digest('base64url')`;
    const derived = createHmac("sha256", "key").update("a").digest();
    expect(await evaluate(chained, prelude)).toEqual({
      value: createHmac("sha256", derived).update("bc").digest("base64url"),
    });
  });

  test("a function can import or require the modules of the runtime, even on one line", async () => {
    expect(await evaluate("typeof crypto.createHash", "const crypto = require('crypto');")).toEqual({
      value: "function",
    });
    const line = `import cf from"cloudfront";import c from"crypto";function handler(){return{value:typeof cf.kvs+typeof c.createHmac}}`;
    expect(await run(line)).toEqual({ value: "functionfunction" });
    expect(await evaluate("qs.parse('a=1&a=2&b=%20')", "import qs from 'querystring';")).toEqual({
      value: { a: ["1", "2"], b: " " },
    });
  });

  test("rawQueryString returns the original query and is not part of the returned request", async () => {
    const code = `function handler(event) {
      event.request.headers.seen = { value: String(event.request.rawQueryString()) };
      return event.request;
    }`;
    const request = (query: string) =>
      createRequestEvent(
        { method: "GET", uri: "/", query, headers: new Map() },
        {
          eventType: "viewer-request",
          distributionDomainName: "d",
          distributionId: "E",
          requestId: "r",
          viewerIp: "::1",
        },
      );
    expect(await run(code, {}, request("b=%c3%bc+1&a&a=2"))).toEqual({
      method: "GET",
      uri: "/",
      querystring: { b: { value: "%c3%bc+1" }, a: { value: "", multiValue: [{ value: "" }, { value: "2" }] } },
      headers: { seen: { value: "b=%c3%bc+1&a&a=2" } },
      cookies: {},
    });
    expect(await run(code, {}, request(""))).toMatchObject({ headers: { seen: { value: "undefined" } } });
  });

  test("Buffer and TextEncoder convert text to bytes and back", async () => {
    expect(
      await evaluate(`[
        Buffer.from('eyJhIjoxfQ', 'base64url').toString(),
        Buffer.from('ü').toString('hex'),
        Buffer.concat([Buffer.from('a'), Buffer.from([98])]).toString('base64'),
        Buffer.byteLength('ü'),
        new TextDecoder().decode(new TextEncoder().encode('ü€')),
        String.bytesFrom('YQ==', 'base64'),
        Buffer.from('abc').slice(1).toString(),
      ]`),
    ).toEqual({ value: ['{"a":1}', "c3bc", "YWI=", 2, "ü€", "a", "bc"] });
  });

  test("a function reads values of the key-value store as text or JSON, and can catch the error for a missing key", async () => {
    const store = new Map([
      ["plain", "text"],
      ["ring", '{"a":1}'],
    ]);
    const code = `import cf from 'cloudfront';
      const kvs = cf.kvs();
      async function handler() {
        let missing;
        try { await kvs.get('none'); } catch (error) { missing = error instanceof Error; }
        return { plain: await kvs.get('plain'), ring: await kvs.get('ring', { format: 'json' }),
          exists: await kvs.exists('plain'), none: await kvs.exists('none'), missing };
      }`;
    const readKey = async (key: string) => store.get(key);
    expect(await run(code, { readKey })).toEqual({
      plain: "text",
      ring: { a: 1 },
      exists: true,
      none: false,
      missing: true,
    });
  });

  test("console.log writes a line to the log", async () => {
    const lines: string[] = [];
    await run("function handler() { console.log('seen', { a: 1 }, 2); return {}; }", {
      onLog: (line) => lines.push(line),
    });
    expect(lines).toEqual(['seen {"a":1} 2']);
  });

  test("the outcome of a function contains the selected origin", async () => {
    const code = `import cf from 'cloudfront';
      function handler(event) { cf.selectRequestOriginById('bucket'); return event.request; }`;
    const outcome = await createEdgeFunction({ name: "edge", code, onLog: () => undefined }).run({
      request: { uri: "/a" },
    });
    expect(outcome).toEqual({ returned: { uri: "/a" }, origin: { kind: "select", originId: "bucket" } });
  });
});

describe("what a function cannot use", () => {
  test.each([
    "process",
    "setTimeout",
    "setInterval",
    "setImmediate",
    "queueMicrotask",
    "fetch",
    "XMLHttpRequest",
    "global",
    "module",
    "performance",
    "structuredClone",
    "URL",
    "WebAssembly",
    "Map",
    "Set",
    "Proxy",
    "Intl",
    "begin",
  ])("a function cannot use %s", async (name) => {
    expect(await evaluate(`typeof ${name}`)).toEqual({ value: "undefined" });
  });

  test.each(["eval('1')", "new Function('return 1')()", "(function () {}).constructor('return 1')()"])(
    "a function cannot generate code from text: %s",
    async (expression) => {
      await expect(evaluate(expression)).rejects.toThrow(/Code generation from strings disallowed/);
    },
  );

  test.each(["fs", "node:crypto", "child_process", "http"])("a function cannot load the module %s", async (name) => {
    await expect(evaluate("1", `const m = require('${name}');`)).rejects.toThrow(`Cannot find module: ${name}`);
  });

  test("no object in the sandbox gives access to Node", async () => {
    const probes = [
      "console.log",
      "Buffer",
      "require",
      "crypto.createHash",
      "cf.kvs",
      "String.bytesFrom",
      "globalThis",
    ];
    for (const probe of probes) {
      const expression = `(() => { try { return ${probe}.constructor.constructor('return typeof process')(); }
        catch (error) { return error.name; } })()`;
      expect(await evaluate(expression, "import crypto from 'crypto'; import cf from 'cloudfront';")).toEqual({
        value: "EvalError",
      });
    }
  });

  test("a function has no state between requests", async () => {
    const code = "let count = 0; function handler() { count += 1; return { count }; }";
    const fn = createEdgeFunction({ name: "edge", code, onLog: () => undefined });
    expect(await Promise.all([fn.run({}), fn.run({})])).toEqual([
      { returned: { count: 1 } },
      { returned: { count: 1 } },
    ]);
  });

  test("an endless loop in a function is stopped", async () => {
    await expect(run("function handler() { for (;;); }")).rejects.toThrow(/timed out/);
  });

  test("undeclared variables are an error in a function, because the runtime uses strict mode", async () => {
    await expect(run("function handler() { leaked = 1; return {}; }")).rejects.toThrow(/leaked is not defined/);
  });
});

describe("a function that fails", () => {
  test("run rejects with the error of the function, thrown synchronously or asynchronously", async () => {
    await expect(run("function handler() { throw new Error('at once'); }")).rejects.toThrow(/at once/);
    await expect(run("async function handler() { await null; throw new Error('later'); }")).rejects.toThrow(/later/);
  });

  test("run rejects when the result of the function is not JSON", async () => {
    await expect(run("function handler() { const a = {}; a.a = a; return a; }")).rejects.toThrow(/circular/i);
  });

  test("createEdgeFunction rejects code that is too large or has a syntax error", () => {
    const large = `function handler() {} // ${"x".repeat(10_240)}`;
    expect(() => createEdgeFunction({ name: "edge", code: large, onLog: () => undefined })).toThrow(/at most 10240/);
    expect(() => createEdgeFunction({ name: "edge", code: "function (", onLog: () => undefined })).toThrow(
      /require a function name/,
    );
  });
});

import { afterEach, describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { ServiceError } from "../../../core/contract/errors.js";
import { etagOf, isCurrent } from "../../../lambdas/shared/conditional.js";
import { jsonVariable, parseEnvironment } from "../../../lambdas/shared/environment.js";
import { functionMemoryBytes } from "../../../lambdas/shared/function-memory.js";
import type { HttpEvent } from "../../../lambdas/shared/http-event.js";
import { errorResponse, toServiceError } from "../../../lambdas/shared/http-response.js";
import type { FunctionLog } from "../../../lambdas/shared/logger.js";
import { preferredType } from "../../../lambdas/shared/preferred-type.js";
import { readJson } from "../../../lambdas/shared/read-json.js";
import { reportEndedProcess } from "../../../lambdas/shared/report-ended-process.js";

const eventOf = (change: Partial<HttpEvent>) => ({ headers: {}, isBase64Encoded: false, ...change }) as HttpEvent;
const codeOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error instanceof ServiceError ? error.code : error;
  }
};

describe("the JSON body of a request", () => {
  test("text and Base64 are read, and a text of one character too", () => {
    expect(readJson(eventOf({ body: '{"a":1}' }))).toEqual({ a: 1 });
    expect(readJson(eventOf({ body: Buffer.from('"ü"').toString("base64"), isBase64Encoded: true }))).toBe("ü");
    expect(readJson(eventOf({ body: "7" }), {})).toBe(7);
  });

  test("a request without a body is refused unless its route allows that", () => {
    expect(codeOf(() => readJson(eventOf({})))).toBe("BAD_REQUEST");
    expect(readJson(eventOf({}), { empty: true })).toEqual({ empty: true });
    expect(readJson(eventOf({ body: "" }), { empty: true })).toEqual({ empty: true });
  });

  test("a body of exactly 5 MB is read, and a larger one is refused with the limit", () => {
    const body = `"${"a".repeat(5 * 1024 * 1024 - 2)}"`;
    expect(readJson(eventOf({ body }))).toHaveLength(5 * 1024 * 1024 - 2);
    expect(() => readJson(eventOf({ body: `${body} ` }))).toThrow("at most 5 MB");
    expect(codeOf(() => readJson(eventOf({ body: `${body} ` })))).toBe("PAYLOAD_TOO_LARGE");
  });

  test("bytes that are not UTF-8 and text that is not JSON are refused with the reason", () => {
    const latin = eventOf({ body: Buffer.from('"\xfc"', "latin1").toString("base64"), isBase64Encoded: true });
    expect(() => readJson(latin)).toThrow("The body is not UTF-8");
    expect(() => readJson(eventOf({ body: "{" }))).toThrow(/^The body is not valid JSON \(.+\)\.$/);
  });
});

describe("the type that a caller prefers", () => {
  const TYPES = ["image/png", "application/json"] as const;

  test.each([
    [undefined, "image/png"],
    ["*/*", "image/png"],
    ["text/html", "image/png"],
    ["application/json", "application/json"],
    ["APPLICATION/JSON", "application/json"],
    ["image/*;q=0.5, application/*", "application/json"],
    ["*/*, application/json;q=0.9", "image/png"],
    ["image/png;q=0.1, */*", "application/json"],
    ["application/json;q=x, image/png;q=0.1", "image/png"],
    ["image/png;level=1;q=0.2, application/json;q=0.3", "application/json"],
  ])("for the header Accept: %s is %s", (accept, type) => {
    expect(preferredType(accept, TYPES)).toBe(type);
  });
});

describe("conditional requests", () => {
  const asking = (ifNoneMatch: string) => eventOf({ headers: { "if-none-match": ifNoneMatch } });

  test("a caller has the current content if it names its tag, weak or strong, or any tag", () => {
    expect(['"a"', 'W/"a"', '"b", "a"', "*"].map((tags) => isCurrent(asking(tags), '"a"'))).toEqual([
      ...[true, true, true, true],
    ]);
    expect(isCurrent(asking('"a"'), 'W/"a"')).toBe(true);
    expect([isCurrent(asking('"b"'), '"a"'), isCurrent(eventOf({}), '"a"')]).toEqual([false, false]);
  });

  test("the same value has the same tag, and another value another tag", () => {
    expect(etagOf({ a: 1 })).toBe(etagOf({ a: 1 }));
    expect(etagOf({ a: 1 })).toMatch(/^"[\w-]{22}"$/);
    expect(etagOf({ a: 1 })).not.toBe(etagOf({ a: 2 }));
  });
});

describe("error responses", () => {
  const headersOf = (...error: ConstructorParameters<typeof ServiceError>) => {
    const { headers } = errorResponse(new ServiceError(...error), "r");
    return [headers["allow"], headers["www-authenticate"], headers["retry-after"]];
  };

  test("an error has the header that says what the caller can do", () => {
    expect(headersOf("METHOD_NOT_ALLOWED", "No.", { details: { allow: "GET" } })).toEqual([
      "GET",
      undefined,
      undefined,
    ]);
    expect(headersOf("UNAUTHORIZED", "No.")).toEqual([undefined, "Bearer", undefined]);
    expect(headersOf("RATE_LIMITED", "No.", { details: { retryAfterSeconds: 7 } })[2]).toBe("7");
    expect([headersOf("RATE_LIMITED", "No.")[2], headersOf("QUEUE_UNAVAILABLE", "No.")[2]]).toEqual(["1", "1"]);
    expect(headersOf("NOT_FOUND", "No.")).toEqual([undefined, undefined, undefined]);
  });

  test("the text of an unexpected error does not reach the caller", () => {
    const bug = new Error("password");
    const error = toServiceError(bug);
    expect([error.code, error.message.includes("password"), error.cause]).toEqual(["INTERNAL", false, bug]);
    const known = new ServiceError("GONE", "Gone.");
    expect(toServiceError(known)).toBe(known);
  });
});

describe("the environment of a function", () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });

  test("the memory is read in megabytes, and is unknown outside of Lambda", () => {
    process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE = "1769";
    expect(functionMemoryBytes()).toBe(1769 * 1024 * 1024);
    for (const value of ["0", "", "many"]) {
      process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE = value;
      expect(functionMemoryBytes()).toBeUndefined();
    }
    delete process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE;
    expect(functionMemoryBytes()).toBeUndefined();
  });

  test("all variables that are missing or malformed are named at once", () => {
    const schema = z.object({ TEST_LIST: jsonVariable(z.array(z.string())), TEST_TEXT: z.string() });
    process.env.TEST_LIST = '["a"]';
    process.env.TEST_TEXT = "b";
    expect(parseEnvironment(schema)).toEqual({ TEST_LIST: ["a"], TEST_TEXT: "b" });
    process.env.TEST_LIST = "[";
    delete process.env.TEST_TEXT;
    expect(() => parseEnvironment(schema)).toThrow(/must be JSON text[\s\S]*TEST_LIST[\s\S]*TEST_TEXT/);
  });
});

test("only a crash of the rendering process is an error of the service", () => {
  const levels: string[] = [];
  const line = (level: string) => () => void levels.push(level);
  const log = { info: line("info"), warn: line("warn"), error: line("error") } as unknown as FunctionLog;
  const report = reportEndedProcess(log);
  for (const reason of ["crash", "idle", "cpu"]) report({ reason } as Parameters<typeof report>[0]);
  expect(levels).toEqual(["error", "warn", "warn"]);
});

import { expect, test } from "@jest/globals";
import { createLogPrinter } from "../../src/console/log-lines.js";

function printed(lines: [name: string, line: string][], options: { quiet?: boolean; colored?: boolean } = {}) {
  const out: string[] = [];
  const print = createLogPrinter({
    write: (line) => out.push(line),
    quiet: options.quiet ?? false,
    colored: options.colored ?? false,
  });
  for (const [name, line] of lines) print(name, line);
  return out;
}

test("prints a plain line after the name of its function, in columns", () => {
  expect(
    printed([
      ["api", "hello"],
      ["dead-letter", "{not json"],
    ]),
  ).toEqual(["api      │ hello", "dead-letter │ {not json"]);
});

test("prints the message and the other members of a structured record, but not the members that every record has", () => {
  const record = {
    level: "INFO",
    message: "Rendered",
    timestamp: "2026-01-01T00:00:00Z",
    service: "s",
    function_name: "f",
    cold_start: true,
    jobId: "j1",
    ms: 12,
  };
  expect(printed([["renderer", JSON.stringify(record)]])).toEqual(["renderer │ Rendered jobId=j1 ms=12"]);
});

test("prints what a function writes with console, without the time and the request ID of the runtime", () => {
  const line = (level: string, text: string) => `2026-01-01T00:00:00.000Z\tid-1\t${level}\t${text}`;
  const lines = printed([
    ["api", line("INFO", "plain")],
    ["api", line("WARN", "careful")],
    ["api", line("INFO", '{"level":"ERROR","message":"structured"}')],
  ]);
  expect(lines.map((shown) => shown.split("│ ")[1])).toEqual(["plain", "WARN careful", "ERROR structured"]);
});

test("prints a failed invocation with its stack, one line for each frame", () => {
  const failure = { errorType: "TypeError", errorMessage: "m", stack: ["TypeError: m", "    at x"] };
  const line = `2026-01-01T00:00:00.000Z\tid-1\tERROR\tInvoke Error \t${JSON.stringify(failure)}`;
  const lines = printed([["api", line]]).map((shown) => shown.split("│ ")[1]);
  expect(lines).toEqual(["ERROR Invoke Error", "  TypeError: m", "      at x"]);
});

test("prints an error with its stack, its members and its causes", () => {
  const error = {
    name: "AppError",
    message: "m",
    stack: "AppError: m\n    at x",
    code: "GONE",
    cause: { name: "E", message: "why" },
  };
  const lines = printed([["api", JSON.stringify({ level: "ERROR", message: "Failed", error })]]);
  expect(lines.map((line) => line.slice("api      │ ".length))).toEqual([
    "ERROR Failed",
    "  AppError: m",
    "      at x",
    '  {"code":"GONE"}',
    "  caused by",
    "    E: why",
  ]);
});

test("prints only warnings, errors and plain lines when it is quiet", () => {
  const record = (level: string) => JSON.stringify({ level, message: level });
  const lines = printed(
    [
      ["a", record("INFO")],
      ["a", record("WARN")],
      ["a", "crash"],
    ],
    { quiet: true },
  );
  expect(lines.map((line) => line.split("│ ")[1])).toEqual(["WARN WARN", "crash"]);
});

test("uses colors only if they are switched on", () => {
  expect(printed([["api", "x"]], { colored: true })[0]).toContain("\u001b[");
  expect(printed([["api", "x"]])[0]).not.toContain("\u001b[");
});

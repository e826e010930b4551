import { expect, test } from "@jest/globals";
import { compileFilterPattern } from "../../src/metrics/filter-pattern.js";

const ERROR_LINE = '{"level":"ERROR","ms":150,"event":"lost","slow":true,"error":{"name":"AccessDenied"},"job":null}';
const REPORT_LINE = "REPORT RequestId: 1 Status: error Error Type: Runtime.ExitError";

test.each([
  ["", ERROR_LINE, true],
  ['{ $.level = "ERROR" }', ERROR_LINE, true],
  ['{ $.level = "WARN" }', ERROR_LINE, false],
  ['{ $.level = "ERROR" }', "level = ERROR", false],
  ['{ $.level = "ERROR" }', '{"level":"ERROR"', false],
  ['{ $.level != "ERROR" }', ERROR_LINE, false],
  ['{ $.missing != "ERROR" }', ERROR_LINE, false],
  ['{ $.error.name = "Access*" }', ERROR_LINE, true],
  ['{ $.error.name = "*.denied" }', ERROR_LINE, false],
  ["{ $.ms > 100 }", ERROR_LINE, true],
  ["{ $.ms <= 100 }", ERROR_LINE, false],
  ["{ $.ms = 150 }", ERROR_LINE, true],
  ['{ $.ms = "150" }', ERROR_LINE, false],
  ["{ $.slow IS TRUE }", ERROR_LINE, true],
  ["{ $.job IS NULL }", ERROR_LINE, true],
  ["{ $.code NOT EXISTS }", ERROR_LINE, true],
  ["{ $.level NOT EXISTS }", ERROR_LINE, false],
  ['{ ($.level = "WARN" || $.level = "ERROR") && $.ms >= 150 }', ERROR_LINE, true],
  ['{ $.level = "ERROR" || $.ms = 1 && $.ms = 2 }', ERROR_LINE, true],
  ['?"Task timed out" ?"Status: error"', REPORT_LINE, true],
  ['?"Task timed out" ?"Status: timeout"', REPORT_LINE, false],
  ["REPORT ExitError", REPORT_LINE, true],
  ["REPORT exiterror", REPORT_LINE, false],
  ["REPORT -ExitError", REPORT_LINE, false],
])("the filter pattern %s on the line %s is %s", (pattern, line, expected) => {
  expect(compileFilterPattern(pattern)(line)).toBe(expected);
});

test.each([
  "[ip, user, status = 5*]",
  "{ $.level = %ERR% }",
  '{ $.level ~ "x" }',
  "{ level = 1 }",
  "{ ($.a = 1 }",
  "{ }",
])("the filter pattern %s is refused, because it is not supported", (pattern) => {
  expect(() => compileFilterPattern(pattern)).toThrow("does not support the filter pattern");
});

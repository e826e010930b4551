/**
 * Finds the issues of a variable that its schema cannot find: limits and choices that contradict each other, and
 * defaults outside of them.
 */
import type { Issue } from "../issues/issue.js";
import { formatPath } from "../issues/issues.js";
import { quote } from "../suggestions/suggest.js";
import { readScalar } from "./attributes/read-scalar.js";
import { valueIssues } from "./attributes/variable-values.js";
import { defaultOf, type ScalarVariable, variableSchema } from "./attributes/variables.js";
import type { Raw } from "./outline.js";

type Path = readonly PropertyKey[];

/** Returns the issues of a variable that has passed its schema, and of the fields of a list. */
export function variableIssues(raw: Raw, index: number): Issue[] {
  const variable = variableSchema.safeParse(raw).data;
  if (variable === undefined) return [];
  const path = ["variables", index];
  if (variable.type !== "list") return scalarIssues(variable, path);
  const ofFields = variable.fields.flatMap((field, at) => scalarIssues(field, [...path, "fields", at]));
  return [...ofFields, ...valueIssues(variable, variable.default, formatPath([...path, "default"]))];
}

function scalarIssues(variable: ScalarVariable, path: Path): Issue[] {
  const limits = limitIssues(variable, path);
  // A default cannot be within limits that contradict each other.
  return limits.length > 0 ? limits : defaultIssues(variable, path);
}

function limitIssues(variable: ScalarVariable, path: Path): Issue[] {
  switch (variable.type) {
    case "number":
      return orderIssues(path, ["min", variable.min], ["max", variable.max]);
    case "string":
      return orderIssues(path, ["min_length", variable.min_length], ["max_length", variable.max_length]);
    case "enum":
      return variable.choices.flatMap((choice, index, all) =>
        all.indexOf(choice) === index
          ? []
          : [{ path: formatPath([...path, "choices", index]), message: `The choice ${quote(choice)} is there twice.` }],
      );
    case "image":
      return variable.fallback === undefined ? [] : fallbackIssues(variable, variable.fallback, path);
    default:
      return [];
  }
}

type Limit = readonly [key: string, value: number | undefined];

function orderIssues(path: Path, [leastKey, least = -Infinity]: Limit, [mostKey, most = Infinity]: Limit): Issue[] {
  if (least <= most) return [];
  return [
    { path: formatPath([...path, leastKey]), message: `It must not be greater than ${mostKey}, which is ${most}.` },
  ];
}

function fallbackIssues(variable: ScalarVariable, fallback: string, path: Path): Issue[] {
  const read = readScalar(variable, fallback);
  return "message" in read ? [{ path: formatPath([...path, "fallback"]), message: read.message }] : [];
}

function defaultIssues(variable: ScalarVariable, path: Path): Issue[] {
  const read = readScalar(variable, defaultOf(variable));
  return "message" in read ? [{ path: formatPath([...path, "default"]), message: read.message }] : [];
}

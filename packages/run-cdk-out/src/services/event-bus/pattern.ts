/**
 * Event patterns of EventBridge (user guide, "Creating Amazon EventBridge event patterns"), compiled to a function.
 * A pattern that AWS would refuse, or that is not known here, is an error when it is compiled.
 */
import { BlockList } from "node:net";

/** Whether an event fits. */
export type EventMatcher = (event: unknown) => boolean;
type ValueMatcher = (value: unknown) => boolean;

/** Compiles a pattern: an object of lists of conditions, nested as the event is. */
export function compilePattern(pattern: unknown): EventMatcher {
  if (!isObject(pattern)) throw invalid("a pattern is an object", pattern);
  const matchers = Object.entries(pattern).map(([name, content]) =>
    name === "$or" && Array.isArray(content) ? compileOr(content) : compileField(name, content),
  );
  if (matchers.length === 0) throw invalid("a pattern names at least one field", pattern);
  // In a list of objects it is enough that one of them fits.
  return (event) =>
    Array.isArray(event)
      ? event.some((element) => matchers.every((matches) => matches(element)))
      : matchers.every((matches) => matches(event));
}

function compileOr(alternatives: readonly unknown[]): EventMatcher {
  if (alternatives.length < 2) throw invalid("$or takes two patterns or more", alternatives);
  const matchers = alternatives.map(compilePattern);
  return (event) => matchers.some((matches) => matches(event));
}

function compileField(name: string, content: unknown): EventMatcher {
  const matches = Array.isArray(content) ? compileConditions(content) : compilePattern(content);
  return (event) => matches(isObject(event) && Object.hasOwn(event, name) ? event[name] : undefined);
}

function compileConditions(conditions: readonly unknown[]): ValueMatcher {
  if (conditions.length === 0) throw invalid("a field takes at least one condition", conditions);
  const matchers = conditions.map(compileCondition);
  return (value) => matchers.some((matches) => matches(value));
}

function compileCondition(condition: unknown): ValueMatcher {
  if (!isObject(condition)) return ofAny(equals(condition));
  const [[name, argument] = [], ...others] = Object.entries(condition);
  if (name === undefined || others.length > 0) throw invalid("a condition has one key", condition);
  if (name === "exists") return exists(argument);
  // Not `ofAny`: a list fits only if none of its elements is among the excluded ones.
  if (name === "anything-but") return anythingBut(argument);
  return ofAny(compileComparison(name, argument));
}

function compileComparison(name: string, argument: unknown): ValueMatcher {
  switch (name) {
    case "prefix":
      return onText(argument, name, (text, prefix) => text.startsWith(prefix));
    case "suffix":
      return onText(argument, name, (text, suffix) => text.endsWith(suffix));
    case "equals-ignore-case":
      return onText(argument, name, (text, wanted) => text.toLowerCase() === wanted.toLowerCase());
    case "wildcard":
      return wildcard(argument);
    case "numeric":
      return numeric(argument);
    case "cidr":
      return cidr(argument);
    default:
      throw invalid(`${name} is not a condition`, argument);
  }
}

/** A comparison of text; prefix and suffix also take `{"equals-ignore-case": …}`. */
function onText(argument: unknown, name: string, compare: (text: string, wanted: string) => boolean): ValueMatcher {
  if (typeof argument === "string") return (value) => typeof value === "string" && compare(value, argument);
  const wanted = isObject(argument) ? argument["equals-ignore-case"] : undefined;
  if (typeof wanted !== "string") throw invalid(`${name} takes text`, argument);
  return (value) => typeof value === "string" && compare(value.toLowerCase(), wanted.toLowerCase());
}

function equals(wanted: unknown): ValueMatcher {
  if (Array.isArray(wanted) || wanted === undefined)
    throw invalid("a value is text, a number, a boolean or null", wanted);
  return (value) => value === wanted;
}

function exists(argument: unknown): ValueMatcher {
  if (typeof argument !== "boolean") throw invalid("exists takes true or false", argument);
  return (value) => (value !== undefined) === argument;
}

function anythingBut(argument: unknown): ValueMatcher {
  const excluded = Array.isArray(argument) ? argument.map(equals) : [excludedBy(argument)];
  return (value) => {
    const values = Array.isArray(value) ? value : [value];
    return value !== undefined && !values.some((one) => excluded.some((matches) => matches(one)));
  };
}

function excludedBy(argument: unknown): ValueMatcher {
  if (!isObject(argument)) return equals(argument);
  const [[name, wanted] = [], ...others] = Object.entries(argument);
  if (!["prefix", "suffix", "equals-ignore-case", "wildcard"].includes(name ?? "") || others.length > 0) {
    throw invalid("anything-but takes values, prefix, suffix, equals-ignore-case or wildcard", argument);
  }
  const matchers = (Array.isArray(wanted) ? wanted : [wanted]).map((one) => compileComparison(String(name), one));
  return (value) => matchers.some((matches) => matches(value));
}

/** `*` stands for any characters; a backslash takes it, or another backslash, for itself. */
function wildcard(argument: unknown): ValueMatcher {
  if (typeof argument !== "string" || /(?<!\\)\*\*/.test(argument)) throw invalid("wildcard takes text", argument);
  const parts = argument.match(/\\[*\\]|\*|[^*\\]+|\\/g) ?? [];
  const source = parts.map((part) => (part === "*" ? "[^]*" : literal(part.replace(/^\\(?=[*\\])/, ""))));
  const expression = new RegExp(`^${source.join("")}$`);
  return (value) => typeof value === "string" && expression.test(value);
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/** `["=", 1]`, or one or two bounds: `[">", 0, "<=", 5]`. */
function numeric(argument: unknown): ValueMatcher {
  const comparisons: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
    "=": (value, bound) => value === bound,
    "<": (value, bound) => value < bound,
    "<=": (value, bound) => value <= bound,
    ">": (value, bound) => value > bound,
    ">=": (value, bound) => value >= bound,
  };
  if (!Array.isArray(argument) || ![2, 4].includes(argument.length)) throw invalid("numeric takes bounds", argument);
  const bounds = [argument.slice(0, 2), argument.slice(2)].filter((pair) => pair.length === 2);
  const matchers = bounds.map(([operator, bound]: unknown[]) => {
    const compare = comparisons[String(operator)];
    if (!compare || typeof bound !== "number") throw invalid("numeric takes operators and numbers", argument);
    return (value: number): boolean => compare(value, bound);
  });
  return (value) => typeof value === "number" && matchers.every((matches) => matches(value));
}

function cidr(argument: unknown): ValueMatcher {
  const [address = "", bits = ""] = typeof argument === "string" ? argument.split("/") : [];
  const family = address.includes(":") ? "ipv6" : "ipv4";
  const block = new BlockList();
  try {
    block.addSubnet(address, Number(bits), family);
  } catch {
    throw invalid("cidr takes an address block", argument);
  }
  return (value) => typeof value === "string" && block.check(value, family);
}

/** A list fits if one of its elements does. */
function ofAny(matches: ValueMatcher): ValueMatcher {
  return (value) => (Array.isArray(value) ? value.some(matches) : matches(value));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(rule: string, found: unknown): Error {
  return new Error(`Event pattern is not valid: ${rule}, found ${JSON.stringify(found)}.`);
}

/** The conditions of event patterns on one value. */
import { BlockList, isIP, SocketAddress } from "node:net";
import type { EventField } from "./event-fields.js";
import { invalidPattern, isJsonObject } from "./pattern-error.js";

type Value = EventField["value"];
type ValueMatcher = (value: Value) => boolean;
type TextMatcher = (text: string) => boolean;

/** Whether a value meets the condition; "absent" if there must be no value. */
export type Condition = ValueMatcher | "absent";

/** Compiles a condition: a plain value, or an object with the condition's name as its one key. */
export function compileCondition(condition: unknown): Condition {
  if (!isJsonObject(condition)) return equals(condition);
  const [name, argument] = onlyEntry(condition);
  switch (name) {
    case "exists":
      if (typeof argument !== "boolean") throw invalidPattern("exists must be true or false", argument);
      return argument ? () => true : "absent";
    case "anything-but":
      return anythingBut(argument);
    case "numeric":
      return numeric(argument);
    case "cidr":
      return onText(cidr(argument));
    default:
      return onText(compileTextCondition(name, argument));
  }
}

function onText(matches: TextMatcher): ValueMatcher {
  return (value) => typeof value === "string" && matches(value);
}

function compileTextCondition(name: string, argument: unknown): TextMatcher {
  const ignoredCase = (name === "prefix" || name === "suffix") && isJsonObject(argument);
  const wanted = ignoredCase ? ignoreCaseArgument(name, argument) : argument;
  if (typeof wanted !== "string") throw invalidPattern(`${name} must be text`, argument);
  const fold = (text: string): string => (ignoredCase ? text.toLowerCase() : text);
  switch (name) {
    case "exactly":
      return (text) => text === wanted;
    case "prefix":
      return (text) => fold(text).startsWith(fold(wanted));
    case "suffix":
      return (text) => fold(text).endsWith(fold(wanted));
    case "equals-ignore-case":
      return (text) => text.toLowerCase() === wanted.toLowerCase();
    case "wildcard":
      return wildcard(wanted);
    default:
      throw invalidPattern(`${name} is not a condition`, argument);
  }
}

/** Returns the text in `{"equals-ignore-case": …}`, the only object that prefix and suffix allow. */
function ignoreCaseArgument(name: string, argument: Record<string, unknown>): unknown {
  const [nested, wanted] = onlyEntry(argument);
  if (nested === "equals-ignore-case") return wanted;
  throw invalidPattern(`${name} must be text or equals-ignore-case`, argument);
}

/** Matches a plain value. Two spellings of one IP address are equal. */
function equals(wanted: unknown): ValueMatcher {
  if (wanted !== null && !["string", "number", "boolean"].includes(typeof wanted)) {
    throw invalidPattern("a value is text, a number, a boolean or null", wanted);
  }
  const address = typeof wanted === "string" ? canonicalAddress(wanted) : undefined;
  if (address === undefined) return (value) => value === wanted;
  return onText((text) => canonicalAddress(text) === address);
}

function canonicalAddress(text: string): string | undefined {
  const version = isIP(text);
  return version === 0 ? undefined : new SocketAddress({ address: text, family: `ipv${version}` as "ipv4" }).address;
}

/** Matches any value except the named ones, whatever its type. In an array, one such element is enough. */
function anythingBut(argument: unknown): ValueMatcher {
  if (isJsonObject(argument)) return anythingButText(argument);
  const excluded: readonly unknown[] = Array.isArray(argument) ? argument : [argument];
  const [type, ...otherTypes] = new Set(excluded.map((value) => typeof value));
  if ((type !== "string" && type !== "number") || otherTypes.length > 0) {
    throw invalidPattern("anything-but must have texts or numbers, not both", argument);
  }
  return (value) => !excluded.includes(value);
}

function anythingButText(argument: Record<string, unknown>): ValueMatcher {
  const [name, wanted] = onlyEntry(argument);
  if (!["prefix", "suffix", "equals-ignore-case", "wildcard"].includes(name)) {
    throw invalidPattern("anything-but must have values, prefix, suffix, equals-ignore-case or wildcard", argument);
  }
  const texts: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  const isEmptyAffix = (text: unknown): boolean => text === "" && (name === "prefix" || name === "suffix");
  if (texts.length === 0 || texts.some((text) => typeof text !== "string" || isEmptyAffix(text))) {
    throw invalidPattern(`anything-but must have at least one ${name} and no empty ${name}`, argument);
  }
  const excluded = texts.map((text) => onText(compileTextCondition(name, text)));
  return (value) => !excluded.some((matches) => matches(value));
}

/** `*` is any text. A backslash makes a `*` or a backslash after it literal. */
function wildcard(pattern: string): TextMatcher {
  const parts: readonly string[] = pattern.match(/\\[*\\]|[^\\]|\\/gu) ?? [];
  if (parts.includes("\\")) throw invalidPattern("in a wildcard, a backslash escapes * or a backslash", pattern);
  if (parts.some((part, index) => part === "*" && parts[index + 1] === "*")) {
    throw invalidPattern("a wildcard cannot have two * in a row", pattern);
  }
  const source = parts.map((part) => (part === "*" ? "[^]*" : literal(part.replace(/^\\/, ""))));
  const expression = new RegExp(`^${source.join("")}$`, "u");
  return (text) => expression.test(text);
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

const COMPARISONS: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  "=": (value, bound) => value === bound,
  "<": (value, bound) => value < bound,
  "<=": (value, bound) => value <= bound,
  ">": (value, bound) => value > bound,
  ">=": (value, bound) => value >= bound,
};

/** `["=", 1]`, one bound (`["<", 5]`), or a lower and an upper one (`[">", 0, "<=", 5]`). */
function numeric(argument: unknown): ValueMatcher {
  const parts: readonly unknown[] = Array.isArray(argument) ? argument : [];
  const [operator, bound, upperOperator, upperBound] = parts;
  const isAbove = compareTo(operator, bound, argument);
  if (upperOperator === undefined) return (value) => typeof value === "number" && isAbove(value);
  const isRange = [">", ">="].includes(operator as string) && ["<", "<="].includes(upperOperator as string);
  if (!isRange || parts.length > 4 || !(Number(bound) < Number(upperBound))) {
    throw invalidPattern("a numeric range has a lower bound, then a higher upper bound", argument);
  }
  const isBelow = compareTo(upperOperator, upperBound, argument);
  return (value) => typeof value === "number" && isAbove(value) && isBelow(value);
}

function compareTo(operator: unknown, bound: unknown, argument: unknown): (value: number) => boolean {
  const compare = COMPARISONS[String(operator)];
  if (compare === undefined || typeof bound !== "number" || !Number.isFinite(bound)) {
    throw invalidPattern("numeric must alternate operators and numbers", argument);
  }
  return (value) => compare(value, bound);
}

/** Matches the addresses of a block. As in event-ruler, the block has at most 31 bits (IPv4) or 127 bits (IPv6). */
function cidr(argument: unknown): TextMatcher {
  const [, address = "", bits = ""] = /^([^/]+)\/(\d+)$/.exec(typeof argument === "string" ? argument : "") ?? [];
  const version = isIP(address);
  const family = `ipv${version}` as "ipv4";
  if (version === 0 || Number(bits) >= (version === 4 ? 32 : 128)) {
    throw invalidPattern("cidr must be a block of addresses such as 10.0.0.0/8", argument);
  }
  const block = new BlockList();
  block.addSubnet(address, Number(bits), family);
  return (text) => isIP(text) === version && block.check(text, family);
}

function onlyEntry(object: Record<string, unknown>): [name: string, argument: unknown] {
  const [entry, ...others] = Object.entries(object);
  if (entry === undefined || others.length > 0) throw invalidPattern("a condition has exactly one key", object);
  return entry;
}

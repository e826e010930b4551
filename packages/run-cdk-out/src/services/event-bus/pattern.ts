/**
 * Compiles event patterns of EventBridge to functions (EventBridge user guide, "Creating Amazon EventBridge event
 * patterns"). The results are the same as those of AWS's own matcher, https://github.com/aws/event-ruler. A pattern
 * that AWS rejects is an error when it is compiled.
 *
 * A pattern becomes rules: each `$or` multiplies them. A rule has conditions for paths, and an event matches if each
 * path has a leaf that meets one of its conditions. Leaves of different elements of the same array do not match
 * together.
 */
import { type ArrayPositions, type EventField, fieldsOf, joinPath, mergePositions } from "./event-fields.js";
import { type Condition, compileCondition } from "./pattern-condition.js";
import { invalidPattern, isJsonObject } from "./pattern-error.js";

/** Whether an event matches. */
export type EventMatcher = (event: unknown) => boolean;

/** The conditions of each path; one of them must hold. */
type Rule = ReadonlyMap<string, readonly Condition[]>;

type EventFields = ReadonlyMap<string, readonly EventField[]>;

/**
 * Names that a field inside `$or` cannot have. Some are reserved for future conditions (`Constants.java` of
 * event-ruler).
 */
const RESERVED_IN_OR = new Set([
  ...["exactly", "equals-ignore-case", "prefix", "suffix", "anything-but", "exists", "wildcard", "numeric", "cidr"],
  ...["=", "<", "<=", ">", ">=", "regex", "not-wildcard", "not-equals-ignore-case"],
  ...["date-after", "date-on-or-after", "date-before", "date-on-or-before", "in-date-range"],
  ...["ip-address-in-range", "ip-address-not-in-range"],
]);

/** Compiles a pattern: an object of lists of conditions, nested like the event. */
export function compilePattern(pattern: unknown): EventMatcher {
  const rules = addObject([new Map()], "", pattern, false).map(inPathOrder);
  return (event) => {
    const fields = fieldsOf(event);
    return rules.some((rule) => matchesFrom(0, rule, fields, new Map()));
  };
}

function addObject(rules: readonly Rule[], path: string, pattern: unknown, inOr: boolean): readonly Rule[] {
  const [place, kind] = path === "" ? ["the pattern", "an object"] : [path, "a list or an object"];
  if (!isJsonObject(pattern)) throw invalidPattern(`${place} must be ${kind}`, pattern);
  const fields = Object.entries(pattern);
  if (fields.length === 0) throw invalidPattern(`${place} must name at least one field`, pattern);
  return fields.reduce((all, [name, content]) => addField(all, path, name, content, inOr), rules);
}

function addField(
  rules: readonly Rule[],
  parent: string,
  name: string,
  content: unknown,
  inOr: boolean,
): readonly Rule[] {
  if (name === "$or") return addAlternatives(rules, parent, content);
  if (inOr && RESERVED_IN_OR.has(name)) throw invalidPattern("a reserved name cannot be a field inside $or", name);
  const path = joinPath(parent, name);
  if (!Array.isArray(content)) return addObject(rules, path, content, inOr);
  if (content.length === 0) throw invalidPattern(`${path} must have at least one condition`, content);
  const conditions = content.map(compileCondition);
  return rules.map((rule) => new Map(rule).set(path, conditions));
}

function addAlternatives(rules: readonly Rule[], path: string, alternatives: unknown): readonly Rule[] {
  if (!Array.isArray(alternatives) || alternatives.length < 2) {
    throw invalidPattern("$or must be a list of at least two objects", alternatives);
  }
  return alternatives.flatMap((alternative) => addObject(rules, path, alternative, true));
}

/** `exists: false` applies to the array elements that earlier paths have chosen, so the order of paths matters. */
function inPathOrder(rule: Rule): readonly [path: string, conditions: readonly Condition[]][] {
  return [...rule].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Returns whether the paths from an index on match, given the array elements that earlier paths have chosen. */
function matchesFrom(
  index: number,
  rule: readonly [string, readonly Condition[]][],
  fields: EventFields,
  chosen: ArrayPositions,
): boolean {
  const [path, conditions = []] = rule[index] ?? [];
  if (path === undefined) return true;
  const candidates = (fields.get(path) ?? []).flatMap(({ value, positions }) => {
    const merged = mergePositions(chosen, positions);
    return merged === undefined ? [] : [{ value, merged }];
  });
  if (candidates.length === 0) {
    return conditions.includes("absent") && matchesFrom(index + 1, rule, fields, chosen);
  }
  return candidates.some(
    ({ value, merged }) =>
      conditions.some((condition) => condition !== "absent" && condition(value)) &&
      matchesFrom(index + 1, rule, fields, merged),
  );
}

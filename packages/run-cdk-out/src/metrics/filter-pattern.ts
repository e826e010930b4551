/**
 * Filter patterns of CloudWatch Logs (CloudWatch Logs user guide, "Filter pattern syntax"): terms of text, and
 * conditions on the fields of a JSON line. Patterns for space-delimited lines and regular expressions are refused.
 */
import { type Condition, parseCondition } from "./json-condition.js";

/** Returns whether a log line matches. */
export type LineFilter = (line: string) => boolean;

/** Compiles a filter pattern. Throws an Error that names the pattern if it is not supported. */
export function compileFilterPattern(pattern: string): LineFilter {
  const text = pattern.trim();
  if (text === "") return () => true;
  if (text.startsWith("[") || text.includes("%")) {
    throw new Error(`run-cdk-out does not support the filter pattern ${pattern}. Use terms or a JSON condition.`);
  }
  return text.startsWith("{") ? jsonFilter(parseCondition(text)) : termFilter(text);
}

/** Returns the field of a JSON line that a selector such as `$.a.b` names. */
export function fieldOf(line: unknown, selector: string): unknown {
  return selector
    .split(".")
    .slice(1)
    .reduce<unknown>(
      (value, name) =>
        typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined,
      line,
    );
}

/** Returns the JSON object in a line; undefined if it is plain text. */
export function parseLine(line: string): unknown {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function jsonFilter(holds: Condition): LineFilter {
  return (line) => {
    const parsed = parseLine(line);
    return parsed !== undefined && holds((selector) => fieldOf(parsed, selector));
  };
}

/**
 * `a b` requires both terms, `?a ?b` at least one of them, and `-a` that the term is absent. If there are terms of the
 * first kind, those of the second kind are ignored.
 */
function termFilter(pattern: string): LineFilter {
  const terms = [...pattern.matchAll(/([?-]?)(?:"([^"]*)"|(\S+))/g)].map(([, kind, quoted, word]) => ({
    kind,
    text: quoted ?? word ?? "",
  }));
  const texts = (kind: string): string[] => terms.filter((term) => term.kind === kind).map(({ text }) => text);
  const [all, any, none] = [texts(""), texts("?"), texts("-")];
  return (line) => {
    if (none.some((text) => line.includes(text))) return false;
    if (all.length > 0) return all.every((text) => line.includes(text));
    return any.length === 0 || any.some((text) => line.includes(text));
  };
}

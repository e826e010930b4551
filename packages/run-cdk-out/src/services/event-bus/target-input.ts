/** The input of a target: the event, a part of it, a constant, or a template with values from it. */
import { type EventEnvelope, type InputTransformer, type Rule, ruleArn, type RuleTarget } from "./rule.js";

/** Returns the input of the target for an event. */
export function targetInput(event: EventEnvelope, rule: Rule, target: RuleTarget): unknown {
  if (target.input !== undefined) return parseOrText(target.input);
  if (target.inputPath !== undefined) return valueAt(event, target.inputPath) ?? null;
  if (target.inputTransformer) return fillTemplate(event, rule, target.inputTransformer);
  return event;
}

/** Throws if a JSON path of the target is invalid, so that `putRule` fails and not the first event. */
export function checkTarget({ id, input, inputPath, inputTransformer }: RuleTarget): void {
  const given = [input, inputPath, inputTransformer].filter((one) => one !== undefined);
  if (given.length > 1)
    throw new Error(`Target ${id} has more than one of Input, InputPath and InputTransformer. Use only one of them.`);
  const paths = [
    ...(inputPath === undefined ? [] : [inputPath]),
    ...Object.values(inputTransformer?.inputPathsMap ?? {}),
  ];
  for (const path of paths) parsePath(path);
}

/**
 * Replaces `<name>` in the template: with text within a quoted string, and with JSON outside. A path without a value
 * becomes empty text or null.
 */
function fillTemplate(
  event: EventEnvelope,
  rule: Rule,
  { inputPathsMap = {}, inputTemplate }: InputTransformer,
): unknown {
  const variables = new Map<string, unknown>([
    ["aws.events.event", event],
    ["aws.events.event.json", event],
    ["aws.events.rule-name", rule.name],
    ["aws.events.rule-arn", ruleArn(rule)],
    ["aws.events.event.ingestion-time", event.time],
  ]);
  for (const [name, path] of Object.entries(inputPathsMap)) variables.set(name, valueAt(event, path));
  // Each match is a quoted string or a placeholder outside of quotes.
  const filled = inputTemplate.replace(/"(?:[^"\\]|\\.)*"|<([\w.-]+)>/g, (whole, name: string | undefined) => {
    if (name === undefined) return fillQuoted(whole, variables);
    return variables.has(name) ? JSON.stringify(variables.get(name) ?? null) : whole;
  });
  return parseOrText(filled);
}

function fillQuoted(quoted: string, variables: ReadonlyMap<string, unknown>): string {
  return quoted.replace(/<([\w.-]+)>/g, (whole, name: string) => {
    if (!variables.has(name)) return whole;
    const value = variables.get(name) ?? "";
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return JSON.stringify(text).slice(1, -1);
  });
}

/** Parsed JSON, or the text itself if it is not JSON (several quoted lines, for example). */
function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function valueAt(event: unknown, path: string): unknown {
  return parsePath(path).reduce<unknown>((value, key) => {
    if (typeof value !== "object" || value === null) return undefined;
    return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
  }, event);
}

/** Parses a JSON path to a single place: `$`, `$.detail.a-b`, `$.list[0]`, `$.detail['a.b']`. */
function parsePath(path: string): string[] {
  const step = /\.([\w-]+)|\[(\d+)\]|\['([^']+)'\]/y;
  const keys: string[] = [];
  let at = 1;
  while (path.startsWith("$") && at < path.length) {
    step.lastIndex = at;
    const match = step.exec(path);
    if (!match) break;
    keys.push(match[1] ?? match[2] ?? match[3] ?? "");
    at = step.lastIndex;
  }
  if (path.startsWith("$") && at === path.length) return keys;
  throw new Error(`The local event bus does not support the JSON path ${path}. Use a path such as $.detail.status.`);
}

/**
 * Resolves the intrinsic functions of CloudFormation.
 *
 * An unknown function is an error that names its place. A wrong guess would cause errors elsewhere, for example in a
 * function that sends to a queue that does not exist.
 */
import { TemplateError } from "./template-error.js";
import type { TemplateValue } from "./template.js";

/** A value without intrinsic functions; `undefined` is `AWS::NoValue`. */
export type ResolvedValue =
  string | number | boolean | null | undefined | readonly ResolvedValue[] | { readonly [key: string]: ResolvedValue };

/** The values of names in a template. `undefined` means that there is no such name. */
export interface ResolutionScope {
  /** The value of `Ref` to a resource, a parameter or a pseudo parameter. */
  ref(name: string): ResolvedValue;
  getAtt(logicalId: string, attribute: string): ResolvedValue;
  condition(name: string): boolean | undefined;
  mapping(name: string, topLevelKey: string, secondLevelKey: string): TemplateValue | undefined;
}

type Intrinsic = (argument: TemplateValue, place: string, scope: ResolutionScope) => ResolvedValue;

const INTRINSICS: Readonly<Record<string, Intrinsic>> = {
  Ref: (argument, place, scope) => reference(text(argument, place), place, scope),

  "Fn::GetAtt": (argument, place, scope) => {
    const [logicalId, attribute] = attributePath(argument, place);
    return attributeOf(logicalId, attribute, place, scope);
  },

  "Fn::Join": (argument, place, scope) => {
    const [delimiter, list] = pair(argument, place);
    const parts = asList(resolve(list, place, scope), place);
    return parts.map((part) => scalarText(part, place)).join(text(delimiter, place));
  },

  "Fn::Split": (argument, place, scope) => {
    const [delimiter, source] = pair(argument, place);
    return scalarText(resolve(source, place, scope), place).split(text(delimiter, place));
  },

  "Fn::Select": (argument, place, scope) => {
    const [index, list] = pair(argument, place);
    const position = Number(scalarText(resolve(index, place, scope), place));
    const values = asList(resolve(list, place, scope), place);
    if (!Number.isInteger(position) || position < 0 || position >= values.length) {
      throw new TemplateError(place, `there is no element ${position} in a list of ${values.length}`);
    }
    return values[position];
  },

  "Fn::Sub": (argument, place, scope) => substitute(argument, place, scope),

  "Fn::If": (argument, place, scope) => {
    if (!Array.isArray(argument) || argument.length !== 3) {
      throw new TemplateError(place, "needs a condition and two values");
    }
    const [name, whenTrue, whenFalse] = argument as [TemplateValue, TemplateValue, TemplateValue];
    const holds = scope.condition(text(name, place));
    if (holds === undefined) throw new TemplateError(place, `there is no condition ${text(name, place)}`);
    return resolve(holds ? whenTrue : whenFalse, place, scope);
  },

  "Fn::FindInMap": (argument, place, scope) => {
    const keys = asList(resolve(argument, place, scope), place).map((key) => scalarText(key, place));
    const [map, top, second] = keys;
    if (keys.length !== 3 || map === undefined || top === undefined || second === undefined) {
      throw new TemplateError(place, "needs the name of a mapping and two keys");
    }
    const value = scope.mapping(map, top, second);
    if (value === undefined) throw new TemplateError(place, `the mapping has no ${map}.${top}.${second}`);
    return resolve(value, place, scope);
  },

  "Fn::Base64": (argument, place, scope) =>
    Buffer.from(scalarText(resolve(argument, place, scope), place)).toString("base64"),
};

/** Replaces every intrinsic function in `value`. `place` is the logical ID and the path of the value, for errors. */
export function resolve(value: TemplateValue, place: string, scope: ResolutionScope): ResolvedValue {
  if (Array.isArray(value)) {
    const items = value as readonly TemplateValue[];
    return items.map((item, index) => resolve(item, `${place}[${index}]`, scope)).filter((item) => item !== undefined);
  }
  if (typeof value !== "object" || value === null) return value;
  const call = intrinsicCall(value as Readonly<Record<string, TemplateValue>>, place);
  if (call) return call.intrinsic(call.argument, `${place}.${call.name}`, scope);
  const entries = Object.entries(value)
    .map(([key, item]) => [key, resolve(item, `${place}.${key}`, scope)] as const)
    .filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries);
}

/** Returns the intrinsic function that an object calls, if any. Throws if the function is unknown. */
function intrinsicCall(
  value: Readonly<Record<string, TemplateValue>>,
  place: string,
): { readonly name: string; readonly intrinsic: Intrinsic; readonly argument: TemplateValue } | undefined {
  const name = Object.keys(value).find((key) => key === "Ref" || key.startsWith("Fn::"));
  if (name === undefined) return undefined;
  if (Object.keys(value).length > 1) throw new TemplateError(place, `${name} must be the only key of its object`);
  const intrinsic = INTRINSICS[name];
  const argument = value[name];
  if (intrinsic === undefined || argument === undefined) {
    throw new TemplateError(`${place}.${name}`, `run-cdk-out does not support the intrinsic function ${name}`);
  }
  return { name, intrinsic, argument };
}

/** Returns the logical ID and the attribute of a `Fn::GetAtt` argument, which is a string or a list. */
export function attributePath(argument: TemplateValue, place: string): [logicalId: string, attribute: string] {
  if (typeof argument === "string") {
    const dot = argument.indexOf(".");
    if (dot > 0) return [argument.slice(0, dot), argument.slice(dot + 1)];
  } else if (Array.isArray(argument) && argument.length === 2) {
    const [logicalId, attribute] = argument as [TemplateValue, TemplateValue];
    if (typeof logicalId === "string" && typeof attribute === "string") return [logicalId, attribute];
  }
  throw new TemplateError(place, "needs a logical ID and the name of an attribute");
}

/** Returns the names between `${` and `}` in the string of a `Fn::Sub`, and the text between them. */
export function substitutionParts(source: string): { readonly text: string; readonly name?: string }[] {
  const parts: { text: string; name?: string }[] = [];
  let position = 0;
  for (const match of source.matchAll(/\$\{(!?)([^}]+)\}/g)) {
    parts.push({ text: source.slice(position, match.index) });
    // `${!Literal}` is an escape for the text `${Literal}`.
    if (match[1] === "!") parts.push({ text: `\${${match[2] ?? ""}}` });
    else parts.push({ text: "", name: (match[2] ?? "").trim() });
    position = match.index + match[0].length;
  }
  parts.push({ text: source.slice(position) });
  return parts;
}

function substitute(argument: TemplateValue, place: string, scope: ResolutionScope): string {
  const [source, variables] = Array.isArray(argument) ? pair(argument, place) : [argument, {}];
  const own = resolve(variables, place, scope);
  if (typeof own !== "object" || own === null || Array.isArray(own)) {
    throw new TemplateError(place, "the second part must be an object of variables");
  }
  const values = own as Readonly<Record<string, ResolvedValue>>;
  return substitutionParts(text(source, place))
    .map((part) => {
      if (part.name === undefined) return part.text;
      if (Object.hasOwn(values, part.name)) return scalarText(values[part.name], place);
      if (!part.name.includes(".")) return scalarText(reference(part.name, place, scope), place);
      const [logicalId, attribute] = attributePath(part.name, place);
      return scalarText(attributeOf(logicalId, attribute, place, scope), place);
    })
    .join("");
}

function reference(name: string, place: string, scope: ResolutionScope): ResolvedValue {
  if (name === "AWS::NoValue") return undefined;
  const value = scope.ref(name);
  if (value === undefined) throw new TemplateError(place, `there is no resource or parameter ${name}`);
  return value;
}

function attributeOf(logicalId: string, attribute: string, place: string, scope: ResolutionScope): ResolvedValue {
  const value = scope.getAtt(logicalId, attribute);
  if (value === undefined) throw new TemplateError(place, `${logicalId} has no attribute ${attribute}`);
  return value;
}

function pair(argument: TemplateValue, place: string): [TemplateValue, TemplateValue] {
  if (Array.isArray(argument) && argument.length === 2) return argument as [TemplateValue, TemplateValue];
  throw new TemplateError(place, "needs exactly two arguments");
}

function text(value: TemplateValue, place: string): string {
  if (typeof value === "string") return value;
  throw new TemplateError(place, `must be a string, not ${JSON.stringify(value)}`);
}

function scalarText(value: ResolvedValue, place: string): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
  throw new TemplateError(place, `must be a string, a number or a boolean, not ${JSON.stringify(value)}`);
}

function asList(value: ResolvedValue, place: string): readonly ResolvedValue[] {
  if (Array.isArray(value)) return value as readonly ResolvedValue[];
  throw new TemplateError(place, `must be a list, not ${JSON.stringify(value)}`);
}

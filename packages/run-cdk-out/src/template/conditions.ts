/** Evaluates the conditions of a template. They may use parameters and mappings, but no resources. */
import { type ResolutionScope, type ResolvedValue, resolve } from "./resolve.js";
import { TemplateError } from "./template-error.js";
import type { TemplateValue } from "./template.js";

/** Whether the condition with a name is true; `undefined` if there is no such condition. */
export type Conditions = (name: string) => boolean | undefined;

/** Creates the conditions of a template. Each is evaluated when it is first used. */
export function evaluateConditions(
  definitions: Readonly<Record<string, TemplateValue>>,
  scope: Pick<ResolutionScope, "ref" | "mapping">,
): Conditions {
  const known = new Map<string, boolean>();
  const underway = new Set<string>();

  const condition: Conditions = (name) => {
    const definition = definitions[name];
    if (definition === undefined) return undefined;
    const place = `Conditions.${name}`;
    if (underway.has(name)) throw new TemplateError(place, "the condition depends on itself");
    underway.add(name);
    const holds = known.get(name) ?? evaluate(definition, place);
    underway.delete(name);
    known.set(name, holds);
    return holds;
  };
  const evaluate = (expression: TemplateValue, place: string): boolean =>
    evaluateCondition(expression, place, { ...scope, condition });
  return condition;
}

/** Evaluates a condition function of the section `Conditions` or of a rule. */
export function evaluateCondition(
  expression: TemplateValue,
  place: string,
  scope: Pick<ResolutionScope, "ref" | "mapping"> & { readonly condition: Conditions },
): boolean {
  const entries = typeof expression === "object" && expression !== null ? Object.entries(expression) : [];
  const [entry] = entries;
  if (entry === undefined || entries.length !== 1) throw new TemplateError(place, "is not a condition function");
  const [name, argument] = entry;
  const inner = `${place}.${name}`;
  if (name === "Condition") return named(argument, inner, scope.condition);
  const operands = Array.isArray(argument) ? (argument as readonly TemplateValue[]) : [];
  const evaluate = (operand: TemplateValue): boolean => evaluateCondition(operand, inner, scope);
  const values = (): ResolvedValue[] =>
    operands.map((operand) => resolve(operand, inner, { ...scope, getAtt: () => undefined }));
  switch (name) {
    case "Fn::Equals":
      if (operands.length !== 2) throw new TemplateError(inner, "needs exactly two values");
      return sameText(values());
    case "Fn::Not":
      if (operands.length !== 1) throw new TemplateError(inner, "needs exactly one condition");
      return !operands.some(evaluate);
    case "Fn::And":
      return operands.every(evaluate);
    case "Fn::Or":
      return operands.some(evaluate);
    case "Fn::Contains":
      if (operands.length !== 2) throw new TemplateError(inner, "needs a list and a value");
      return contains(values(), inner);
    default:
      throw new TemplateError(inner, `run-cdk-out does not support the condition function ${name}`);
  }
}

function named(argument: TemplateValue, place: string, condition: Conditions): boolean {
  const holds = typeof argument === "string" ? condition(argument) : undefined;
  if (holds === undefined) throw new TemplateError(place, `there is no condition ${JSON.stringify(argument)}`);
  return holds;
}

/** Evaluates `Fn::Contains`. Only rules may use it (CloudFormation user guide, "Rule-specific intrinsic functions"). */
function contains([list, value]: readonly ResolvedValue[], place: string): boolean {
  if (!Array.isArray(list)) throw new TemplateError(place, "needs a list and a value");
  return (list as readonly ResolvedValue[]).some((item) => sameText([item, value]));
}

/** CloudFormation compares parameters and literals as strings: the number 1 equals "1". */
function sameText([left, right]: readonly ResolvedValue[]): boolean {
  const comparable = (value: ResolvedValue): string =>
    JSON.stringify(typeof value === "object" ? value : String(value));
  return comparable(left) === comparable(right);
}

/**
 * Checks the rules of a template (`Rules`): before CloudFormation creates anything, it refuses a stack whose parameters
 * or region an assertion does not allow.
 */
import { type Conditions, evaluateCondition } from "./conditions.js";
import type { ResolutionScope } from "./resolve.js";
import { TemplateError } from "./template-error.js";
import type { Template, TemplateValue } from "./template.js";

/**
 * Skips a rule that reads the account's SSM parameters, which do not exist on a local machine. An example is the CDK's
 * own rule about the version of its bootstrap stack.
 *
 * @throws TemplateError with the description of the first assertion that does not hold
 */
export function checkRules(
  { Rules, Parameters }: Pick<Template, "Rules" | "Parameters">,
  scope: Pick<ResolutionScope, "ref" | "mapping"> & { readonly condition: Conditions },
): void {
  const unknown = Object.keys(Parameters).filter((name) => Parameters[name]?.Type.startsWith("AWS::SSM::"));
  for (const [name, { RuleCondition = IN_ANY_CASE, Assertions }] of Object.entries(Rules)) {
    const expressions = [RuleCondition, ...Assertions.map(({ Assert }) => Assert)];
    if (expressions.some((expression) => refersTo(expression, unknown))) continue;
    const place = `Rules.${name}`;
    if (!evaluateCondition(RuleCondition, `${place}.RuleCondition`, scope)) continue;
    for (const [index, { Assert, AssertDescription = "an assertion does not hold" }] of Assertions.entries()) {
      const holds = evaluateCondition(Assert, `${place}.Assertions[${index}]`, scope);
      if (!holds) throw new TemplateError(place, AssertDescription);
    }
  }
}

const IN_ANY_CASE: TemplateValue = { "Fn::Equals": ["", ""] };

function refersTo(value: TemplateValue, names: readonly string[]): boolean {
  if (typeof value !== "object" || value === null) return false;
  const entries: readonly (readonly [string, TemplateValue])[] = Object.entries(value);
  return entries.some(
    ([key, child]) => (key === "Ref" && typeof child === "string" && names.includes(child)) || refersTo(child, names),
  );
}

/** Reads policy documents, and decides whether their statements apply to a call. */
import * as z from "zod";
import { TemplateError } from "../template/template-error.js";
import type { AwsCall, CallContext } from "./aws-call.js";
import { compileConditions, type Condition } from "./conditions.js";
import { arnWildcard, wildcard } from "./wildcards.js";

const texts = z.union([z.string(), z.array(z.string())]).transform((given) => [given].flat());
const conditionValue = z
  .union([z.string(), z.boolean(), z.number(), z.array(z.union([z.string(), z.boolean(), z.number()]))])
  .transform((given) => [given].flat().map(String));
const principals = z.union([
  z.literal("*").transform(() => ({ AWS: ["*"] })),
  z.partialRecord(z.enum(["AWS", "Service", "CanonicalUser", "Federated"]), texts),
]);

const statementSchema = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(["Allow", "Deny"]),
  Principal: principals.optional(),
  Action: texts.optional(),
  NotAction: texts.optional(),
  Resource: texts.optional(),
  NotResource: texts.optional(),
  Condition: z.record(z.string(), z.record(z.string(), conditionValue)).default({}),
});

const documentSchema = z.strictObject({
  Version: z.string().optional(),
  Id: z.string().optional(),
  Statement: z.union([statementSchema, z.array(statementSchema)]).transform((given) => [given].flat()),
});

type StatementProperties = z.infer<typeof statementSchema>;

/** One action on one resource that a statement names. Both can contain wildcards. */
export interface Grant {
  readonly action: string;
  readonly resource: string;
}

/** The callers that a statement of a resource's policy names. `*` is everyone. */
export type Principals = Readonly<Partial<Record<"AWS" | "Service" | "CanonicalUser" | "Federated", string[]>>>;

export interface Statement {
  readonly effect: "Allow" | "Deny";
  /** Only in the policy of a resource. */
  readonly principals?: Principals | undefined;
  /** The grants of the statement, for the report of unused grants. */
  readonly grants: readonly Grant[];
  /** Returns the grants that match the call; undefined if the statement does not apply to it. */
  matching(call: AwsCall, context: CallContext): readonly Grant[] | undefined;
}

/**
 * Compiles a policy document.
 *
 * @param place the place in the template, for errors
 * @throws TemplateError if the document is invalid or uses what the runner does not support
 */
export function compilePolicy(document: unknown, place: string): Statement[] {
  const parsed = documentSchema.safeParse(document);
  if (!parsed.success) throw new TemplateError(place, `is not a supported policy: ${z.prettifyError(parsed.error)}`);
  return parsed.data.Statement.map((statement) => compileStatement(statement, place));
}

function compileStatement(given: StatementProperties, place: string): Statement {
  const { Action, NotAction, Resource = ["*"], NotResource } = given;
  const patterns = [...Resource, ...(NotResource ?? [])];
  if (patterns.some((pattern) => pattern.includes("${"))) {
    throw new TemplateError(place, `run-cdk-out does not support policy variables, as in ${patterns.join(", ")}`);
  }
  const conditions = compileConditions(given.Condition, place);
  const matchers = grantsOf(Action ?? ["*"], NotResource === undefined ? Resource : ["*"]);
  const exceptActions = (NotAction ?? []).map((pattern) => wildcard(pattern, "i"));
  const exceptResources = (NotResource ?? []).map(arnWildcard);
  return {
    effect: given.Effect,
    principals: given.Principal,
    grants: matchers.map(({ grant }) => grant),
    matching(call, context) {
      if (exceptActions.some((matches) => matches(call.action))) return undefined;
      if (exceptResources.some((matches) => matches(call.resource))) return undefined;
      const matching = matchers.filter((matcher) => matcher.matches(call));
      if (matching.length === 0 || !holds(conditions, context)) return undefined;
      return matching.map(({ grant }) => grant);
    },
  };
}

function grantsOf(actions: readonly string[], resources: readonly string[]) {
  const onResources = resources.map((resource) => ({ resource, matches: arnWildcard(resource) }));
  return actions.flatMap((action) => {
    const isAction = wildcard(action, "i");
    return onResources.map(({ resource, matches }) => ({
      grant: { action, resource },
      matches: (call: AwsCall) => isAction(call.action) && matches(call.resource),
    }));
  });
}

const holds = (conditions: readonly Condition[], context: CallContext): boolean =>
  conditions.every((condition) => condition(context));

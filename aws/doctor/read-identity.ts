/** Finds out who the caller is, and what the caller may do. */
import { type ContextEntry, GetRoleCommand, IAMClient, paginateSimulatePrincipalPolicy } from "@aws-sdk/client-iam";
import { GetCallerIdentityCommand, type STSClient } from "@aws-sdk/client-sts";
import type { Identity } from "./account-facts.js";
import type { ClientConfig } from "./client-config.js";

/** @throws Error if there are no credentials, or if they are not valid */
export async function readIdentity(sts: STSClient, config: ClientConfig): Promise<Identity> {
  const { Account: accountId = "", Arn: arn = "" } = await sts.send(new GetCallerIdentityCommand());
  return { accountId, arn, principalArn: await principalOf(config, arn) };
}

async function principalOf(config: ClientConfig, arn: string): Promise<string | undefined> {
  if (arn.includes(":user/")) return arn;
  const role = /:assumed-role\/([^/]+)\//.exec(arn)?.[1];
  if (role === undefined) return undefined;
  try {
    // The ARN of a session lacks the path of its role. For example, roles of IAM Identity Center have a path.
    const { Role } = await new IAMClient(config).send(new GetRoleCommand({ RoleName: role }));
    return Role?.Arn;
  } catch {
    return arn.replace(":sts:", ":iam:").replace(/:assumed-role\/.*/, `:role/${role}`);
  }
}

/** The stack passes roles only to functions, and a policy may require that. */
const CONTEXT: ContextEntry[] = [
  { ContextKeyName: "iam:PassedToService", ContextKeyType: "string", ContextKeyValues: ["lambda.amazonaws.com"] },
];

/** Returns the actions that the identity's policies, boundary and organization do not allow on each of the resources. */
export async function readRefused(
  config: ClientConfig,
  principalArn: string,
  actions: readonly string[],
  resources: readonly string[],
): Promise<readonly string[]> {
  const client = new IAMClient(config);
  const asked = { PolicySourceArn: principalArn, ActionNames: [...actions], ContextEntries: CONTEXT };
  const input = { ...asked, ResourceArns: [...resources] };
  const refused = new Set<string>();
  // The decision about an action is the most restrictive of those about the resources (IAM API reference, EvaluationResult).
  for await (const { EvaluationResults = [] } of paginateSimulatePrincipalPolicy({ client }, input))
    for (const { EvalActionName, EvalDecision } of EvaluationResults)
      if (EvalActionName !== undefined && EvalDecision !== "allowed") refused.add(EvalActionName);
  return [...refused];
}

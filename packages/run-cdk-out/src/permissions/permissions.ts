/**
 * The policies of the stack: each function may do what the policies of its role allow, and what the policy of a bucket or
 * a queue allows. An explicit deny wins.
 *
 * Each function has its own access key ID, so the services can tell which function calls. The operator's credentials may
 * do everything.
 */
import { createDenials, type Denial } from "../denials.js";
import { LOCAL_ACCOUNT_ID, LOCAL_REGION } from "../local-account.js";
import { AwsError } from "../services/aws-error.js";
import type { Authorizer, AwsCall, CallContext, Caller, DenialError } from "./aws-call.js";
import { CallCounts } from "./call-counts.js";
import { GrantUse } from "./grant-use.js";
import { ACCOUNT_PRINCIPALS, isNamed } from "./principals.js";
import type { Grant, Statement } from "./policy.js";

/** A role of the stack with the statements of its policies. */
export interface Role {
  readonly name: string;
  readonly arn: string;
  readonly statements: Statement[];
}

/** The known facts about the function or the service that calls. */
interface Identity {
  /** The name in AWS's messages: the session of a role, or the service. */
  readonly name: string;
  /** The ARNs that can be named as a principal of the kind `AWS`. */
  readonly arns: readonly string[];
  readonly service?: string;
  /** Undefined for a service, and for a function whose role is not part of the stack. */
  readonly role?: Role | undefined;
  readonly context: CallContext;
}

type Decision =
  { readonly allowed: true; readonly used: readonly Grant[] } | { readonly allowed: false; readonly reason: string };

export interface PermissionsOptions {
  /** Whether calls without permission are refused. Grants are counted as used in any case. */
  readonly enforced: boolean;
  readonly denials: readonly Denial[];
}

export class Permissions implements Authorizer {
  readonly use = new GrantUse();
  readonly calls = new CallCounts();
  readonly #enforced: boolean;
  readonly #isDenied: ReturnType<typeof createDenials>;
  readonly #roles = new Map<string, Role>();
  readonly #functions = new Map<string, Identity>();
  readonly #resourcePolicies = new Map<string, Statement[]>();

  constructor({ enforced, denials }: PermissionsOptions) {
    this.#enforced = enforced;
    this.#isDenied = createDenials(denials);
  }

  declareRole(name: string, arn: string): void {
    this.#roles.set(arn, { name, arn, statements: [] });
  }

  /** Adds statements to a role. Does nothing if the role is not part of the stack. */
  attach(roleNameOrArn: string, statements: readonly Statement[]): void {
    const role = [...this.#roles.values()].find(({ name, arn }) => name === roleNameOrArn || arn === roleNameOrArn);
    if (role === undefined) return;
    role.statements.push(...statements);
    for (const statement of statements) this.use.add(role.arn, statement);
  }

  /**
   * Records which role a function runs with. Without this, or if the role is not part of the stack, the function may do
   * everything.
   */
  assignRole(accessKeyId: string, functionName: string, roleArn: string): void {
    const role = this.#roles.get(roleArn);
    const roleName = roleArn.split("/").at(-1) ?? roleArn;
    const session = `arn:aws:sts::${LOCAL_ACCOUNT_ID}:assumed-role/${roleName}/${functionName}`;
    const context = { "aws:principalarn": [roleArn], "aws:principaltype": ["AssumedRole"] };
    this.#functions.set(accessKeyId, { name: session, arns: [session, roleArn], role, context });
  }

  /** Adds statements to the policy of a bucket, a queue or a function. */
  putResourcePolicy(resourceArn: string, statements: readonly Statement[]): void {
    this.#resourcePolicies.set(resourceArn, [...(this.#resourcePolicies.get(resourceArn) ?? []), ...statements]);
  }

  check(call: AwsCall, caller: Caller, { code, status }: DenialError): void {
    if (caller !== undefined) this.calls.count(caller, call.action);
    const reason = this.#refusal(call, caller);
    if (reason === undefined) return;
    const name = this.#identify(caller)?.name ?? (typeof caller === "string" ? caller : "unknown");
    const message = `User: ${name} is not authorized to perform: ${call.action} on resource: ${call.resource} ${reason}`;
    throw new AwsError(code, message, status);
  }

  allows(call: AwsCall, caller: Caller): boolean {
    return this.#refusal(call, caller) === undefined;
  }

  /** Returns why a call is refused, in the words of AWS. */
  #refusal(call: AwsCall, caller: Caller): string | undefined {
    if (typeof caller === "string" && this.#isDenied(caller, call.action)) return noPolicy("identity-based", call);
    const identity = this.#identify(caller);
    if (identity === undefined) return undefined;
    const decision = this.#decide(call, identity);
    if (!decision.allowed) return this.#enforced ? decision.reason : undefined;
    this.use.record(decision.used);
    return undefined;
  }

  #identify(caller: Caller): Identity | undefined {
    if (caller === undefined) return undefined;
    if (typeof caller === "string") return this.#functions.get(caller);
    const { service, sourceArn } = caller;
    const context = { "aws:sourcearn": [sourceArn], "aws:sourceaccount": [LOCAL_ACCOUNT_ID] };
    return { name: service, arns: [], service, context };
  }

  #decide(call: AwsCall, identity: Identity): Decision {
    const { service, arns, role } = identity;
    const context = { ...GLOBAL_CONTEXT, ...principalContext(identity), ...call.context };
    const byResource = (this.#resourcePolicies.get(policyHolder(call.resource)) ?? []).filter(
      ({ principals = {}, effect }) =>
        isNamed(principals, service, effect === "Deny" ? [...arns, ...ACCOUNT_PRINCIPALS] : arns),
    );
    const own = matches(role?.statements ?? [], call, context);
    const shared = matches(byResource, call, context);
    if (own.denied) return refuse("with an explicit deny in an identity-based policy");
    if (shared.denied) return refuse("with an explicit deny in a resource-based policy");
    // The policies of a role outside of the stack are unknown.
    const isUnknown = service === undefined && role === undefined;
    const used = [...own.used, ...shared.used];
    if (used.length > 0 || isUnknown) return { allowed: true, used };
    return refuse(noPolicy(service === undefined ? "identity-based" : "resource-based", call));
  }
}

/** Values that each call has. On AWS, every call uses TLS and comes from the account of the stack. */
const GLOBAL_CONTEXT: CallContext = {
  "aws:securetransport": ["true"],
  "aws:requestedregion": [LOCAL_REGION],
  "aws:resourceaccount": [LOCAL_ACCOUNT_ID],
  "s3:resourceaccount": [LOCAL_ACCOUNT_ID],
};

const principalContext = ({ service, context }: Identity): CallContext => ({
  "aws:principalisawsservice": [String(service !== undefined)],
  ...(service === undefined && { "aws:principalaccount": [LOCAL_ACCOUNT_ID] }),
  ...context,
});

/** Returns the ARN of the resource that has the policy: the bucket of an object, or the resource itself. */
const policyHolder = (arn: string): string => (arn.startsWith("arn:aws:s3:::") ? (arn.split("/")[0] ?? arn) : arn);

function matches(statements: readonly Statement[], call: AwsCall, context: CallContext) {
  const used: Grant[] = [];
  let denied = false;
  for (const statement of statements) {
    const grants = statement.matching(call, context);
    if (grants === undefined) continue;
    if (statement.effect === "Deny") denied = true;
    else used.push(...grants);
  }
  return { used, denied };
}

const refuse = (reason: string): Decision => ({ allowed: false, reason });

const noPolicy = (kind: string, { action }: AwsCall): string => `because no ${kind} policy allows the ${action} action`;

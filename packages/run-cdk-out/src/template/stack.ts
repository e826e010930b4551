/** Creates all resources of a template: each after those that it needs, independent ones at the same time. */
import type { Assembly } from "./assembly.js";
import { evaluateConditions } from "./conditions.js";
import { type CustomResources, isCustomResource } from "./custom-resources/custom-resources.js";
import { orderByDependency } from "./dependencies.js";
import { resolveDynamicReferences } from "./dynamic-references.js";
import { identify, stackArn } from "./identities.js";
import { LOCAL_ACCOUNT_ID as ACCOUNT_ID, LOCAL_REGION as REGION } from "../services/service.js";
import type { Platform } from "./platform.js";
import { PROVISIONERS } from "./provisioners/provisioners.js";
import { type ResolutionScope, type ResolvedValue, resolve } from "./resolve.js";
import { checkRules } from "./rules.js";
import type { Identity, ProvisionedResource, ResolvedResource, StackFacts } from "./resource.js";
import { TemplateError } from "./template-error.js";
import type { Template, TemplateResource } from "./template.js";

export interface ProvisionedStack {
  readonly facts: StackFacts;
  /** The resources by logical ID. */
  readonly resources: ReadonlyMap<string, ProvisionedResource>;
  /** The outputs of the template, as strings. */
  readonly outputs: Readonly<Record<string, string>>;
}

export function resourcesOfType(stack: ProvisionedStack, type: string): ProvisionedResource[] {
  return [...stack.resources.values()].filter((resource) => resource.type === type);
}

export interface Provisioning {
  readonly platform: Platform;
  readonly customResources: Pick<CustomResources, "provision">;
  /** Logical IDs of resources whose creation must fail, to show a rollback. @default none */
  readonly failing?: readonly string[];
}

/** Returns the facts of a stack that are known before its resources exist. */
export function stackFacts({ stackName }: Assembly, idSeed: string, edgeDomain: string): StackFacts {
  return { stackName, idSeed, stackId: stackArn({ stackName, idSeed }), edgeDomain };
}

/**
 * Provisions every resource. If some fail, the first failure in the order of dependencies is thrown after all have
 * ended.
 *
 * @param existing receives each resource when it exists. After a failure, these must be deleted again
 */
export async function provisionStack(
  template: Template,
  facts: StackFacts,
  provisioning: Provisioning,
  existing = new Map<string, ProvisionedResource>(),
): Promise<ProvisionedStack> {
  const parameters = pseudoAndOwnParameters(template, facts);
  const mapping: ResolutionScope["mapping"] = (name, top, second) => template.Mappings[name]?.[top]?.[second];
  const condition = evaluateConditions(template.Conditions, { ref: parameters, mapping });
  checkRules(template, { ref: parameters, mapping, condition });
  const scope: ResolutionScope = {
    condition,
    mapping,
    ref: (name) => existing.get(name)?.physicalId ?? parameters(name),
    getAtt: (logicalId, attribute) => existing.get(logicalId)?.attributes[attribute],
  };

  const holds = (name: string | undefined, place: string): boolean => {
    const result = name === undefined || condition(name);
    if (result === undefined) throw new TemplateError(place, `there is no condition ${String(name)}`);
    return result;
  };
  const present = Object.fromEntries(
    Object.entries(template.Resources).filter(([id, { Condition }]) => holds(Condition, id)),
  );

  const unknown = (provisioning.failing ?? []).find((id) => present[id] === undefined);
  if (unknown !== undefined) throw new TemplateError(unknown, "there is no resource of this name that could fail");

  const underway = new Map<string, Promise<void>>();
  for (const { logicalId, dependencies } of orderByDependency(present, condition)) {
    const provision = async (): Promise<void> => {
      for (const id of dependencies) await underway.get(id);
      const resource = resolveResource(logicalId, present[logicalId], scope, provisioning);
      const identity = await provisionResource(resource, facts, provisioning);
      existing.set(logicalId, { ...resource, ...identity });
    };
    underway.set(logicalId, provision());
  }
  const results = await Promise.allSettled(underway.values());
  for (const result of results) if (result.status === "rejected") throw result.reason;

  const outputs = Object.entries(template.Outputs)
    .filter(([name, { Condition }]) => holds(Condition, `Outputs.${name}`))
    .map(([name, { Value }]) => [name, outputText(resolve(Value, `Outputs.${name}`, scope))] as const);
  return { facts, resources: existing, outputs: Object.fromEntries(outputs) };
}

function resolveResource(
  logicalId: string,
  resource: TemplateResource | undefined,
  scope: ResolutionScope,
  { platform }: Provisioning,
): ResolvedResource {
  if (resource === undefined) throw new TemplateError(logicalId, "there is no such resource");
  const { "aws:cdk:path": path, "run-cdk-out:name": name, "run-cdk-out:shares-processes": shares } = resource.Metadata;
  const properties: Record<string, ResolvedValue> = {};
  for (const [key, value] of Object.entries(resource.Properties)) {
    const place = `${logicalId}.${key}`;
    const resolved = resolveDynamicReferences(resolve(value, place, scope), place, platform.secrets.read);
    if (resolved !== undefined) properties[key] = resolved;
  }
  return {
    logicalId,
    type: resource.Type,
    properties,
    ...(resource.DeletionPolicy !== undefined && { deletionPolicy: resource.DeletionPolicy }),
    ...(typeof path === "string" && { constructPath: path }),
    ...(typeof name === "string" && { givenName: name }),
    ...(shares === true && { sharesProcesses: true }),
  };
}

async function provisionResource(
  resource: ResolvedResource,
  facts: StackFacts,
  { platform, customResources, failing = [] }: Provisioning,
): Promise<Identity> {
  const { logicalId, type } = resource;
  const isFailing = failing.includes(logicalId);
  if (isCustomResource(type)) return customResources.provision(resource, isFailing);
  if (isFailing) throw new TemplateError(logicalId, `${type} could not be created: it must fail, by the option --fail`);
  const identity = identify(resource, facts);
  if (identity === undefined) {
    throw new TemplateError(logicalId, `run-cdk-out does not support the resource type ${type}`);
  }
  try {
    return (await PROVISIONERS[type]?.(resource, identity, platform)) ?? identity;
  } catch (cause) {
    if (cause instanceof TemplateError) throw cause;
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new TemplateError(logicalId, `${type} could not be created: ${problem}`, { cause });
  }
}

const outputText = (value: ResolvedValue): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Returns the value of `Ref` for a parameter (its default) and for a pseudo parameter of CloudFormation. */
function pseudoAndOwnParameters({ Parameters }: Template, facts: StackFacts): ResolutionScope["ref"] {
  const pseudo: Readonly<Record<string, ResolvedValue>> = {
    "AWS::AccountId": ACCOUNT_ID,
    "AWS::Region": REGION,
    "AWS::Partition": "aws",
    "AWS::URLSuffix": "amazonaws.com",
    "AWS::StackName": facts.stackName,
    "AWS::StackId": facts.stackId,
    "AWS::NotificationARNs": [],
  };
  return (name) => {
    if (name in pseudo) return pseudo[name];
    const parameter = Parameters[name];
    if (parameter === undefined) return undefined;
    if (parameter.Type.startsWith("AWS::SSM::") || parameter.Default === undefined) {
      throw new TemplateError(
        `Parameters.${name}`,
        "has no value: run-cdk-out supports only parameters with a default, and no SSM parameters",
      );
    }
    return parameter.Default;
  };
}

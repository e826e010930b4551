/** Lists the grants of each function by the logical IDs of the template, and which of them a call has needed. */
import { appendFileSync } from "node:fs";
import type { GrantOfRole, GrantUse } from "../permissions/grant-use.js";
import { shortName } from "../template/provisioners/short-name.js";
import { type ProvisionedStack, resourcesOfType } from "../template/stack.js";

export interface ReportedGrant {
  /** The short names of the functions with the role, separated by commas. */
  readonly functions: string;
  readonly action: string;
  /** The resource with the logical ID in place of its ARN, for example `Files/pictures/*`. */
  readonly resource: string;
  readonly used: boolean;
}

/** Returns each grant of the functions once, even if several statements contain it. */
export function reportGrants(stack: ProvisionedStack, use: GrantUse): ReportedGrant[] {
  return reporter(stack)(use.list());
}

/**
 * Appends one line of JSON for each grant to the file, and from now on one for each first use. Several runs can share the
 * file: a grant without a line that has `"used":true` was used by none of them.
 */
export function logGrants(file: string, stack: ProvisionedStack, use: GrantUse): void {
  const report = reporter(stack);
  const written = new Set<string>();
  const write = (grants: readonly GrantOfRole[]): void => {
    const lines = report(grants).map((grant) => JSON.stringify(grant));
    const fresh = lines.filter((line) => !written.has(line));
    for (const line of fresh) written.add(line);
    if (fresh.length > 0) appendFileSync(file, `${fresh.join("\n")}\n`);
  };
  write(use.list());
  use.onFirstUse = write;
}

/** Returns the function that gives grants the names of the template. */
function reporter(stack: ProvisionedStack): (grants: readonly GrantOfRole[]) => ReportedGrant[] {
  const names = functionsByRole(stack);
  const logical = logicalNames(stack);
  return (grants) => {
    const reported = new Map<string, ReportedGrant>();
    for (const { roleArn, action, resource, used } of grants) {
      const functions = names.get(roleArn)?.join(",");
      if (functions === undefined) continue;
      const named = { functions, action, resource: logical(resource) };
      const key = keyOf(named);
      reported.set(key, { ...named, used: used || reported.get(key)?.used === true });
    }
    return [...reported.values()];
  };
}

const keyOf = ({ functions, action, resource }: Omit<ReportedGrant, "used">): string =>
  [functions, action, resource].join(" ");

function functionsByRole(stack: ProvisionedStack): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const resource of resourcesOfType(stack, "AWS::Lambda::Function")) {
    const { Role: role } = resource.properties;
    if (typeof role !== "string") continue;
    names.set(role, [...(names.get(role) ?? []), shortName(resource)]);
  }
  return names;
}

/** Returns a function that replaces the ARN at the beginning of a pattern with the logical ID of its resource. */
function logicalNames(stack: ProvisionedStack): (pattern: string) => string {
  const arns = [...stack.resources.values()].flatMap(({ logicalId, physicalId, attributes }) =>
    [attributes["Arn"], physicalId]
      .filter((value): value is string => typeof value === "string" && value.startsWith("arn:"))
      .map((arn) => ({ logicalId, arn })),
  );
  return (pattern) => {
    const found = arns.find(({ arn }) => pattern === arn || pattern.startsWith(`${arn}/`));
    return found === undefined ? pattern : `${found.logicalId}${pattern.slice(found.arn.length)}`;
  };
}

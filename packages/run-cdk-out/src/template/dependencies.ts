/** Orders resources by their references and by `DependsOn`. */
import type { Conditions } from "./conditions.js";
import { attributePath, substitutionParts } from "./resolve.js";
import { TemplateError } from "./template-error.js";
import type { TemplateResource, TemplateValue } from "./template.js";

/** A resource and those that it needs, by logical ID. */
export interface OrderedResource {
  readonly logicalId: string;
  readonly dependencies: readonly string[];
}

/** Orders the resources so that each comes after all that it needs. Throws a TemplateError that shows a cycle. */
export function orderByDependency(
  resources: Readonly<Record<string, TemplateResource>>,
  conditions: Conditions,
): OrderedResource[] {
  const ordered: OrderedResource[] = [];
  const finished = new Set<string>();
  const path: string[] = [];

  const visit = (logicalId: string, resource: TemplateResource): void => {
    if (finished.has(logicalId)) return;
    if (path.includes(logicalId)) {
      const cycle = [...path.slice(path.indexOf(logicalId)), logicalId];
      throw new TemplateError(logicalId, `resources depend on each other in a cycle: ${cycle.join(" → ")}`);
    }
    path.push(logicalId);
    const dependencies = dependenciesOf(logicalId, resource, conditions).filter((id) => id in resources);
    for (const id of dependencies) {
      const dependency = resources[id];
      if (dependency) visit(id, dependency);
    }
    path.pop();
    finished.add(logicalId);
    ordered.push({ logicalId, dependencies });
  };
  for (const [logicalId, resource] of Object.entries(resources)) visit(logicalId, resource);
  return ordered;
}

function dependenciesOf(logicalId: string, resource: TemplateResource, conditions: Conditions): string[] {
  const names = new Set<string>([resource.DependsOn ?? []].flat());
  for (const [key, value] of Object.entries(resource.Properties)) {
    collectReferences(value, `${logicalId}.${key}`, conditions, names);
  }
  return [...names];
}

/** Adds every name that `value` refers to. In `Fn::If`, only the branch that applies counts. */
function collectReferences(value: TemplateValue, place: string, conditions: Conditions, names: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  const children = Array.isArray(value) ? [...(value as readonly TemplateValue[]).entries()] : Object.entries(value);
  for (const [key, child] of children as [string | number, TemplateValue][]) {
    const inner = `${place}.${key}`;
    if (key === "Ref" && typeof child === "string") names.add(child);
    else if (key === "Fn::GetAtt") names.add(attributePath(child, inner)[0]);
    else if (key === "Fn::Sub") collectSubstitutions(child, inner, conditions, names);
    else if (key === "Fn::If" && Array.isArray(child)) {
      const [name, whenTrue, whenFalse] = child as TemplateValue[];
      const taken = typeof name === "string" && conditions(name) ? whenTrue : whenFalse;
      if (taken !== undefined) collectReferences(taken, inner, conditions, names);
    } else collectReferences(child, inner, conditions, names);
  }
}

function collectSubstitutions(
  argument: TemplateValue,
  place: string,
  conditions: Conditions,
  names: Set<string>,
): void {
  const [source, variables] = (Array.isArray(argument) ? argument : [argument, {}]) as TemplateValue[];
  if (typeof source !== "string" || variables === undefined) throw new TemplateError(place, "must be a string");
  const own = typeof variables === "object" && variables !== null ? Object.keys(variables) : [];
  for (const { name } of substitutionParts(source)) {
    const first = name?.split(".")[0];
    if (name !== undefined && first !== undefined && !own.includes(name)) names.add(first);
  }
  collectReferences(variables, place, conditions, names);
}

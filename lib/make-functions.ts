/** Creates functions from their declarations. */
import { Construct } from "constructs";
import type { DeclareFunction } from "./function-declaration.js";
import type { Resources } from "./resources.js";
import { ServiceFunction } from "./service-function.js";

/**
 * @param declarations the declarations by the function's path in the construct tree, for example `Functions/Webhook`.
 *   The path names the function's resources: a new path replaces them, including the log group.
 */
export function makeFunctions(
  root: Construct,
  resources: Resources,
  declarations: Readonly<Record<string, DeclareFunction>>,
): readonly ServiceFunction[] {
  return Object.entries(declarations).map(([path, declare]) => {
    const ids = path.split("/");
    const id = ids.pop() ?? path;
    const scope = ids.reduce(childOf, root);
    return new ServiceFunction(scope, id, resources.settings, declare(resources, scope));
  });
}

/** @throws Error if there is no such function. */
export function functionNamed(name: string, functions: readonly ServiceFunction[]): ServiceFunction {
  const found = functions.find(({ declaration }) => declaration.name === name);
  if (found === undefined) throw new Error(`No declaration in lib/functions has the name ${name}.`);
  return found;
}

/** Returns the child with an ID. Creates it if it does not exist. */
function childOf(parent: Construct, id: string): Construct {
  const child = parent.node.tryFindChild(id);
  return child instanceof Construct ? child : new Construct(parent, id);
}

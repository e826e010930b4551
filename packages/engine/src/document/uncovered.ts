/** Removes attributes that would cover what a request sets. */
import type { RegisteredLayer } from "./layer-types/layer-registry.js";

/** Returns the attributes that a request removes because they would cover an attribute that the request sets. */
export function uncovered(
  given: Readonly<Record<string, unknown>>,
  { definition }: RegisteredLayer,
): Readonly<Record<string, undefined>> {
  const covering = Object.entries(definition.attributes).filter(
    ([, { covers }]) => covers !== undefined && Object.hasOwn(given, covers),
  );
  return Object.fromEntries(covering.map(([name]) => [name, undefined] as const));
}

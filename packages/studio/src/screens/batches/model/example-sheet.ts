/** Creates a sheet with the right columns for a template, as a starting point. */
import type { Target } from "./targets.js";

/** Returns the names of columns, and a row with the values of the template. The page will recognize the names. */
export function exampleSheet(targets: readonly Target[]): readonly (readonly string[])[] {
  const used = targets.filter(({ isMain, attribute }) => isMain && attribute !== "hide");
  const names = used.map(({ name, attribute }) => {
    const isAlone = used.filter((other) => other.name === name).length === 1;
    return attribute === undefined || isAlone ? name : `${name} ${attribute}`;
  });
  return [names, used.map(({ field }) => field.fallback)];
}

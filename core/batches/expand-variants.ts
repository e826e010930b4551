/** Expands the variants of a batch into the bodies of its jobs. */
import { issuesError } from "../contract/errors.js";
import type { Variants } from "../contract/batches-api.js";
import { MAX_BATCH_SIZE } from "../contract/limits.js";

type Item = Readonly<Record<string, unknown>>;

/** A place in the body of a job, and the values that it takes. */
interface Axis {
  readonly path: readonly [string, ...string[]];
  readonly values: readonly unknown[];
}

/**
 * Returns one body for each combination. The last list varies fastest. Values from the lists replace those of the
 * common body.
 *
 * @throws ServiceError `VALIDATION_ERROR` if there are too many combinations. It says how many there are.
 */
export function expandVariants({ job, layers, variables }: Variants): readonly Item[] {
  const axes: Axis[] = [
    ...Object.entries(layers).flatMap(([layer, attributes]) =>
      Object.entries(attributes).map(([attribute, values]): Axis => ({ path: ["layers", layer, attribute], values })),
    ),
    ...Object.entries(variables).map(([variable, values]): Axis => ({ path: ["variables", variable], values })),
  ];
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (count > MAX_BATCH_SIZE) {
    const message = `The values have ${count} combinations. A batch can have at most ${MAX_BATCH_SIZE} jobs.`;
    throw issuesError("The request is not valid.", [{ path: "variants", message }]);
  }
  return axes.reduce<readonly Item[]>(
    (items, { path, values }) => items.flatMap((item) => values.map((value) => withValue(item, path, value))),
    [job],
  );
}

/** Returns a copy with the value at the path. Replaces anything on the path that is not an object. */
function withValue(item: Item, [key, ...rest]: readonly [string, ...string[]], value: unknown): Item {
  const [next, ...others] = rest;
  const changed = next === undefined ? value : withValue(objectAt(item, key), [next, ...others], value);
  // Unlike an assignment, this also sets a property with the name `__proto__`.
  return Object.fromEntries([...Object.entries(item), [key, changed]]);
}

function objectAt(item: Item, key: string): Item {
  const found = Object.hasOwn(item, key) ? item[key] : undefined;
  return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as Item) : {};
}

/** Makes a failing case small: leaves out and simplifies parts as long as it fails in the same way. */
import type { FuzzCase } from "./fuzz-case.js";

/** The number of attempts for one case. Each attempt renders. */
const MAX_ATTEMPTS = 150;

type Json = unknown;
type Path = readonly (string | number)[];

/** The smallest case found for which `fails` is true. */
export async function minimize(test: FuzzCase, fails: (candidate: FuzzCase) => Promise<boolean>): Promise<FuzzCase> {
  let best = test;
  let attempts = 0;
  let isChanged = true;
  while (isChanged) {
    isChanged = false;
    for (const path of pathsOf(best)) {
      for (const candidate of simplerAt(best, path)) {
        if (attempts++ >= MAX_ATTEMPTS) return best;
        if (!(await fails(candidate))) continue;
        best = candidate;
        isChanged = true;
        break;
      }
    }
  }
  return best;
}

/** Every place in a value, large parts first. */
function pathsOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return path.length === 0 ? [] : [path];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    pathsOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [...(path.length === 0 ? [] : [path]), ...inner].sort((one, other) => one.length - other.length);
}

function simplerAt(test: FuzzCase, path: Path): FuzzCase[] {
  const value = valueAt(test, path);
  if (value === undefined) return [];
  const candidates: FuzzCase[] = [];
  if (Array.isArray(value) && value.length > 2) {
    candidates.push(
      withValue(test, path, value.slice(0, value.length / 2)),
      withValue(test, path, value.slice(value.length / 2)),
    );
  }
  if (path.length > 1) candidates.push(withValue(test, path, undefined));
  if (typeof value === "string" && value.length > 3) {
    candidates.push(
      withValue(test, path, value.slice(0, value.length / 2)),
      withValue(test, path, value.slice(value.length / 2)),
    );
  }
  if (typeof value === "number" && !Number.isInteger(value)) candidates.push(withValue(test, path, Math.round(value)));
  return candidates;
}

function valueAt(value: Json, path: Path): Json {
  return path.reduce<Json>(
    (inner, key) => (typeof inner === "object" && inner !== null ? (inner as Record<string, Json>)[key] : undefined),
    value,
  );
}

/** A copy with another value in one place; `undefined` removes the place. */
function withValue(test: FuzzCase, path: Path, value: Json): FuzzCase {
  const copy = structuredClone(test);
  const parent = valueAt(copy, path.slice(0, -1));
  const key = path.at(-1) ?? "";
  if (Array.isArray(parent) && value === undefined) parent.splice(Number(key), 1);
  else if (value === undefined) Reflect.deleteProperty(parent as object, key);
  else (parent as Record<string, Json>)[key] = value;
  return copy;
}

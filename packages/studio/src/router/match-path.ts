/** Finds the route of a path. */

/** The values of the path's parameters, by their names. */
export type PathParameters = Readonly<Record<string, string>>;

/**
 * Compares a path with a pattern such as `/studio/templates/:id`. A parameter matches one segment.
 * @returns the decoded parameters, or undefined if the path does not match
 */
export function matchPath(pattern: string, path: string): PathParameters | undefined {
  const [wanted, given] = [segmentsOf(pattern), segmentsOf(path)];
  if (wanted.length !== given.length) return undefined;
  const found: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? "";
    if (segment.startsWith(":")) {
      const decoded = decode(value);
      if (decoded === undefined) return undefined;
      found[segment.slice(1)] = decoded;
    } else if (segment !== value) return undefined;
  }
  return found;
}

/** Splits a path. A slash at its end makes no difference. */
function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "");
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

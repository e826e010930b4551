/** The routes of an HTTP API: `POST /api/v1/render`, `ANY /files/{proxy+}`, `$default`. */

/** A parsed route and its target. */
export interface Route<Target> {
  readonly routeKey: string;
  /** An HTTP method, or `ANY`. */
  readonly method: string;
  /** The segments of the path; undefined for `$default`, which matches all requests. */
  readonly segments: readonly string[] | undefined;
  readonly target: Target;
}

/** The route of a request, and the values of the path parameters. */
export interface RouteMatch<Target> {
  readonly route: Route<Target>;
  readonly pathParameters: Readonly<Record<string, string>> | undefined;
}

/** Parses a route key. */
export function parseRoute<Target>(routeKey: string, target: Target): Route<Target> {
  if (routeKey === "$default") return { routeKey, method: "ANY", segments: undefined, target };
  const [method, path, ...rest] = routeKey.split(" ");
  if (method === undefined || path?.startsWith("/") !== true || rest.length > 0) {
    throw new Error(`"${routeKey}" is not a valid route key. Use "METHOD /path" or "$default".`);
  }
  return { routeKey, method: method.toUpperCase(), segments: path.split("/").slice(1), target };
}

/**
 * Finds the route of a request in API Gateway's order:
 *
 * 1. A full match comes before a greedy match (`{proxy+}`), and both before `$default`.
 * 2. Of two matching paths, the one with more literal segments at its start comes first.
 * 3. Of two methods for one path, the exact method comes before `ANY`.
 */
export function matchRoute<Target>(
  routes: readonly Route<Target>[],
  method: string,
  path: string,
): RouteMatch<Target> | undefined {
  const segments = path.split("/").slice(1);
  const candidates = routes
    .filter((route) => route.method === "ANY" || route.method === method)
    .filter((route) => fits(route.segments, segments))
    .sort(byPriority);
  const route = candidates[0];
  return route && { route, pathParameters: readParameters(route.segments, segments) };
}

function fits(pattern: readonly string[] | undefined, segments: readonly string[]): boolean {
  if (pattern === undefined) return true;
  const greedy = isGreedy(pattern.at(-1));
  if (greedy ? segments.length < pattern.length : segments.length !== pattern.length) return false;
  return pattern.every((part, index) => {
    if (isGreedy(part)) return index === pattern.length - 1 && segments.slice(index).join("/") !== "";
    return isParameter(part) ? segments[index] !== "" : part === segments[index];
  });
}

function byPriority<Target>(a: Route<Target>, b: Route<Target>): number {
  return rankOf(a).localeCompare(rankOf(b)) || methodRank(a) - methodRank(b);
}

/** Returns a sort key: more specific paths have smaller keys. It has one digit per segment, and `$default` is last. */
function rankOf(route: Route<unknown>): string {
  if (route.segments === undefined) return "9";
  const kinds = route.segments.map((part) => (isGreedy(part) ? "2" : isParameter(part) ? "1" : "0"));
  return (isGreedy(route.segments.at(-1)) ? "1" : "0") + kinds.join("");
}

function methodRank(route: Route<unknown>): number {
  return route.method === "ANY" ? 1 : 0;
}

function readParameters(
  pattern: readonly string[] | undefined,
  segments: readonly string[],
): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, part] of (pattern ?? []).entries()) {
    if (isGreedy(part)) parameters[part.slice(1, -2)] = decodePath(segments.slice(index).join("/"));
    else if (isParameter(part)) parameters[part.slice(1, -1)] = decodePath(segments[index] ?? "");
  }
  return Object.keys(parameters).length > 0 ? parameters : undefined;
}

function isGreedy(part: string | undefined): boolean {
  return part?.startsWith("{") === true && part.endsWith("+}");
}

function isParameter(part: string): boolean {
  return part.startsWith("{") && part.endsWith("}");
}

/** Percent-decodes a path. A path that is not valid UTF-8 stays unchanged. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Finds the route of a request. All HTTP functions use it, so that they return the same errors. */
import { ServiceError } from "../../core/contract/errors.js";
import { type Route, type RouteName, ROUTES } from "../../core/contract/routes.js";

export interface RouteMatch {
  readonly name: RouteName;
  readonly route: Route;
  /** The decoded values of the path's `{name}` segments. */
  readonly params: Readonly<Record<string, string>>;
}

interface CompiledRoute {
  readonly name: RouteName;
  readonly route: Route;
  readonly segments: readonly string[];
}

const compiled: readonly CompiledRoute[] = (Object.entries(ROUTES) as [RouteName, Route][]).map(([name, route]) => ({
  name,
  route,
  segments: route.path.split("/"),
}));

/**
 * Finds the route for a method and a raw (percent-encoded) path. HEAD finds the route of GET if the path has no route
 * for HEAD.
 *
 * @throws ServiceError `NOT_FOUND` for an unknown path, `METHOD_NOT_ALLOWED` (`details.allow`) for a known path with
 *   another method.
 */
export function matchRoute(method: string, rawPath: string): RouteMatch {
  const onPath = routesOn(rawPath);
  const find = (wanted: string) => onPath.find(({ route }) => route.method === wanted);
  const match = find(method) ?? (method === "HEAD" ? find("GET") : undefined);
  if (match?.params === undefined) {
    const allow = methodsOf(onPath).join(", ");
    throw new ServiceError("METHOD_NOT_ALLOWED", `This address supports ${allow}, not ${method}.`, {
      details: { allow },
    });
  }
  return { name: match.name, route: match.route, params: match.params };
}

/** Returns the methods of a raw path. @throws ServiceError `NOT_FOUND`. */
export function allowedMethods(rawPath: string): string[] {
  return methodsOf(routesOn(rawPath));
}

function methodsOf(routes: readonly CompiledRoute[]): string[] {
  const methods = routes.map(({ route }) => route.method);
  return [...new Set(methods.flatMap((method) => (method === "GET" ? [method, "HEAD"] : [method])))];
}

/**
 * Returns the routes of a path. A route without parameters hides those with parameters: `/img/sign` is not a template.
 */
function routesOn(rawPath: string) {
  const segments = rawPath.split("/");
  const onPath = compiled
    .map((candidate) => ({ ...candidate, params: matchSegments(candidate.segments, segments) }))
    .filter((candidate) => candidate.params !== undefined);
  if (onPath.length === 0) throw new ServiceError("NOT_FOUND", "There is nothing at this address.");
  const literal = onPath.filter(({ route }) => route.path === rawPath);
  return literal.length > 0 ? literal : onPath;
}

function matchSegments(pattern: readonly string[], actual: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== actual.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = actual[index] ?? "";
    if (expected.startsWith("{")) {
      const value = decodeSegment(segment);
      if (value === undefined || value === "") return undefined;
      params[expected.slice(1, -1)] = value;
    } else if (expected !== segment) return undefined;
  }
  return params;
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

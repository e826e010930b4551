/** Selects the cache behavior of a path. */
import type { CacheBehavior, DistributionConfig } from "./distribution-config.js";

/**
 * Finds the first behavior whose pattern matches the path, in the order of the distribution, or the default behavior.
 */
export function findBehavior(config: DistributionConfig, uri: string): CacheBehavior {
  const path = normalizePath(uri);
  return (
    config.CacheBehaviors?.find((behavior) => matchesPath(behavior.PathPattern, path)) ?? config.DefaultCacheBehavior
  );
}

/**
 * Returns whether a path matches a pattern: `*` is any text, and `?` is one character. Everything else is literal and
 * case-sensitive. The leading slash of a pattern is optional.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const rooted = pattern.startsWith("/") || pattern.startsWith("*") ? pattern : `/${pattern}`;
  return wildcardRegExp(rooted).test(path);
}

/** Returns whether the path of an invalidation covers a cached path. Its only wildcard is `*`. */
export function matchesInvalidation(pattern: string, path: string): boolean {
  const rooted = pattern.startsWith("/") || pattern.startsWith("*") ? pattern : `/${pattern}`;
  return rooted.split("*").length === 1 ? rooted === path : wildcardRegExp(rooted, false).test(path);
}

function wildcardRegExp(pattern: string, questionMark = true): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\?/g, questionMark ? "." : "\\?")
    .replace(/\*+/g, ".*");
  return new RegExp(`^${source}$`, "s");
}

/**
 * Returns the path that CloudFront compares with patterns: with decoded unreserved characters and resolved `.` and `..`
 * (RFC 3986, 6.2.2). The origin gets the original path.
 */
export function normalizePath(uri: string): string {
  const decoded = uri.replace(/%([0-9a-f]{2})/gi, (encoded: string, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : encoded.toUpperCase();
  });
  const resolved: string[] = [];
  const segments = decoded.split("/").slice(1);
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1;
    if (segment === "..") resolved.pop();
    else if (segment !== ".") resolved.push(segment);
    if (last && (segment === ".." || segment === ".")) resolved.push("");
  }
  return `/${resolved.join("/")}`;
}

/** Returns whether a behavior allows a method. The default is GET and HEAD. */
export function allowsMethod(behavior: CacheBehavior, method: string): boolean {
  return (behavior.AllowedMethods ?? ["GET", "HEAD"]).includes(method);
}

/** Returns the function of a behavior for an event type; undefined if there is none. */
export function functionArnAt(
  behavior: CacheBehavior,
  event: "viewer-request" | "viewer-response",
): string | undefined {
  return behavior.FunctionAssociations?.find(({ EventType }) => EventType === event)?.FunctionARN;
}

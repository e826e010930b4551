/** Which cache behaviour a path belongs to. */
import { type CacheBehavior, type DistributionConfig } from "./distribution-config.js";

/** Finds the behaviour of a path: the first whose pattern fits, in the order of the distribution, else the default. */
export function findBehavior(config: DistributionConfig, uri: string): CacheBehavior {
  const path = normalizePath(uri);
  return (
    config.CacheBehaviors?.find((behavior) => matchesPath(behavior.PathPattern, path)) ?? config.DefaultCacheBehavior
  );
}

/**
 * Whether a path fits a pattern: `*` stands for any text, `?` for one character, everything else for itself, upper and
 * lower case apart. The leading slash of a pattern may be left out.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const rooted = pattern.startsWith("/") || pattern.startsWith("*") ? pattern : `/${pattern}`;
  return wildcardRegExp(rooted).test(path);
}

/** Whether an invalidation's path covers one that is cached: only `*` is a wildcard there. */
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
 * A path as CloudFront compares it to patterns: unreserved characters decoded, `.` and `..` resolved (RFC 3986, 6.2.2).
 * The origin still gets the path as it came.
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

/** Whether a behaviour takes a method; GET and HEAD unless it says otherwise. */
export function allowsMethod(behavior: CacheBehavior, method: string): boolean {
  return (behavior.AllowedMethods ?? ["GET", "HEAD"]).includes(method);
}

/** The function that a behaviour runs at an event; undefined if there is none. */
export function functionArnAt(
  behavior: CacheBehavior,
  event: "viewer-request" | "viewer-response",
): string | undefined {
  return behavior.FunctionAssociations?.find(({ EventType }) => EventType === event)?.FunctionARN;
}

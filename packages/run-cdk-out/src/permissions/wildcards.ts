/** Patterns with `*` and `?`, as policies contain them. */

/** Returns a function that tells whether a text matches the pattern. `*` is any text, `?` is any one character. */
export function wildcard(pattern: string, flags: "" | "i" = ""): (text: string) => boolean {
  if (!/[*?]/.test(pattern) && flags === "") return (text) => text === pattern;
  const source = pattern
    .split(/([*?])/)
    .map((part) => (part === "*" ? "[^]*" : part === "?" ? "[^]" : part.replace(/[\\^$.|+()[\]{}/-]/g, "\\$&")));
  const expression = new RegExp(`^${source.join("")}$`, flags);
  return (text) => expression.test(text);
}

/**
 * Returns a function that tells whether an ARN matches the pattern. Each of the six parts of an ARN is compared with the
 * part of the pattern, so that a wildcard does not span parts (IAM user guide, "IAM JSON policy elements: Resource").
 */
export function arnWildcard(pattern: string): (arn: string) => boolean {
  if (pattern === "*") return () => true;
  const parts = arnParts(pattern).map((part) => wildcard(part));
  return (arn) => {
    const given = arnParts(arn);
    return given.length === parts.length && parts.every((matches, index) => matches(given[index] ?? ""));
  };
}

/** Splits an ARN into partition, service, region, account and resource, after the prefix `arn`. */
function arnParts(arn: string): string[] {
  const parts = arn.split(":");
  return parts.length <= 6 ? parts : [...parts.slice(0, 5), parts.slice(5).join(":")];
}

import type { ResolvedResource } from "../resource.js";

/** Parts of a construct path that do not tell one resource from another. */
const GENERIC = new Set(["Resource", "Default", "Function", "Handler", "Lambda"]);

/**
 * Returns a short name for log lines and options: `run-cdk-out:name` in the metadata of the resource, or else the last
 * significant part of the construct path in kebab case ("RenderPipeline/Renderer" is "renderer"), or else the logical
 * ID without its hash.
 */
export function shortName({ givenName, constructPath, logicalId }: ResolvedResource): string {
  if (givenName !== undefined) return givenName;
  const parts = (constructPath ?? "").split("/").filter((part) => part !== "" && !GENERIC.has(part));
  const name = parts.at(-1) ?? logicalId.replace(/[0-9A-F]{8}$/, "");
  const short = name.replace(/(Function|Handler|Lambda)$/, "") || name;
  return short.replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}

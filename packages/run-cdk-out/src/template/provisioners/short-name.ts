import { type ResolvedResource } from "../resource.js";

/** Parts of a construct's path that say what a resource is, not which. */
const GENERIC = new Set(["Resource", "Default", "Function", "Handler", "Lambda"]);

/**
 * A short name for log lines and options. The template may state it as `run-cdk-out:name` in the resource's metadata.
 * Otherwise it is the last telling part of the construct's path in kebab case ("RenderPipeline/Renderer" is "renderer"), or
 * the logical ID without its hash.
 */
export function shortName({ givenName, constructPath, logicalId }: ResolvedResource): string {
  if (givenName !== undefined) return givenName;
  const telling = (constructPath ?? "").split("/").filter((part) => part !== "" && !GENERIC.has(part));
  const name = telling.at(-1) ?? logicalId.replace(/[0-9A-F]{8}$/, "");
  const short = name.replace(/(Function|Handler|Lambda)$/, "") || name;
  return short.replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}

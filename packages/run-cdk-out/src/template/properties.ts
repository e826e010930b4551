/** Reads the resolved properties of a resource. Errors name the place in the template. */
import * as z from "zod";
import type { ResolvedResource } from "./resource.js";
import { TemplateError } from "./template-error.js";

/**
 * Reads the properties of a resource. The schemas are strict objects: an unknown property could change what the
 * resource does, so it is an error. Properties that have no effect on a local machine are listed as `ignored`.
 */
export function readProperties<T>(resource: ResolvedResource, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(resource.properties);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = [resource.logicalId, ...(issue?.path ?? [])].join(".");
  if (issue?.code === "unrecognized_keys") {
    throw new TemplateError(path, `run-cdk-out does not support ${issue.keys.join(", ")} of ${resource.type}`);
  }
  throw new TemplateError(path, `${issue?.message ?? "is not valid"} (${resource.type})`);
}

/** Properties that have no effect on a local machine: descriptions, tags, encryption, capacity. */
export function ignored(...keys: readonly string[]): Readonly<Record<string, z.ZodOptional<z.ZodUnknown>>> {
  return Object.fromEntries(keys.map((key) => [key, z.unknown().optional()]));
}

/** A number, which may be a string in a template. */
export const numeric = z.union([z.number(), z.string().regex(/^\d+$/)]).transform(Number);

/** A boolean, which may be a string in a template. */
export const flag = z
  .union([z.boolean(), z.enum(["true", "false"])])
  .transform((value) => value === true || value === "true");
